import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useDeferredValue, useMemo, useState, type ReactNode } from "react";
import { SearchField } from "../../ui/SearchField.tsx";
import { VirtualList } from "../../ui/tree/VirtualList.tsx";

interface FilterableFileListProps<File> {
  label: string;
  files: File[];
  /** An optional checkbox beside the search. */
  filter: { label: string; isOnByDefault: boolean; matches: (file: File) => boolean } | undefined;
  formatCount: (shown: number) => string;
  renderFile: (file: File) => ReactNode;
  /** Pixels */
  estimatedHeightPx?: number;
  maxHeight?: number;
  /** Rendered between the search and the list. */
  children?: ReactNode;
}

export function FilterableFileList<File extends { path: string }>(props: FilterableFileListProps<File>) {
  const { label, files, filter, formatCount, renderFile, children, ...sizes } = props;
  const [isFilterOn, setIsFilterOn] = useState(filter?.isOnByDefault ?? false);
  const [search, setSearch] = useState("");
  const searchText = useDeferredValue(search.trim().toLowerCase());
  const found = useMemo(
    () => files.filter(({ path }) => path.toLowerCase().includes(searchText)),
    [files, searchText],
  );
  const shown = filter && isFilterOn ? found.filter(filter.matches) : found;
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 2, rowGap: 0.5, alignItems: "center" }}>
        <SearchField label="Search these files" value={search} onChange={setSearch} />
        {filter && (
          <FormControlLabel
            label={filter.label}
            control={
              <Checkbox
                size="small"
                checked={isFilterOn}
                onChange={({ target }) => setIsFilterOn(target.checked)}
              />
            }
          />
        )}
      </Box>
      {children}
      <Typography role="status" variant="body2" color="textSecondary">
        {formatCount(shown.length)}
      </Typography>
      {shown.length > 0 && <VirtualList label={label} rows={shown} renderRow={renderFile} {...sizes} />}
    </Stack>
  );
}
