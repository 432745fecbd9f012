import Box from "@mui/material/Box";
import { useRef, type ReactNode } from "react";
import type { FieldError } from "../../../contract/rules/fieldErrors.ts";
import type { JsonObject } from "../../../contract/json.ts";
import { getSchema } from "../../../contract/schema/fields.ts";
import { listComposerFields } from "../../../contract/schema/messageFields.ts";
import { SchemaForm } from "../../form/EntityForm.tsx";
import type { FormHandle } from "../../form/formProps.ts";
import { useFormOptions } from "../../record-parts/useFormOptions.ts";

interface MessageFormProps {
  /** Read once. */
  initialValues: JsonObject;
  serverErrors: FieldError[];
  onChange: (values: JsonObject) => void;
  onSubmit: (values: JsonObject) => void;
  /** The message's text and the buttons. */
  children: ReactNode;
}

/** The fields that the schema adds to a message, above its text. */
export function MessageForm({ onChange, children, ...props }: MessageFormProps) {
  const { options } = useFormOptions();
  const schema = getSchema("message");
  const names = listComposerFields(schema);
  const form = useRef<FormHandle>(null);
  const handleChange = () => form.current && onChange(form.current.snapshot());
  return (
    <Box sx={{ width: "100%" }} onChange={handleChange}>
      <SchemaForm
        {...props}
        ref={form}
        schemaName="message"
        hiddenFields={Object.keys(schema.properties).filter((name) => !names.includes(name))}
        options={options}
        onChange={handleChange}
      >
        {children}
      </SchemaForm>
    </Box>
  );
}
