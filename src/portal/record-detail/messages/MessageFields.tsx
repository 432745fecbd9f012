import Box from "@mui/material/Box";
import type { Message } from "../../../contract/generated/entities.ts";
import type { JsonObject } from "../../../contract/json.ts";
import { getSchema } from "../../../contract/schema/fields.ts";
import { listAddedMessageFields } from "../../../contract/schema/messageFields.ts";
import { formatFieldValue, useDisplayLists } from "../../formatFieldValue.ts";
import { LinkedText } from "../../ui/LinkedText.tsx";

const addedFields = listAddedMessageFields(getSchema("message"));

/** The values of the fields that the schema adds to a message. */
export const MessageFields = ({ message }: { message: Message }) =>
  addedFields.length > 0 && <AddedFields values={{ ...message }} />;

function AddedFields({ values }: { values: JsonObject }) {
  const lists = useDisplayLists();
  const rows = addedFields
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
  "& dd": { overflowWrap: "anywhere", unicodeBidi: "isolate" },
};
