import FirstPage from "@mui/icons-material/FirstPage";
import LastPage from "@mui/icons-material/LastPage";
import NavigateBefore from "@mui/icons-material/NavigateBefore";
import NavigateNext from "@mui/icons-material/NavigateNext";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

interface PaginationProps {
  number: number;
  count: number;
  onChange: (number: number) => void;
}

/** Leafs through pages: first, previous, next, last. */
export function Pagination({ number, count, onChange }: PaginationProps) {
  const step = (label: string, to: number, icon: ReactNode) => (
    <IconButton
      aria-label={label}
      disabled={to === number || to < 1 || to > count}
      onClick={() => onChange(to)}
    >
      {icon}
    </IconButton>
  );
  return (
    <Stack component="nav" aria-label="Pages" direction="row" sx={{ alignItems: "center", gap: 0.5 }}>
      {step("First page", 1, <FirstPage />)}
      {step("Previous page", number - 1, <NavigateBefore />)}
      <Typography variant="body2" role="status" sx={{ px: 1, fontVariantNumeric: "tabular-nums" }}>
        {`page ${number} of ${count}`}
      </Typography>
      {step("Next page", number + 1, <NavigateNext />)}
      {step("Last page", count, <LastPage />)}
    </Stack>
  );
}
