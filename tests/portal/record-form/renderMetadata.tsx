import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { vi } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import { buildExampleEntity, getSchema, type EntitySchema } from "../../../src/contract/schema/fields.ts";
import { SchemaForm, type SchemaFormProps } from "../../../src/portal/form/EntityForm.tsx";
import type { ContactRow } from "../../../src/portal/providers/resources/contactRow.ts";
import type { ContactBook, SavedContact } from "../../../src/portal/record-form/contacts/contactBook.ts";
import { ContactDialogs } from "../../../src/portal/record-form/contacts/ContactDialog.tsx";
import {
  createContactDrafts,
  type ContactDrafts,
} from "../../../src/portal/record-form/contacts/contactDrafts.ts";
import {
  ExtentServicesContext,
  type ExtentServices,
} from "../../../src/portal/record-form/extent/extentServices.ts";
import { recordFormExtension } from "../../../src/portal/record-form/recordFormExtension.ts";
import { optionLists, Page, references } from "../form/renderForm.tsx";

export const contacts = (): ContactRow[] => [
  {
    id: "12",
    firstName: "Maria",
    lastName: "Ramírez",
    email: "maria@example.com",
    phoneNumber: "512-555-0142",
    agency: "1",
    recordCount: 3,
  },
  {
    id: "40",
    firstName: "Joe",
    lastName: "Reed",
    email: "joe@example.com",
    phoneNumber: "512-555-0143",
    agency: "2",
    recordCount: 1,
  },
];

/** `addContact` and `updateContact` replace the two cases of `saveContact`. */
export type ContactBookOverrides = Partial<ContactBook> & {
  addContact?: (contact: JsonObject) => Promise<SavedContact>;
  updateContact?: (id: string, contact: JsonObject) => Promise<SavedContact>;
};

export const contactBook = ({
  addContact = async () => ({ id: "99" }),
  updateContact = async (id) => ({ id }),
  ...overrides
}: ContactBookOverrides = {}): ContactBook => ({
  contacts: contacts(),
  saveContact: (contact, id) => (id === undefined ? addContact(contact) : updateContact(id, contact)),
  ...overrides,
});

/** The schema's example of every field. */
export const examples = (schema: EntitySchema = getSchema("metadata")): JsonObject =>
  buildExampleEntity(schema);

export const aMetadata = (overrides: JsonObject = {}): JsonObject => ({ ...examples(), ...overrides });

type FormProps = Omit<SchemaFormProps, "schemaName"> &
  ExtentServices & {
    contactBook: ContactBook;
    contactDrafts: ContactDrafts;
  };

export const MetadataForm = ({
  contactBook,
  contactDrafts,
  uploadExtent,
  readExtent,
  ...props
}: FormProps) => (
  <ExtentServicesContext value={{ uploadExtent, readExtent }}>
    <ContactDialogs book={contactBook} options={props.options} drafts={contactDrafts}>
      <SchemaForm {...props} schemaName="metadata" extension={recordFormExtension} />
    </ContactDialogs>
  </ExtentServicesContext>
);

/** The metadata form with a Save button. */
export function renderMetadata(initialValues: JsonObject = aMetadata(), props: Partial<FormProps> = {}) {
  const onSubmit = vi.fn();
  const onInvalid = vi.fn();
  const onChange = vi.fn();
  const drafts = createContactDrafts();
  const renderAll = (more: Partial<FormProps> = {}) => (
    <MetadataForm
      initialValues={initialValues}
      options={optionLists()}
      references={REFERENCES}
      contactBook={BOOK}
      contactDrafts={drafts}
      onSubmit={onSubmit}
      onInvalid={onInvalid}
      onChange={onChange}
      {...props}
      {...more}
    >
      {props.children ?? <button type="submit">Save</button>}
    </MetadataForm>
  );
  const { rerender: rerenderAll, container } = render(renderAll(), { wrapper: Page });
  const user = userEvent.setup();
  return {
    user,
    onSubmit,
    onInvalid,
    onChange,
    container,
    rerender: (more: Partial<FormProps>) => rerenderAll(renderAll(more)),
    save: () => user.click(screen.getByRole("button", { name: "Save" })),
    /** The values of the last valid submit. */
    submitted: () => onSubmit.mock.lastCall?.[0] as JsonObject | undefined,
  };
}

/** Hides all fields of the metadata form but those with these roles: hidden fields cost no rendering. */
export const onlyRoles = (...roles: string[]) => ({
  hiddenFields: Object.entries(getSchema("metadata").properties)
    .filter(([, field]) => !roles.includes(field["x-role"] ?? ""))
    .map(([name]) => name),
});

const REFERENCES = references();
const BOOK = contactBook();
