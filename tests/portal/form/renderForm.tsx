import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
import { Ajv } from "ajv";
import { useState, type ReactNode } from "react";
import { vi } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import type { EntitySchema, FieldSchema } from "../../../src/contract/schema/fields.ts";
import type { References } from "../../../src/contract/schema/references.ts";
import { parseDate } from "../../../src/contract/wire/parseValues.ts";
import { EntityForm, SchemaForm, type SchemaFormProps } from "../../../src/portal/form/EntityForm.tsx";
import type { EntityFormProps } from "../../../src/portal/form/formProps.ts";
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

export const optionLists = (overrides: OptionLists = {}): OptionLists => ({
  ...buildServerOptions(references()),
  contactRoles: [
    { value: "1", label: "Submitter" },
    { value: "3", label: "Curator" },
  ],
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

const REFERENCES = references();

export function Page({ children }: { children: ReactNode }) {
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

type RenderForm = (props: Omit<EntityFormProps, "schema" | "validators" | "initialValues">) => ReactNode;

/** Renders a form with a Save button. */
function renderControlled(renderForm: RenderForm, props: SmallFormProps) {
  const callbacks = { onSubmit: vi.fn(), onInvalid: vi.fn(), onChange: vi.fn() };
  const children = <button type="submit">Save</button>;
  const defaults = { options: OPTIONS, references: REFERENCES, children, ...callbacks };
  const renderAll = (more: SmallFormProps = {}) => renderForm({ ...defaults, ...props, ...more });
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

/** A form of a test schema with the given properties. */
export function renderSmallForm(
  properties: Record<string, FieldSchema>,
  { initialValues = {}, required = [], ...more }: SmallFormProps = {},
) {
  const schema: EntitySchema = { $id: "tiny", title: "Tiny", type: "object", required, properties };
  const ajv = new Ajv({ allErrors: true, strict: false, formats: { date: isDate, uri: true } });
  const validators = { tiny: ajv.compile(schema) } as unknown as ValidatorFunctions;
  return renderForm(schema, validators, { initialValues, ...more });
}

export const renderForm = (
  schema: EntitySchema,
  validators: ValidatorFunctions,
  { initialValues = {}, ...more }: SmallFormProps = {},
) => renderControlled((props) => <EntityForm {...props} {...{ schema, validators, initialValues }} />, more);

export const renderSchema = (schemaName: SchemaFormProps["schemaName"], props: SmallFormProps = {}) =>
  renderControlled((given) => <SchemaForm {...given} schemaName={schemaName} initialValues={{}} />, props);

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
