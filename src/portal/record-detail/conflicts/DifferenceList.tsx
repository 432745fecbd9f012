import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ComparedFile, Difference } from "../../../contract/conflicts/compareUploads.ts";
import { fileSize, visibleText } from "../../ui/format.ts";
import { Mark, type State } from "../../ui/status/StatusBadge.tsx";
import { SearchedFiles } from "./SearchedFiles.tsx";

/** A colour beside the word for each difference. */
const differenceStates: Record<Difference, State | undefined> = {
  changed: "pending",
  new: "good",
  gone: "bad",
  same: undefined,
};

/** File by file, what one upload holds beside another; at first only where they differ. */
export const DifferenceList = ({ compared, label }: { compared: ComparedFile[]; label: string }) => (
  <Box sx={{ mt: 1.5 }}>
    <SearchedFiles
      label={label}
      files={compared}
      narrowing={ONLY_DIFFERING}
      countWords={(shown) =>
        `${shown.toLocaleString("en-US")} of ${compared.length.toLocaleString("en-US")} files shown`
      }
      renderFile={(file) => <ComparedRow file={file} />}
    />
  </Box>
);

const ONLY_DIFFERING = {
  label: "Only differing",
  isOnAtFirst: true,
  keeps: ({ difference }: ComparedFile) => difference !== "same",
};

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
