import ArrowUpward from "@mui/icons-material/ArrowUpward";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { PHONE, widths } from "../theme.ts";

interface UpdatesButtonProps {
  count: number;
  onShow: () => void;
}

/** Says how much news of the list waits, in a place of its own over the page's foot, and shows it when told to. */
export function UpdatesButton({ count, onShow }: UpdatesButtonProps) {
  return (
    <Box role="status" sx={placeLook}>
      {count > 0 && (
        <Button variant="contained" startIcon={<ArrowUpward />} onClick={onShow} sx={buttonLook}>
          {`${count} ${count === 1 ? "update" : "updates"} – Show`}
        </Button>
      )}
    </Box>
  );
}

/** In the middle of the content, beside the menu. Only the button takes the pointer. */
const placeLook = {
  position: "fixed",
  bottom: 24,
  left: widths.menu,
  right: 0,
  zIndex: 2,
  display: "flex",
  justifyContent: "center",
  pointerEvents: "none",
  [PHONE]: { left: 0 },
} as const;

const buttonLook = {
  pointerEvents: "auto",
  borderRadius: 99,
  boxShadow: "0 4px 16px rgb(0 0 0 / 0.24)",
} as const;
