import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Stack from "@mui/material/Stack";
import { SearchField } from "../../ui/SearchField.tsx";

interface SingleFilterProps {
  search: string;
  onSearch: (search: string) => void;
  isOpenOnly: boolean;
  /** Undefined where nothing can be chosen. */
  onOpenOnly: ((isOpenOnly: boolean) => void) | undefined;
}

/** Which of the contested files are shown. */
export const SingleFilter = ({ search, onSearch, isOpenOnly, onOpenOnly }: SingleFilterProps) => (
  <Stack direction="row" sx={{ flexWrap: "wrap", columnGap: 2, rowGap: 1, alignItems: "center" }}>
    <SearchField label="Search conflicting files" value={search} onChange={onSearch} />
    {onOpenOnly && (
      <FormControlLabel
        label="Only those not chosen yet"
        control={
          <Checkbox
            size="small"
            checked={isOpenOnly}
            onChange={(event) => onOpenOnly(event.target.checked)}
          />
        }
      />
    )}
  </Stack>
);
