import type { EntitySchema, FieldSchema } from "./fields.ts";
import { messages } from "./messages.ts";

/** What Ajv and RJSF both say of a broken keyword. */
export interface BrokenKeyword {
  keyword: string;
  schemaPath: string;
  params: Record<string, unknown>;
  message?: string;
}

/** The wording of a broken keyword: the schema's own, else the portal's for required values, else Ajv's. */
export function wordingOf(schema: EntitySchema, broken: BrokenKeyword): string {
  const owner = nodeAt(schema, broken.schemaPath);
  if (broken.keyword === "required")
    return missing(owner?.properties?.[String(broken.params.missingProperty)]);
  const own = owner?.["x-messages"]?.[broken.keyword];
  if (own !== undefined) return own;
  if (isEmptiness(broken)) return missing(owner);
  return broken.message ?? messages.generic;
}

function missing(field: FieldSchema | undefined): string {
  return (
    field?.["x-messages"]?.required ?? (field?.type === "array" ? messages.requiredList : messages.required)
  );
}

/** Nothing but spaces is nothing: such a field asks for one character that can be seen. */
const SOMETHING = "\\S";

const isEmptiness = ({ keyword, params }: BrokenKeyword) =>
  ((keyword === "minItems" || keyword === "minLength") && params.limit === 1) ||
  (keyword === "pattern" && params.pattern === SOMETHING);

/** The schema node that holds the keyword at the end of a schema path such as `#/properties/city/items/pattern`. */
function nodeAt(schema: EntitySchema, schemaPath: string): FieldSchema | undefined {
  const steps = schemaPath.split("/").slice(1, -1).map(decodeURIComponent);
  return steps.reduce<unknown>(
    (node, step) => (node as Record<string, unknown> | undefined)?.[step],
    schema,
  ) as FieldSchema | undefined;
}
