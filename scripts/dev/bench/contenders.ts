import { getFieldNameByRole, getSchema } from "../../../src/contract/schema/fields.ts";
import type { Shown } from "./probe.ts";
import { largestRegion } from "./units.ts";

/** A form that is measured: where it is, and where in it the measured things are. Fields have the same ids in both. */
export interface Contender {
  name: string;
  /** Its page with the largest record. */
  record: string;
  /** Its page without values, with all hydrologic units to choose from. */
  empty: string;
  storage: Record<string, string>;
  /** What opens the list of units. */
  unitsOpener: string;
  /** Shown when saving found faults. */
  faults: Shown;
  save: string;
  /** Whether its list of units can be searched. */
  canSearch: boolean;
}

const schema = getSchema("metadata");
const idOf = (field: string) => `#metadata_${field}`;
const fieldWhere = (isIt: (field: (typeof schema.properties)[string]) => boolean) =>
  Object.entries(schema.properties).find(([, field]) => isIt(field))![0];

/** The measured fields, by what they are in the schema. */
export const measured = {
  line: idOf(getFieldNameByRole(schema, "title")),
  text: idOf(getFieldNameByRole(schema, "summary")),
  identifier: idOf(getFieldNameByRole(schema, "identifier")),
  units: idOf(fieldWhere((field) => field["x-options"]?.source === "hydrologicUnits")),
};

/** The portal's form. */
export const portalForm = (url: string, recordId: string, storage: Record<string, string>): Contender => ({
  name: "portal",
  record: `${url}/metadata_app/app/form/${recordId}`,
  empty: `${url}/metadata_app/app/form/new`,
  storage,
  unitsOpener: measured.units,
  faults: { selector: "[aria-labelledby=metadata-errors] li" },
  save: "button[type=submit][value=save]",
  canSearch: true,
});

/** RJSF's own form with its Material UI theme. */
export const plainForm = (url: string): Contender => ({
  name: "plain",
  record: `${url}/plain-form/?region=${largestRegion}`,
  empty: `${url}/plain-form/?empty`,
  storage: {},
  unitsOpener: `:has(> ${measured.units}), ${measured.units}[role=combobox]`,
  faults: { selector: ".MuiPaper-root .MuiListItem-root" },
  save: "button[type=submit]",
  canSearch: false,
});
