import { editorsOf, readersOf } from "../../../src/contract/schema/access.ts";
import {
  isShownIn,
  type EntitySchema,
  type FieldSchema,
  type Shown,
} from "../../../src/contract/schema/fields.ts";
import { schemaNodes, wrongName, type VocabularyFault } from "./vocabularyFault.ts";

const PLACES: Shown[] = ["list", "detail", "history", "yaml"];

/**
 * What `x-access` cannot say: of anything but a field of records, of a field that code or a rule needs from everybody,
 * of one that its editors do not read, or of one that vendors do not read and would find somewhere all the same.
 */
export function accessFaults(schema: EntitySchema): VocabularyFault[] {
  return schemaNodes(schema).flatMap(({ path, node }) => {
    if (node["x-access"] === undefined) return [];
    const isField = schema.$id === "metadata" && path.length === 2 && path[0] === "properties";
    const messages = isField
      ? lacks(schema, path[1]!, node)
      : ["is for the fields of metadata.schema.json: nothing else is kept apart by role."];
    return messages.map((message) => wrongName([...path, "x-access"], `x-access ${message}`));
  });
}

function lacks(schema: EntitySchema, name: string, field: FieldSchema): string[] {
  const [readers, editors] = [readersOf(field), editorsOf(field)];
  const blind = editors.filter((party) => !readers.includes(party));
  const needed = [
    ...(field["x-role"] ? [`"x-role": "${field["x-role"]}"`] : []),
    ...(field["x-derived"] ? ['"x-derived"'] : []),
    ...(field["x-from-model"] ? ['"x-from-model"'] : []),
    ...(isRuled(schema, name) ? ["a rule that asks for it"] : []),
  ];
  const shown = PLACES.filter((place) => isShownIn(place, field));
  return [
    ...(blind.length > 0
      ? [`lets ${blind.join(" and ")} edit what they may not read: say who edits it in "edit".`]
      : []),
    ...(needed.length > 0 && !(readers.includes("vendor") && editors.includes("vendor"))
      ? [`keeps "${name}" from its vendor, but it has ${needed.join(" and ")}.`]
      : []),
    ...(!readers.includes("vendor") && shown.length > 0
      ? [`hides "${name}" from vendors: give it "x-hide": ${JSON.stringify(PLACES)} as well.`]
      : []),
  ];
}

/** Whether a rule of the whole document requires a field, or asks for its value. */
const isRuled = (
  { required = [], allOf = [], if: own, then, else: other }: EntitySchema,
  name: string,
): boolean =>
  required.includes(name) ||
  [...allOf, own, then, other].some(
    (rule) => rule !== undefined && JSON.stringify(rule).includes(JSON.stringify(name)),
  );
