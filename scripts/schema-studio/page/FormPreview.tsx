import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useMemo, useState, type ReactNode } from "react";
import type { JsonObject } from "../../../src/contract/json.ts";
import { listFieldsEditedBy } from "../../../src/contract/schema/access.ts";
import type { EntitySchema } from "../../../src/contract/schema/fields.ts";
import { listComposerFields } from "../../../src/contract/schema/messageFields.ts";
import { EntityForm } from "../../../src/portal/form/EntityForm.tsx";
import type { FormExtension } from "../../../src/portal/form/formExtension.ts";
import { getFieldRestrictions, type FieldRestrictions } from "../../../src/portal/form/uiSchema.ts";
import { MessageTextField } from "../../../src/portal/record-detail/messages/MessageTextField.tsx";
import type { ContactBook } from "../../../src/portal/record-form/contacts/contactBook.ts";
import { ContactDialogs } from "../../../src/portal/record-form/contacts/ContactDialog.tsx";
import { createContactDrafts } from "../../../src/portal/record-form/contacts/contactDrafts.ts";
import { recordFormExtension } from "../../../src/portal/record-form/recordFormExtension.ts";
import {
  buildSubjectOptions,
  HIDDEN_REJECTION_FIELDS,
  reasonsFormExtensions,
  SubjectsContext,
} from "../../../src/portal/review/reasonsFormExtension.tsx";
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
  return <FormPreview {...props} restrictions={showOnly(names, schema)} />;
}

/** As in the thread of a record: the added fields above the text. */
export function ComposerForm(props: ViewProps) {
  const { view, values, onValues } = props;
  const { content = "" } = values as { content?: string };
  return (
    <FormPreview
      {...props}
      restrictions={showOnly(listComposerFields(view.schema), view.schema)}
      onValues={(changed) => onValues({ ...changed, content })}
    >
      <MessageTextField value={content} onType={(text) => onValues({ ...values, content: text })} />
    </FormPreview>
  );
}

/** As in the review: the changes to request. */
export function ReasonsForm(props: ViewProps) {
  const subjects = useMemo(() => buildSubjectOptions([]), []);
  return (
    <SubjectsContext value={subjects}>
      <FormPreview
        {...props}
        restrictions={{ hiddenFields: HIDDEN_REJECTION_FIELDS }}
        extension={reasonsFormExtensions.requestChanges}
      />
    </SubjectsContext>
  );
}

/** As in the review: only agency admins fill it in. */
export const ChecklistForm = (props: ViewProps) => <FormPreview {...props} restrictions={{}} />;

const showOnly = (names: string[], { properties }: EntitySchema): FieldRestrictions => ({
  hiddenFields: Object.keys(properties).filter((name) => !names.includes(name)),
});

interface FormPreviewProps extends ViewProps {
  restrictions: FieldRestrictions;
  extension?: FormExtension;
  /** Below the fields. */
  children?: ReactNode;
}

/** The portal's form, compiled from the edited schema in the browser. */
function FormPreview({ view, values, onValues, children, ...props }: FormPreviewProps) {
  const { references, options, restrictions, extension = recordFormExtension } = props;
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
        extension={extension}
        {...restrictions}
        onChange={handleChange}
        onSubmit={() => setIsValid(true)}
        onInvalid={() => setIsValid(false)}
      >
        {children}
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
