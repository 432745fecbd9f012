import { isDeepStrictEqual } from "node:util";
import { versionOf, type EntitySchema, type FieldSchema } from "../../../src/contract/schema/fields.ts";
import { choicesOf } from "../../../src/contract/schema/fieldSchema.ts";
import { goneFields, yamlNames } from "../../schema-diff/neededMigrations.ts";
import {
  schemaNodes,
  takes,
  wrongName,
  wrongValue,
  type SchemaNode,
  type VocabularyFault,
} from "./vocabularyFault.ts";

/** Changes that the schema has no version for, that would lose a value, or that put a wrong one in its place. */
export function versionFaults(schema: EntitySchema): VocabularyFault[] {
  return [
    ...schemaNodes(schema).flatMap((place) => [
      ...unreached(place, versionOf(schema)),
      ...misplaced(place),
      ...wrongReplacements(place),
      ...wrongSince(place),
    ]),
    ...lostNames(schema),
  ];
}

/** Changes that tell of a version the schema has not reached: its version was not raised with them. */
function unreached({ path, node }: SchemaNode, newest: number): VocabularyFault[] {
  const { since, ...changes } = node["x-changes"] ?? {};
  const at = [...path, "x-changes"];
  const lists = (["renamed", "replaced", "removed"] as const).flatMap((word) =>
    (changes[word] ?? []).map(({ version }, index) => ({
      // These name the last version before the change.
      version: version + 1,
      path: [...at, word, String(index), "version"],
    })),
  );
  const all = since ? [...lists, { version: since.version, path: [...at, "since", "version"] }] : lists;
  return all
    .filter(({ version }) => version > newest)
    .map((change): VocabularyFault =>
      wrongValue(
        change.path,
        `This change makes version ${change.version} of the schema, whose version is ${newest}: set the version in its x-changes to ${change.version}.`,
      ),
    );
}

/** Names and first values are those of whole fields: nothing below one is looked at. */
function misplaced({ path, node }: SchemaNode): VocabularyFault[] {
  const isField = path.length === 2 && path[0] === "properties";
  return (["since", "renamed"] as const)
    .filter((word) => !isField && node["x-changes"]?.[word] !== undefined)
    .map((word) =>
      wrongName(
        [...path, "x-changes", word],
        `"${word}" is for the fields of the schema itself, and not for what is in them.`,
      ),
    );
}

const takenHere = (node: FieldSchema) => {
  const choices = choicesOf(node);
  return choices.length > 0 ? ` It takes ${choices.map(({ value }) => String(value)).join(", ")}.` : "";
};

function wrongReplacements({ path, node }: SchemaNode): VocabularyFault[] {
  const replacements = node["x-changes"]?.replaced;
  if (!replacements) return [];
  const isTaken = takes(node);
  return replacements.flatMap(({ from, to }, index) => {
    const at = [...path, "x-changes", "replaced", String(index)];
    // What a value was replaced by may itself have been replaced since.
    const isReplaced = replacements.some((later, place) => place !== index && later.from === to);
    const wrong: VocabularyFault[] =
      isTaken(to) || isReplaced
        ? []
        : [wrongValue([...at, "to"], `${JSON.stringify(to)} is no value of this field.${takenHere(node)}`)];
    const isStill = !node.items && choicesOf(node).some(({ value }) => value === from);
    if (typeof from === "object" && from !== null)
      wrong.push(
        wrongValue(
          [...at, "from"],
          "Only single values are replaced: put this beside the entries' rules, in items.",
        ),
      );
    return isStill
      ? [
          ...wrong,
          wrongValue(
            [...at, "from"],
            `${JSON.stringify(from)} is still a choice: take it out, or mark it "deprecated" in a oneOf.`,
          ),
        ]
      : wrong;
  });
}

function wrongSince({ path, node }: SchemaNode): VocabularyFault[] {
  const value = node["x-changes"]?.since?.value;
  if (value === undefined || takes(node)(value)) return [];
  const message = `${JSON.stringify(value)} is no value of this field.${takenHere(node)}`;
  return [wrongValue([...path, "x-changes", "since", "value"], message)];
}

