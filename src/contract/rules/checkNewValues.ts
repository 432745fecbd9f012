import type { AccessRole } from "../generated/vocabulary.ts";
import { canEditField } from "../schema/access.ts";
import type { JsonObject } from "../json.ts";
import type { EntitySchema, FieldSchema } from "../schema/fields.ts";
import { listSchemaOptions } from "../schema/fieldSchema.ts";
import type { FieldError } from "./fieldErrors.ts";
import { isEmptyValue, isEqualIgnoringEmpty } from "../schema/emptyValues.ts";
import { messages } from "../messages.ts";

export type OptionValuesBySource = Partial<Record<string, ReadonlySet<string>>>;

/** Accepts values that the entity already had, and any value of a source without `optionValues`. */
export function checkNewValues(
  schema: EntitySchema,
  entity: JsonObject,
  before: JsonObject | undefined,
  optionValues: OptionValuesBySource,
  accessRoles: AccessRole[] = ["vendor"],
): FieldError[] {
  return Object.entries(schema.properties).flatMap(([name, field]) => {
    const [value, old] = [entity[name], before?.[name]];
    const unchangedValues = isEmptyValue(old) ? [old, field.default] : [old];
    if (!canEditField(field, accessRoles) && !unchangedValues.some((one) => isEqualIgnoringEmpty(value, one)))
      return [{ path: [name], rule: "readOnly", message: messages.readOnlyField }];
    const oldEntries = toEntries(old);
    return toEntries(value).flatMap((entry, index): FieldError[] => {
      if (oldEntries.includes(entry) || isOffered(field, entry, optionValues)) return [];
      const path = Array.isArray(value) ? [name, String(index)] : [name];
      return [{ path, rule: "x-options", message: messages.notAChoice }];
    });
  });
}

const toEntries = (value: unknown): unknown[] => (isEmptyValue(value) ? [] : [value].flat());

function isOffered(field: FieldSchema, entry: unknown, optionValues: OptionValuesBySource): boolean {
  if (listSchemaOptions(field).some(({ value, isDeprecated }) => isDeprecated && value === entry))
    return false;
  const options = field["x-options"];
  const validValues = options && !options.open ? optionValues[options.source] : undefined;
  // Values of another type break the type rule.
  return validValues === undefined || typeof entry !== "string" || validValues.has(entry);
}
