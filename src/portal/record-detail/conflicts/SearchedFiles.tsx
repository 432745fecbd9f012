import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useDeferredValue, useMemo, useState, type ReactNode } from "react";
import { SearchField } from "../../ui/SearchField.tsx";
import { VirtualList } from "../../ui/tree/VirtualList.tsx";

interface SearchedFilesProps<File> {
  /** What the list is called. */
  label: string;
  files: File[];
  /** What the box beside the search narrows the files to; undefined where there is none. */
  narrowing: { label: string; isOnAtFirst: boolean; keeps: (file: File) => boolean } | undefined;
  /** Counts the files that are shown. */
  countWords: (shown: number) => string;
  renderFile: (file: File) => ReactNode;
  /** About how high a file is, in pixels. */
  estimate?: number;
  maxHeight?: number;
  /** Stands between the search and the list. */
  children?: ReactNode;
}

/** Files to be searched by their paths, and narrowed to those that matter. */
export function SearchedFiles<File extends { path: string }>(props: SearchedFilesProps<File>) {
  const { label, files, narrowing, countWords, renderFile, children, ...sizes } = props;
  const [isNarrowed, setIsNarrowed] = useState(narrowing?.isOnAtFirst ?? false);
  const [search, setSearch] = useState("");
  const wanted = useDeferredValue(search.trim().toLowerCase());
  const found = useMemo(
    () => files.filter(({ path }) => path.toLowerCase().includes(wanted)),
    [files, wanted],
  );
  const shown = narrowing && isNarrowed ? found.filter(narrowing.keeps) : found;
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 2, rowGap: 0.5, alignItems: "center" }}>
        <SearchField label="Search these files" value={search} onChange={setSearch} />
        {narrowing && (
          <FormControlLabel
            label={narrowing.label}
            control={
              <Checkbox
                size="small"
                checked={isNarrowed}
                onChange={({ target }) => setIsNarrowed(target.checked)}
              />
            }
          />
        )}
      </Box>
      {children}
      <Typography role="status" variant="body2" color="textSecondary">
        {countWords(shown.length)}
      </Typography>
      {shown.length > 0 && <VirtualList label={label} rows={shown} renderRow={renderFile} {...sizes} />}
    </Stack>
  );
}
