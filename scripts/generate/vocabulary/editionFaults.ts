import { isDeepStrictEqual } from "node:util";
import { versionOf, type EntitySchema, type FieldSchema } from "../../../src/contract/schema/fields.ts";
import { goneFields, yamlNames } from "../../schema-diff/neededMigrations.ts";
import type { VocabularyFault } from "./vocabularyFault.ts";

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
    ...unsaid.map((message): VocabularyFault => ({ path: ["properties"], at: "name", message })),
    ...(versionOf(after) < version
      ? [
          {
            path: ["x-changes", "version"],
            at: "value" as const,
            message: `Documents are stored under version ${version}: the version cannot go back.`,
          },
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
    return [{ path: ["properties", name, "type"], at: "value" as const, message }];
  });
}

/** What a field's values are at bottom. A whole number is a number, and what may be missing is what it is. */
function kindOf({ type, items }: FieldSchema): string {
  const [kind = "any value"] = [type].flat().filter((name) => name !== "null");
  if (kind === "array" && items?.type !== undefined) return `array of ${kindOf(items)}`;
  return kind === "integer" ? "number" : kind;
}
