import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useMemo, useState } from "react";
import type { JsonObject } from "../../../src/contract/json.ts";
import { listFieldsEditedBy } from "../../../src/contract/schema/access.ts";
import { EntityForm } from "../../../src/portal/form/EntityForm.tsx";
import { getFieldRestrictions, type FieldRestrictions } from "../../../src/portal/form/uiSchema.ts";
import type { ContactBook } from "../../../src/portal/record-form/contacts/contactBook.ts";
import { ContactDialogs } from "../../../src/portal/record-form/contacts/ContactDialog.tsx";
import { createContactDrafts } from "../../../src/portal/record-form/contacts/contactDrafts.ts";
import { recordFormExtension } from "../../../src/portal/record-form/recordFormExtension.ts";
import { compileForm } from "./compileForm.ts";
import { buildExampleContacts } from "./exampleContacts.ts";
import type { ViewProps } from "./viewProps.ts";

export const VendorForm = (props: ViewProps) => (
  <FormPreview {...props} restrictions={getFieldRestrictions(props.view.schema, ["vendor"])} />
);

/** As on the record page: only the fields that agency admins edit. */
export function ReviewerForm(props: ViewProps) {
  const { schema } = props.view;
  const names = listFieldsEditedBy("admin", schema);
  if (names.length === 0) return <Alert severity="info">Agency admins edit no field of this schema.</Alert>;
  const hiddenFields = Object.keys(schema.properties).filter((name) => !names.includes(name));
  return <FormPreview {...props} restrictions={{ hiddenFields }} />;
}

interface FormPreviewProps extends ViewProps {
  restrictions: FieldRestrictions;
}

/** The portal's form, compiled from the edited schema in the browser. */
function FormPreview({ view, values, onValues, references, options, restrictions }: FormPreviewProps) {
  const { schema } = view;
  const validators = useMemo(() => compileForm(schema), [schema]);
  const book = useMemo(() => buildExampleBook(values), [values]);
  const [drafts] = useState(createContactDrafts);
  const [isValid, setIsValid] = useState(false);
  const handleChange = (changed: JsonObject) => {
    setIsValid(false);
    onValues(changed);
  };
  return (
    <ContactDialogs book={book} options={options} drafts={drafts}>
      <EntityForm
        schema={schema}
        validators={validators}
        initialValues={values}
        options={options}
        references={references}
        extension={recordFormExtension}
        {...restrictions}
        onChange={handleChange}
        onSubmit={() => setIsValid(true)}
        onInvalid={() => setIsValid(false)}
      >
        <Stack direction="row" sx={{ gap: 2, mt: 3, alignItems: "center" }}>
          <Button type="submit" variant="outlined">
            Check the values
          </Button>
          <span role="status">{isValid && "No errors. The portal would save these values."}</span>
        </Stack>
      </EntityForm>
    </ContactDialogs>
  );
}

const buildExampleBook = (values: JsonObject): ContactBook => ({
  contacts: buildExampleContacts(values),
  saveContact: () => Promise.reject(new Error("The studio saves no contacts.")),
});
