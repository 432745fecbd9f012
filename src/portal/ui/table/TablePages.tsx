import TablePagination from "@mui/material/TablePagination";
import { useListContext } from "react-admin";

/** Without a total, the last page is not known. */
export function TablePages({ pageSizes }: { pageSizes: number[] }) {
  const { page, perPage, setPage, setPerPage, total, hasNextPage } = useListContext();
  const count = total === undefined ? Infinity : Math.max(1, Math.ceil(total / perPage));
  return (
    <TablePagination
      component="nav"
      aria-label="Pages"
      count={total ?? -1}
      page={Math.min(page, count) - 1}
      onPageChange={(_, next) => setPage(next + 1)}
      rowsPerPage={perPage}
      rowsPerPageOptions={[...new Set([...pageSizes, perPage])]}
      onRowsPerPageChange={({ target }) => setPerPage(Number(target.value))}
      labelRowsPerPage="Rows per page"
      labelDisplayedRows={() => (total === undefined ? `page ${page}` : `page ${page} of ${count}`)}
      getItemAriaLabel={(which) => `${which.charAt(0).toUpperCase()}${which.slice(1)} page`}
      showFirstButton
      showLastButton={total !== undefined}
      slotProps={{
        displayedRows: { role: "status" },
        ...(total === undefined && { actions: { nextButton: { disabled: !hasNextPage } } }),
      }}
      sx={{ "& .MuiTablePagination-toolbar": { flexWrap: "wrap", justifyContent: "flex-end", px: 0 } }}
    />
  );
}