/** Earlier names that two fields claim, of which two become one, or that a field of today has. */
function lostNames(schema: EntitySchema): VocabularyFault[] {
  const names = Object.entries(schema.properties).flatMap(([field, node]) =>
    (node["x-changes"]?.renamed ?? []).flatMap(({ version, name }, index) =>
      name === undefined
        ? []
        : [{ field, version, name, path: ["properties", field, "x-changes", "renamed", String(index)] }],
    ),
  );
  const renamed = names.flatMap((one, index): VocabularyFault[] => {
    const others = names.slice(0, index).filter(({ version }) => version === one.version);
    const split = others.find(({ name }) => name === one.name);
    const merged = others.find(({ field }) => field === one.field);
    return [
      ...(split
        ? [
            wrongValue(
              one.path,
              `"${one.name}" cannot become both "${split.field}" and "${one.field}": rename it to one of them, and give the other a "since" in its x-changes.`,
            ),
          ]
        : []),
      ...(merged
        ? [
            wrongValue(
              one.path,
              `"${merged.name}" and "${one.name}" cannot both become "${one.field}", which would keep one of their values: rename one, and keep the other or list it as "removed".`,
            ),
          ]
        : []),
      ...stillThere(schema, one.name, one.version, one.path),
    ];
  });
  const removed = (schema["x-changes"]?.removed ?? []).flatMap(({ name, version }, index) =>
    stillThere(schema, name, version, ["x-changes", "removed", String(index), "name"]),
  );
  return [...renamed, ...removed];
}

/** A name that a field left may be another's since: that field then says from when. */
function stillThere(schema: EntitySchema, name: string, version: number, path: string[]): VocabularyFault[] {
  const today = schema.properties[name];
  const isNew = today?.["x-changes"]?.since?.version === version + 1;
  const isRenamed = today?.["x-changes"]?.renamed?.some(
    (change) => change.version === version && change.name,
  );
  if (!today || isNew || isRenamed) return [];
  return [
    wrongValue(
      path,
      `"${name}" is a field of today, whose stored values would be lost: take this out, or give that field "x-changes": {"since": {"version": ${version + 1}}}.`,
    ),
  ];
}

/**
 * What an edit would do to stored documents and to metadata files of the edition before it, where the schema does not
 * say how they are read: a field gone without a word, another attribute, text where a number was.
 *
 * @param before the edition that was generated last
 */
export function editionFaults(before: EntitySchema, after: EntitySchema): VocabularyFault[] {
  if (before["x-changes"]?.version === undefined) return [];
  const version = versionOf(before);
  const unsaid = [...goneFields(before, after, version), ...yamlNames(before, after, version)];
  return [
    ...unsaid.map((message): VocabularyFault => wrongName(["properties"], message)),
    ...(versionOf(after) < version
      ? [
          wrongValue(
            ["x-changes", "version"],
            `Documents are stored under version ${version}: the version cannot go back.`,
          ),
        ]
      : []),
    ...otherKinds(before, after),
  ];
}

function otherKinds(before: EntitySchema, after: EntitySchema): VocabularyFault[] {
  return Object.entries(after.properties).flatMap(([name, field]) => {
    const earlier = (field["x-changes"]?.renamed ?? []).flatMap((change) => change.name ?? []);
    const old =
      before.properties[name] ?? before.properties[earlier.find((was) => before.properties[was]) ?? ""];
    if (!old || isDeepStrictEqual(kindOf(old), kindOf(field))) return [];
    const message = `"${name}" held ${kindOf(old)} and is ${kindOf(field)} now: what is stored would be refused. Give the new kind a field of its own, and list this one as "removed" in the schema's x-changes.`;
    return [wrongValue(["properties", name, "type"], message)];
  });
}

/** What a field's values are at bottom. A whole number is a number, and what may be missing is what it is. */
function kindOf({ type, items }: FieldSchema): string {
  const [kind = "any value"] = [type].flat().filter((name) => name !== "null");
  if (kind === "array" && items?.type !== undefined) return `array of ${kindOf(items)}`;
  return kind === "integer" ? "number" : kind;
}
