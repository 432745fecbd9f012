import { fieldWithRole, type FieldSchema } from "../../contract/fields.ts";
import { splitRows } from "./contactRows.ts";
import type { FormController } from "./formController.ts";

/** Where the user finds a fault. */
export interface FaultPlace {
  /** The field it is shown at. */
  field: string;
  /** The number of the card it is on, where the field is a list of cards. */
  card?: number;
}

/** The originator stands among the contacts, and is shown by a field of its own. */
export function faultPlace(controller: FormController, [field = "", step]: string[]): FaultPlace {
  const { schema } = controller;
  const index = Number(step ?? NaN);
  if (Number.isNaN(index) || !isOfCards(schema.properties[field])) return { field };
  if (schema.properties[field]?.["x-role"] !== "contacts") return { field, card: index + 1 };
  const { ordinary, originator } = splitRows(controller.get().values[field], controller.getReferences());
  return originator?.index === index
    ? { field: fieldWithRole(schema, "originator") }
    : { field, card: ordinary.findIndex((placed) => placed.index === index) + 1 };
}

const isOfCards = (field: FieldSchema | undefined) => field?.items?.properties !== undefined;
