import { schemaOf, type Bag } from "../../src/contract/schema/fields.ts";

const optionOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const fields = Object.keys(schemaOf("contact").properties);

/** One command-line option for each field of a contact, e.g. `first-name`. */
export const contactOptions: string[] = fields.map(optionOf);

/** The contact that the options describe. */
export const contactOf = (options: Bag): Bag =>
  Object.fromEntries(
    fields.map((field) => [field, options[optionOf(field)]]).filter(([, value]) => value !== undefined),
  );
