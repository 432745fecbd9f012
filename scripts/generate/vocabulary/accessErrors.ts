import type { AccessRole } from "../../../src/contract/generated/vocabulary.ts";
import { editRolesOf, readRolesOf } from "../../../src/contract/schema/access.ts";
import {
  isVisibleIn,
  type EntitySchema,
  type FieldSchema,
  type FieldView,
} from "../../../src/contract/schema/fields.ts";
import { listSchemaNodes, errorAtName, type SchemaError } from "./schemaError.ts";

const SHOWN_IN: FieldView[] = ["list", "detail", "history", "yaml"];
const ACCESS_ROLE_NAMES: Record<AccessRole, string> = { vendor: "Vendors", admin: "Admins" };

/** Reports x-access on the wrong node, or with roles that contradict other keywords of the field. */
export function findAccessErrors(schema: EntitySchema): SchemaError[] {
  return listSchemaNodes(schema).flatMap(({ path, node }) => {
    if (node["x-access"] === undefined) return [];
    const isField = schema.$id === "metadata" && path.length === 2 && path[0] === "properties";
    const messages = isField
      ? describeConflicts(schema, path[1]!, node)
      : ["x-access works only on the top-level fields of metadata.schema.json."];
    return messages.map((message) => errorAtName([...path, "x-access"], message));
  });
}

function describeConflicts(schema: EntitySchema, name: string, field: FieldSchema): string[] {
  const [readers, editors] = [readRolesOf(field), editRolesOf(field)];
  const withoutRead = editors.filter((party) => !readers.includes(party));
  const reasons = [
    ...(field["x-role"] ? [`"x-role": "${field["x-role"]}"`] : []),
    ...(field["x-derived"] ? ['"x-derived"'] : []),
    ...(field["x-from-model"] ? ['"x-from-model"'] : []),
    ...(isUsedByRule(schema, name) ? ["a rule that uses it"] : []),
  ];
  const shown = SHOWN_IN.filter((view) => isVisibleIn(view, field));
  return [
    ...(withoutRead.length > 0
      ? [
          `${withoutRead.map((party) => ACCESS_ROLE_NAMES[party]).join(" and ")} could edit a field they cannot see. Add "edit": ${JSON.stringify(readers)}.`,
        ]
      : []),
    ...(reasons.length > 0 && !(readers.includes("vendor") && editors.includes("vendor"))
      ? [`Vendors must be able to read and edit "${name}", because it has ${reasons.join(" and ")}.`]
      : []),
    ...(!readers.includes("vendor") && shown.length > 0
      ? [
          `Vendors cannot read "${name}", so it must not be shown to them: add "x-hide": ${JSON.stringify(SHOWN_IN)}.`,
        ]
      : []),
  ];
}

const isUsedByRule = (
  { required = [], allOf = [], if: own, then, else: other }: EntitySchema,
  name: string,
): boolean =>
  required.includes(name) ||
  [...allOf, own, then, other].some(
    (rule) => rule !== undefined && JSON.stringify(rule).includes(JSON.stringify(name)),
  );
