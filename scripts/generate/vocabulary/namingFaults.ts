import {
  comparedBy,
  sectionTitles,
  type EntitySchema,
  type FieldSchema,
} from "../../../src/contract/schema/fields.ts";
import { suggestion } from "../../source/didYouMean.ts";
import { schemaNodes } from "./schemaNodes.ts";
import type { VocabularyFault } from "./vocabularyFault.ts";

/** A name that one node gives, and what it must be a name of. */
interface Naming {
  path: string[];
  name: string | undefined;
}

/** Words that name a field, a section or a name of saves which is not there. */
export function namingFaults(schema: EntitySchema): VocabularyFault[] {
  const fields = Object.keys(schema.properties);
  const top = Object.entries(schema.properties).flatMap(([name, field]) => namedBy(name, field));
  const dangling = top.filter(({ name }) => name !== undefined && !fields.includes(name));
  return [
    ...dangling.map(({ path, name }) => missing(path, name!, fields)),
    ...siblingFaults(schema),
    ...sectionFaults(schema),
    ...onceFaults(schema),
  ];
}

const missing = (path: string[], name: string, fields: string[]): VocabularyFault => ({
  path,
  at: "value",
  message: `${path.findLast((step) => !/^\d+$/.test(step))} names the field "${name}", which does not exist.${suggestion(name, fields)}`,
});

function namedBy(name: string, field: FieldSchema): Naming[] {
  const path = ["properties", name];
  return [
    ...(field["x-clears"] ?? []).map((other, index) => ({
      path: [...path, "x-clears", String(index)],
      name: other,
    })),
    { path: [...path, "x-rules"], name: comparedBy("startsWith", field) },
    { path: [...path, "x-options", "filterBy"], name: field["x-options"]?.filterBy },
    { path: [...path, "x-derived", "from"], name: field["x-derived"]?.from },
  ];
}

/** `required` and the rule `equals` name fields of the object they stand in. */
function siblingFaults(schema: EntitySchema): VocabularyFault[] {
  return schemaNodes(schema).flatMap(({ path, node }) => {
    const known = Object.keys(node.properties ?? {});
    // Conditions speak of the fields of the object they stand in, which others list.
    const isCondition = path.some((step) =>
      ["if", "then", "else", "allOf", "anyOf", "oneOf", "not"].includes(step),
    );
    const names = isCondition ? [...known, ...Object.keys(schema.properties)] : known;
    const required = (node.required ?? []).map((name, index) => ({
      path: [...path, "required", String(index)],
      name,
    }));
    const equal = Object.entries(node.properties ?? {}).map(([name, child]) => ({
      path: [...path, "properties", name, "x-rules"],
      name: comparedBy("equals", child),
    }));
    return [...required, ...equal]
      .filter(({ name }) => name !== undefined && !names.includes(name))
      .map((naming) => missing(naming.path, naming.name!, names));
  });
}

/** A section of one field that is spelt almost like another is no section: the field would stand apart from its like. */
function sectionFaults(schema: EntitySchema): VocabularyFault[] {
  const fields = Object.entries(schema.properties);
  return sectionTitles(schema).flatMap((section) => {
    const named = fields.filter(([, field]) => field["x-section"] === section);
    const others = sectionTitles(schema).filter((other) => other !== section);
    const meant = suggestion(section, others);
    if (named.length > 1 || meant === "") return [];
    const path = ["properties", named[0]![0], "x-section"];
    return [
      { path, at: "value" as const, message: `No other field is in the section "${section}".${meant}` },
    ];
  });
}

/** What is sent once must be sent at all, and must not be what a change is read from. */
function onceFaults(schema: EntitySchema): VocabularyFault[] {
  const further = Object.values(schema.properties).flatMap(({ "x-wire": wire }) =>
    [wire?.write].flat().slice(1),
  );
  const sent = [...further, ...Object.keys(schema["x-wire"]?.constants ?? {})].filter(
    (name) => name !== undefined,
  );
  return (schema["x-wire"]?.once ?? []).flatMap((name, index) =>
    sent.includes(name)
      ? []
      : [
          {
            path: ["x-wire", "once", String(index)],
            at: "value" as const,
            message: `once names "${name}", which is neither a constant nor a further write name of a field.${suggestion(name, sent)}`,
          },
        ],
  );
}
