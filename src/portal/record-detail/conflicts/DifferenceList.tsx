import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useDeferredValue, useMemo, useState } from "react";
import type { ComparedFile, Difference } from "../../../contract/conflicts/compareUploads.ts";
import { fileSize, visibleText } from "../../ui/format.ts";
import { SearchField } from "../../ui/SearchField.tsx";
import { Mark, type State } from "../../ui/status/StatusBadge.tsx";
import { VirtualList } from "../../ui/tree/VirtualList.tsx";

/** A colour beside the word for each difference. */
const differenceStates: Record<Difference, State | undefined> = {
  changed: "pending",
  new: "good",
  gone: "bad",
  same: undefined,
};

/** File by file, what one upload holds beside another; at first only where they differ. */
export function DifferenceList({ compared, label }: { compared: ComparedFile[]; label: string }) {
  const [isDifferingOnly, setIsDifferingOnly] = useState(true);
  const [search, setSearch] = useState("");
  const wanted = useDeferredValue(search.trim().toLowerCase());
  const rows = useMemo(
    () =>
      compared.filter(
        ({ path, difference }) =>
          (!isDifferingOnly || difference !== "same") && path.toLowerCase().includes(wanted),
      ),
    [compared, isDifferingOnly, wanted],
  );
  return (
    <Stack sx={{ gap: 1, mt: 1.5 }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 2, rowGap: 0.5, alignItems: "center" }}>
        <SearchField label="Search these files" value={search} onChange={setSearch} />
        <FormControlLabel
          label="Only differing"
          control={
            <Checkbox
              size="small"
              checked={isDifferingOnly}
              onChange={(event) => setIsDifferingOnly(event.target.checked)}
            />
          }
        />
      </Box>
      <Typography role="status" variant="body2" color="textSecondary">
        {rows.length.toLocaleString("en-US")} of {compared.length.toLocaleString("en-US")} files shown
      </Typography>
      {rows.length > 0 && (
        <VirtualList
          label={label}
          rows={rows}
          keyOf={({ path }) => path}
          renderRow={(file) => <ComparedRow file={file} />}
        />
      )}
    </Stack>
  );
}

const ComparedRow = ({ file: { path, difference, size, otherSize } }: { file: ComparedFile }) => (
  <Box sx={row}>
    <Mark state={differenceStates[difference]}>{difference}</Mark>
    <Typography component="span" variant="body2" sx={{ flex: "1 1 200px", minWidth: 0 }}>
      <bdi>{visibleText(path)}</bdi>
    </Typography>
    <Typography component="span" variant="body2" color="textSecondary" sx={{ whiteSpace: "nowrap" }}>
      {sizes(size, otherSize)}
    </Typography>
  </Box>
);

function sizes(size: number | undefined, otherSize: number | undefined): string {
  const now = size ?? otherSize ?? 0;
  if (size === undefined || otherSize === undefined || size === otherSize) return fileSize(now);
  return `${fileSize(otherSize)} → ${fileSize(size)}`;
}

const row = { display: "flex", flexWrap: "wrap", columnGap: 1, alignItems: "baseline", px: 1.5, py: 0.5 };
