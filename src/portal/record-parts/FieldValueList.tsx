import Box from "@mui/material/Box";
import type { JsonObject } from "../../contract/json.ts";
import type { FieldSchema } from "../../contract/schema/fields.ts";
import { formatFieldValue, useDisplayLists } from "./formatFieldValue.ts";
import { LinkedText } from "../ui/LinkedText.tsx";

interface FieldValueListProps {
  fields: [name: string, field: FieldSchema][];
  values: JsonObject;
}

/** One line per field with a value. */
export function FieldValueList({ fields, values }: FieldValueListProps) {
  const lists = useDisplayLists();
  const rows = fields
    .map(([name, field]) => ({
      name,
      title: field.title,
      texts: formatFieldValue(field, values[name], lists),
    }))
    .filter(({ texts }) => texts.length > 0);
  if (rows.length === 0) return null;
  return (
    <Box component="dl" sx={listStyles}>
      {rows.map(({ name, title, texts }) => (
        <div key={name}>
          <dt>{title}: </dt>
          <dd>
            <LinkedText text={texts.join(", ")} />
          </dd>
        </div>
      ))}
    </Box>
  );
}

const listStyles = {
  m: 0,
  mt: 0.5,
  fontSize: "0.875rem",
  "& dt, & dd": { display: "inline", m: 0 },
  "& dt": { color: "text.secondary" },
  "& dd": { overflowWrap: "anywhere", unicodeBidi: "isolate", whiteSpace: "pre-line" },
};
