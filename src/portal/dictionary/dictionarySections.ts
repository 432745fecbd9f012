import { dataDictionary, type DictionaryRow } from "../../contract/schema/dataDictionary.ts";
import { sectionTitles, type EntitySchema } from "../../contract/schema/fields.ts";

export interface DictionarySection {
  title: string;
  rows: DictionaryRow[];
}

/** Fields of no section are those that nobody types. */
const UNTYPED = "Filled in by the portal";

/** Every field of a schema under the sections of its form, in their order; fields that nobody types come last. */
export function dictionarySections(schema: EntitySchema): DictionarySection[] {
  const rows = dataDictionary(schema);
  const titles = [...sectionTitles(schema), undefined];
  return titles
    .map((title) => ({
      title: title ?? UNTYPED,
      rows: rows.filter(({ section }) => section === title),
    }))
    .filter((section) => section.rows.length > 0);
}

/** The fields that hold every word of a search somewhere: in a name, the help, a rule, a wording or a choice. */
export function sectionsWith(sections: DictionarySection[], search: string): DictionarySection[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return sections;
  return sections
    .map(({ title, rows }) => ({
      title,
      rows: rows.filter((row) => {
        const text = searchText(row);
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ rows }) => rows.length > 0);
}

const searchText = ({ name, label, help, kind, rules, choices, read, write, yaml }: DictionaryRow): string =>
  [
    ...[name, label, help, kind, yaml ?? ""],
    ...rules.map(({ rule, wording = "" }) => `${rule} ${wording}`),
    ...[...choices, ...read, ...write],
  ]
    .join("\n")
    .toLowerCase();
