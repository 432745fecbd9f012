import Box from "@mui/material/Box";
import { useQuery } from "@tanstack/react-query";
import type { Bag, FieldSchema } from "../../../contract/fields.ts";
import { loadPlaceOptions } from "../../form/optionLists.ts";
import { Columns, EntryList } from "./EntryList.tsx";
import { regionGroups } from "./regionGroups.ts";

/** So many values are seen at a glance, and need not be opened. */
const FEW = 12;

interface GroupedListProps {
  field: FieldSchema;
  entries: string[];
  metadata: Bag;
}

/** Values by region, each group with its count, to be opened and closed. */
export function GroupedList({ field, entries, metadata }: GroupedListProps) {
  const { data: options } = useQuery({
    queryKey: ["place-options"],
    queryFn: loadPlaceOptions,
    staleTime: Infinity,
  });
  if (!options) return <EntryList entries={entries} label={field.title ?? ""} />;
  const groups = regionGroups(field, entries, metadata, options);
  const regions = groups.length === 1 ? "1 region" : `${groups.length} regions`;
  return (
    <>
      {entries.length > 1 && (
        <Box
          sx={{ color: "text.secondary" }}
        >{`${entries.length.toLocaleString("en-US")} in ${regions}`}</Box>
      )}
      {groups.map(({ title, entries: own }) => (
        <Box key={title} component="details" open={entries.length <= FEW} sx={{ mt: 0.5 }}>
          <Box component="summary" sx={summary}>
            {`${title} (${own.length.toLocaleString("en-US")})`}
          </Box>
          <Columns entries={own} />
        </Box>
      ))}
    </>
  );
}

const summary = { cursor: "pointer", py: 0.25, fontWeight: 550, width: "fit-content", maxWidth: "100%" };
