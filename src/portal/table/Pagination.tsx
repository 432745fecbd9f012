import FirstPage from "@mui/icons-material/FirstPage";
import LastPage from "@mui/icons-material/LastPage";
import NavigateBefore from "@mui/icons-material/NavigateBefore";
import NavigateNext from "@mui/icons-material/NavigateNext";
import IconButton from "@mui/material/IconButton";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { useListContext } from "react-admin";

const SIZES = [7, 25, 100];

/** Leafs through the pages of a list: first, previous, next, last; and says how many rows a page has. */
export function Pagination() {
  const { page, perPage, setPage, setPerPage, total = 0 } = useListContext();
  const count = Math.max(1, Math.ceil(total / perPage));
  const step = (label: string, to: number, icon: ReactNode) => (
    <IconButton aria-label={label} disabled={to === page || to < 1 || to > count} onClick={() => setPage(to)}>
      {icon}
    </IconButton>
  );
  return (
    <Stack
      component="nav"
      aria-label="Pages"
      direction="row"
      sx={{ alignItems: "center", justifyContent: "flex-end", gap: 0.5, mt: 1.5, flexWrap: "wrap" }}
    >
      <TextField
        select
        size="small"
        value={perPage}
        onChange={({ target }) => setPerPage(Number(target.value))}
        slotProps={{ htmlInput: { "aria-label": "Rows per page" } }}
        sx={{ mr: "auto" }}
      >
        {[...new Set([...SIZES, perPage])].map((size) => (
          <MenuItem key={size} value={size}>
            {size} rows
          </MenuItem>
        ))}
      </TextField>
      {step("First page", 1, <FirstPage />)}
      {step("Previous page", page - 1, <NavigateBefore />)}
      <Typography variant="body2" role="status" sx={{ px: 1 }}>
        {`page ${page} of ${count}`}
      </Typography>
      {step("Next page", page + 1, <NavigateNext />)}
      {step("Last page", count, <LastPage />)}
    </Stack>
  );
}
