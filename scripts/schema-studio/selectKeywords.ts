import type { FieldSchema } from "../../src/contract/schema/fields.ts";

/** Some keywords of a field, each rule with its message. That of `required` goes with the label. */
export function selectKeywords(field: FieldSchema, isSelected: (keyword: string) => boolean): FieldSchema {
  const { "x-messages": messages = {}, ...keywords } = field;
  return {
    ...(filterKeys(keywords, isSelected) as FieldSchema),
    ...toMessages(filterKeys(messages, (rule) => isSelected(rule === "required" ? "title" : rule))),
  };
}

/** The keywords of the second field replace those of the first. */
export const mergeKeywords = (one: FieldSchema, other: FieldSchema): FieldSchema => ({
  ...one,
  ...other,
  ...toMessages({ ...one["x-messages"], ...other["x-messages"] }),
});

const filterKeys = <Value>(from: Record<string, Value>, isKept: (key: string) => boolean) =>
  Object.fromEntries(Object.entries(from).filter(([key]) => isKept(key)));

const toMessages = (messages: Record<string, string>): FieldSchema =>
  Object.keys(messages).length > 0 ? { "x-messages": messages } : {};
