import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { schemaOf, type Bag } from "../../contract/fields.ts";
import type { RecordRow } from "../providers/recordsDialect.ts";
import { SpatialExtent } from "./extent/SpatialExtent.tsx";
import { detailSections } from "./metadata/detailSections.ts";
import { MetadataValue } from "./metadata/MetadataValue.tsx";
import { useDisplayLists } from "./useDisplayLists.ts";

interface MetadataRowsProps {
  record: RecordRow;
  /** Only the beginning of each value, and nothing that takes the focus. */
  isBrief: boolean;
}

/** Every field of a record's metadata under its name, in the sections and the order of the schema. */
export function MetadataRows({ record, isBrief }: MetadataRowsProps) {
  const lists = useDisplayLists();
  const metadata: Bag = record.currentMetadata;
  return detailSections(schemaOf("metadata")).map(({ title, fields }) => (
    <Box key={title} sx={{ "&:not(:first-of-type)": { mt: 3 } }}>
      <Typography variant="h3" sx={sectionTitle}>
        {title}
      </Typography>
      <Box component="dl" sx={{ m: 0 }}>
        {fields.map(([name, field]) => (
          <Box key={name} sx={row}>
            <Box component="dt" sx={{ color: "text.secondary", fontSize: "0.9375rem" }}>
              {field.title}
            </Box>
            <Box component="dd" sx={valueCell}>
              <MetadataValue {...{ field, metadata, lists, isBrief }} value={metadata[name]} />
              {field["x-role"] === "extent" && !isBrief && Boolean(metadata[name]) && (
                <SpatialExtent record={record} />
              )}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  ));
}

const sectionTitle = { pb: 0.5, borderBottom: 1, borderColor: "divider" };

const row = {
  display: "grid",
  gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "200px minmax(0, 1fr)" },
  gap: { xs: 0.25, sm: 2 },
  py: 1,
  borderBottom: 1,
  borderColor: "divider",
  "&:last-of-type": { borderBottom: 0 },
};

const valueCell = { m: 0, minWidth: 0, whiteSpace: "pre-line", overflowWrap: "anywhere" };
