import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
import { Ajv } from "ajv";
import { useState, type ReactNode } from "react";
import { vi } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import {
  buildExampleEntity,
  getSchema,
  type EntitySchema,
  type FieldSchema,
} from "../../../src/contract/schema/fields.ts";
import type { References } from "../../../src/contract/schema/references.ts";
import { parseDate } from "../../../src/contract/wire/parseValues.ts";
import type {
  ContactBook,
  ListedContact,
  SavedContact,
} from "../../../src/portal/form/contacts/contactBook.ts";
import { ContactDialogs } from "../../../src/portal/form/contacts/ContactDialog.tsx";
import { createContactDrafts, type ContactDrafts } from "../../../src/portal/form/contacts/contactDrafts.ts";
import { EntityForm, SchemaForm, type SchemaFormProps } from "../../../src/portal/form/EntityForm.tsx";
import {
  buildServerOptions,
  buildUnitOptions,
  type OptionLists,
} from "../../../src/portal/form/options/optionLists.ts";
import { engineFields, type EngineField } from "./engineFields.ts";

export const references = (overrides: Partial<References> = {}): References => ({
  collections: [],
  agencies: [
    { id: "1", name: "Texas Water Development Board" },
    { id: "2", name: "City of Justin" },
  ],
  software: [
    { name: "Hydrologic Engineering Center River Analysis System", abbreviation: "HEC-RAS" },
    { name: "InfoWorks", abbreviation: "InfoWorks" },
  ],
  contactRoles: [
    { id: "1", name: "Submitter" },
    { id: "3", name: "Curator" },
    { id: "9", name: "Digital Object Creator" },
  ],
  ...overrides,
});

export const contacts = (): ListedContact[] => [
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

export const optionLists = (overrides: OptionLists = {}): OptionLists => ({
  ...buildServerOptions(references()),
  regions: [
    { value: "03", label: "03 Trinity" },
    { value: "06", label: "06 San Jacinto" },
  ],
  counties: ["Denton", "Harris", "Wise"].map((value) => ({ value, label: value })),
  cities: ["Justin", "Roanoke"].map((value) => ({ value, label: value })),
  hydrologicUnits: buildUnitOptions({
    "03": ["120301010101", "120301010102", "120302020202"],
    "06": ["120402020202", "120302020202"],
  }),
  ...overrides,
});

/** The schema's example of every field. */
export const examples = (schema: EntitySchema = getSchema("metadata")): JsonObject =>
  buildExampleEntity(schema);

export const aMetadata = (overrides: JsonObject = {}): JsonObject => ({ ...examples(), ...overrides });

type FormProps = SchemaFormProps & {
  contactBook: ContactBook;
  contactDrafts: ContactDrafts;
};

export const WithContacts = ({ contactBook, contactDrafts, ...props }: FormProps) => (
  <ContactDialogs book={contactBook} options={props.options} drafts={contactDrafts}>
    <SchemaForm {...props} />
  </ContactDialogs>
);

/** The metadata form with a Save button. */
export function renderMetadata(initialValues: JsonObject = aMetadata(), props: Partial<FormProps> = {}) {
  return renderSchema("metadata", initialValues, props);
}

/** Hides all fields of the metadata form but those with these roles: hidden fields cost no rendering. */
export const onlyRoles = (...roles: string[]) => ({
  hiddenFields: Object.entries(getSchema("metadata").properties)
    .filter(([, field]) => !roles.includes(field["x-role"] ?? ""))
    .map(([name]) => name),
});

export function renderSchema(
  schemaName: FormProps["schemaName"],
  initialValues: JsonObject,
  props: Partial<FormProps> = {},
) {
  const onSubmit = vi.fn();
  const onInvalid = vi.fn();
  const onChange = vi.fn();
  const drafts = createContactDrafts();
  const renderAll = (more: Partial<FormProps> = {}) => (
    <WithContacts
      schemaName={schemaName}
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
    </WithContacts>
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

const REFERENCES = references();
const BOOK = contactBook();

function Page({ children }: { children: ReactNode }) {
  const [client] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={client}>
      <main>
        <h1>Page</h1>
        {children}
      </main>
    </QueryClientProvider>
  );
}

type SmallFormProps = Partial<Omit<SchemaFormProps, "schemaName">> & { required?: string[] };

/** A form of a test schema with the given properties. */
export function renderSmallForm(
  properties: Record<string, FieldSchema>,
  { initialValues = {}, required = [], ...props }: SmallFormProps = {},
) {
  const schema: EntitySchema = { $id: "tiny", title: "Tiny", type: "object", required, properties };
  const ajv = new Ajv({ allErrors: true, strict: false, formats: { date: isDate, uri: true } });
  const validators = { tiny: ajv.compile(schema) } as unknown as ValidatorFunctions;
  const callbacks = { onSubmit: vi.fn(), onInvalid: vi.fn(), onChange: vi.fn() };
  const renderAll = (more: SmallFormProps = {}) => (
    <EntityForm
      schema={schema}
      validators={validators}
      initialValues={initialValues}
      options={OPTIONS}
      references={REFERENCES}
      {...callbacks}
      {...props}
      {...more}
    >
      <button type="submit">Save</button>
    </EntityForm>
  );
  const { rerender, container } = render(renderAll(), { wrapper: Page });
  const user = userEvent.setup();
  return {
    user,
    ...callbacks,
    container,
    rerender: (more: SmallFormProps) => rerender(renderAll(more)),
    save: () => user.click(screen.getByRole("button", { name: "Save" })),
    /** The values of the last valid submit. */
    submitted: () => callbacks.onSubmit.mock.lastCall?.[0] as JsonObject | undefined,
  };
}

const OPTIONS = optionLists();

const isDate = (text: string) => /^[1-9]\d{3}-\d\d-\d\d$/.test(text) && parseDate(text) === text;

/** A form of those engine fields that have a key in `values`, whose value may be undefined. */
export function renderFields(
  values: Partial<Record<EngineField, unknown>>,
  props: Omit<SmallFormProps, "initialValues"> = {},
) {
  const names = Object.keys(values) as EngineField[];
  return renderSmallForm(Object.fromEntries(names.map((name) => [name, engineFields[name]])), {
    ...props,
    initialValues: values,
  });
}

/** The error that aria-describedby refers to. */
export function errorOf(input: HTMLElement): string | undefined {
  const ids = (input.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id.endsWith("-error"));
  return ids.map((id) => document.getElementById(id)?.textContent ?? "").join("") || undefined;
}
