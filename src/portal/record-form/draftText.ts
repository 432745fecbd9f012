import { getByPath, setByPath } from "@rjsf/utils";
import { schemaOf, type JsonObject, type EntitySchema } from "../../contract/schema/fields.ts";
import { displayValue, type DisplayLists } from "../displayValue.ts";
import type { Draft, TypedContent } from "../providers/drafts.ts";
import { changesOf } from "./recordWork.ts";

/** A draft's unsaved values as text to read and to take along: one line for each field, then each unsaved contact. */
export function draftText(draft: Draft, saved: JsonObject, lists: DisplayLists): string {
  const linesOf = (schema: EntitySchema, values: JsonObject, names: string[]) =>
    names.map((name) => {
      const field = schema.properties[name] ?? {};
      return `${field.title ?? name}: ${displayValue(field, values[name], lists).join(", ") || "(empty)"}`;
    });
  const values = withHalfTyped(draft);
  const fields = linesOf(schemaOf("metadata"), values, changesOf(draft.typedOver ?? saved, values));
  const schema = schemaOf("contact");
  const contacts = Object.values(draft.contactTexts ?? {}).flatMap(({ halfTyped, ...text }) => {
    const typed = withHalfTyped({ values: text, halfTyped: halfTyped as TypedContent["halfTyped"] });
    return linesOf(
      schema,
      typed,
      Object.keys(typed).filter((name) => name in schema.properties),
    );
  });
  return [...fields, ...contacts].join("\n");
}

/** The values with what is half typed: as the last entry of its list, or in place of a choice, also one on a card. */
export function withHalfTyped({ values, halfTyped = {} }: TypedContent): JsonObject {
  const whole = structuredClone(values);
  for (const [name, text] of Object.entries(halfTyped)) {
    const path = name.split(".");
    const held = getByPath(whole, path);
    setByPath(whole, path, Array.isArray(held) ? [...(held as unknown[]), text] : text);
  }
  return whole;
}
