import Box from "@mui/material/Box";
import { schemaOf, type Bag } from "../../../contract/fields.ts";
import { displayValue } from "./displayValue.ts";
import { useDisplayLists } from "./useDisplayLists.ts";

/** Every field of a record's metadata under its name, in the schema's order. */
export function MetadataRows({ metadata }: { metadata: Bag }) {
  const lists = useDisplayLists();
  const fields = Object.entries(schemaOf("metadata").properties).filter(
    ([, field]) => field["x-detail"] !== false,
  );
  return (
    <Box component="dl" sx={grid}>
      {fields.map(([name, field]) => (
        <Box key={name} sx={row}>
          <Box component="dt" sx={{ color: "text.secondary", fontSize: "0.9375rem" }}>
            {field.title}
          </Box>
          <Value lines={displayValue(field, metadata[name], lists)} />
        </Box>
      ))}
    </Box>
  );
}

function Value({ lines }: { lines: string[] }) {
  return (
    <Box component="dd" sx={{ m: 0, minWidth: 0, whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
      {lines.length > 1 ? (
        <Box component="ul" sx={{ m: 0, pl: 2.25 }}>
          {lines.map((line, index) => (
            <li key={index}>{line}</li>
          ))}
        </Box>
      ) : (
        (lines[0] ?? "Not given")
      )}
    </Box>
  );
}

const grid = { m: 0 };

const row = {
  display: "grid",
  gridTemplateColumns: { xs: "1fr", sm: "220px 1fr" },
  gap: { xs: 0.25, sm: 2 },
  py: 1,
  borderBottom: 1,
  borderColor: "divider",
  "&:last-of-type": { borderBottom: 0 },
};
