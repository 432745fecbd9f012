import { versionOf, type EntitySchema } from "../../../src/contract/fields.ts";
import { schemaNodes } from "./schemaNodes.ts";
import type { VocabularyFault } from "./vocabularyFault.ts";

/** Changes that tell of a version the schema has not reached: x-version was not raised with them. */
export function versionFaults(schema: EntitySchema): VocabularyFault[] {
  const newest = versionOf(schema);
  return schemaNodes(schema).flatMap(({ path, node }) => {
    const since = node["x-since"];
    const lists = ["x-renamed-from", "x-replaced-values", "x-removed"].flatMap((word) =>
      ((node[word] as { version: number }[] | undefined) ?? []).map(({ version }, index) => ({
        // These name the last version before the change.
        version: version + 1,
        path: [...path, word, String(index), "version"],
      })),
    );
    const all = since ? [...lists, { version: since.version, path: [...path, "x-since", "version"] }] : lists;
    return all
      .filter(({ version }) => version > newest)
      .map((change): VocabularyFault => ({
        path: change.path,
        at: "value",
        message: `This change makes version ${change.version} of the schema, whose x-version is ${newest}: set x-version to ${change.version}.`,
      }));
  });
}
