import Box from "@mui/material/Box";
import { useMemo, type ReactNode } from "react";
import type { JsonObject } from "../../../contract/json.ts";
import { getSchema } from "../../../contract/schema/fields.ts";
import { isWrittenByUser, listAddedMessageFields } from "../../../contract/schema/messageFields.ts";
import { SchemaForm } from "../../form/EntityForm.tsx";
import { buildServerOptions, useReferenceOptions } from "../../form/options/optionLists.ts";
import { useReferences } from "../../providers/useVendorQuery.ts";

interface MessageFormProps {
  onSubmit: (values: JsonObject) => void;
  /** The message's text and the buttons. */
  children: ReactNode;
}

/** The fields that the schema adds to a message, above its text. */
export function MessageForm({ onSubmit, children }: MessageFormProps) {
  const { data: lists } = useReferenceOptions();
  const { data: references } = useReferences();
  const options = useMemo(
    () => ({ ...lists, ...buildServerOptions({ ...references }) }),
    [lists, references],
  );
  const schema = getSchema("message");
  const names = listAddedMessageFields(schema).flatMap(([name, field]) =>
    isWrittenByUser(field) ? [name] : [],
  );
  return (
    <Box sx={{ width: "100%" }}>
      <SchemaForm
        schemaName="message"
        initialValues={{}}
        hiddenFields={Object.keys(schema.properties).filter((name) => !names.includes(name))}
        options={options}
        onSubmit={onSubmit}
      >
        {children}
      </SchemaForm>
    </Box>
  );
}
