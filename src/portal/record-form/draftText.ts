import { getByPath, setByPath } from "@rjsf/utils";
import { schemaOf, type Bag, type EntitySchema, type FieldSchema } from "../../contract/schema/fields.ts";
import type { ContactRole } from "../../contract/generated/entities.ts";
import { contactText, type ListedContact } from "../form/contacts/contactBook.ts";
import { unknownContact, type ContactRow } from "../form/contacts/contactRows.ts";
import { unlistedLabel, type OptionLists } from "../form/options/optionLists.ts";
import { cellText } from "../../contract/schema/cellText.ts";
import type { Draft } from "../providers/drafts.ts";
import { changesOf } from "./recordWork.ts";

/** The lists that say codes and ids in words, as far as they have come. */
export interface Names {
  options: OptionLists;
  contacts: ListedContact[];
  roles: ContactRole[];
}

type Typed = Pick<Draft, "values" | "typedOver" | "contactTexts" | "halfTyped">;

/** A draft's unsaved values as text to read and to take along: one line for each field, then each unsaved contact. */
export function draftText(draft: Typed, saved: Bag, names: Names) {
  const metadata = schemaOf("metadata");
  const values = withHalfTyped(draft);
  const fields = changesOf(draft.typedOver ?? saved, values).map((name) =>
    lineOf(metadata, name, values, names),
  );
  const contact = schemaOf("contact");
  const contactTexts = Object.values(draft.contactTexts ?? {}).map(({ halfTyped, ...typed }) =>
    withHalfTyped({ values: typed, halfTyped: halfTyped as Typed["halfTyped"] }),
  );
  const contacts = contactTexts.flatMap((typed) =>
    Object.keys(typed)
      .filter((name) => name in contact.properties)
      .map((name) => lineOf(contact, name, typed, names)),
  );
  return [...fields, ...contacts].join("\n");
}

/** The values with what is half typed: as the last entry of its list, or in place of a choice, also one on a card. */
export function withHalfTyped({ values, halfTyped = {} }: Typed): Bag {
  const whole = structuredClone(values);
  for (const [name, text] of Object.entries(halfTyped)) {
    const path = name.split(".");
    const held = getByPath(whole, path);
    setByPath(whole, path, Array.isArray(held) ? [...(held as unknown[]), text] : text);
  }
  return whole;
}

function lineOf(schema: EntitySchema, name: string, values: Bag, names: Names): string {
  const field = schema.properties[name] ?? {};
  return `${field.title ?? name}: ${wordsOf(field, values[name], names) || "(empty)"}`;
}

/** A value as people read it. */
export function wordsOf(field: FieldSchema, value: unknown, names: Names): string {
  const source = field["x-options"]?.source ?? "";
  const list = names.options[source];
  const isOfContacts = field["x-role"] === "contacts";
  if (!list && !isOfContacts) return cellText(field, value);
  const entries = [value ?? []].flat();
  if (isOfContacts) return entries.map((row) => contactWords(row as ContactRow, names)).join(", ");
  const labels = new Map(list!.map((option) => [option.value, option.label]));
  return entries
    .map(String)
    .map((entry) => labels.get(entry) ?? unlistedLabel(source, entry))
    .join(", ");
}

function contactWords(row: ContactRow, { contacts, roles }: Names): string {
  const contact = contacts.find(({ id }) => id === row.contactId);
  if (!contact) return unknownContact(row);
  return `${contactText(contact).name} (${roles.find(({ id }) => id === row.roleId)?.name ?? row.roleId})`;
}
