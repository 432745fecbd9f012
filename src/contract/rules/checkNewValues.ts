import type { AccessRole } from "../generated/vocabulary.ts";
import { canEditField } from "../schema/access.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import type { EntitySchema, FieldSchema } from "../schema/fields.ts";
import { getEntrySchema, isInFilter, listSchemaOptions, REGION_KEY } from "../schema/fieldSchema.ts";
import type { FieldError } from "./fieldErrors.ts";
import { isEmptyValue, isEqualIgnoringEmpty } from "../schema/emptyValues.ts";
import { messages } from "../messages.ts";

/** The values of each closed list, with their entries if the list is a file. */
export type OptionValuesBySource = Partial<
  Record<string, ReadonlySet<string> | ReadonlyMap<string, JsonObject>>
>;

interface NewValueContext {
  entity: JsonObject;
  before: JsonObject | undefined;
  optionValues: OptionValuesBySource;
  schema: EntitySchema;
}

/** Accepts values that the entity already had, and any value of a source without `optionValues`. */
export function checkNewValues(
  schema: EntitySchema,
  entity: JsonObject,
  before: JsonObject | undefined,
  optionValues: OptionValuesBySource,
  accessRoles: AccessRole[] = ["vendor"],
): FieldError[] {
  const context: NewValueContext = { entity, before, optionValues, schema };
  return Object.entries(schema.properties).flatMap(([name, field]) => {
    const [value, old] = [entity[name], before?.[name]];
    if (canEditField(field, accessRoles)) return findUnofferedValues(field, value, [old], [name], context);
    const unchangedValues = isEmptyValue(old) ? [old, field.default] : [old];
    return unchangedValues.some((one) => isEqualIgnoringEmpty(value, one))
      ? []
      : [{ path: [name], rule: "readOnly", message: messages.readOnlyField }];
  });
}

/** @param old earlier values of the field; of a part of a list's groups, those of all groups */
function findUnofferedValues(
  field: FieldSchema,
  value: unknown,
  old: unknown[],
  path: string[],
  context: NewValueContext,
): FieldError[] {
  if (isEmptyValue(value)) return [];
  if (Array.isArray(value)) {
    const entry = getEntrySchema(field);
    return value.flatMap((one, index) =>
      findUnofferedValues(entry, one, old.flat(), [...path, String(index)], context),
    );
  }
  if (isJsonObject(value)) {
    const oldGroups = old.filter(isJsonObject);
    return Object.entries(field.properties ?? {}).flatMap(([name, part]) => {
      const oldParts = oldGroups.map((group) => group[name]);
      return findUnofferedValues(part, value[name], oldParts, [...path, name], context);
    });
  }
  const message = describeUnofferedValue(field, value, old.includes(value), context);
  return message === undefined ? [] : [{ path, rule: "x-options", message }];
}

function describeUnofferedValue(
  field: FieldSchema,
  value: unknown,
  isOld: boolean,
  { entity, before, optionValues, schema }: NewValueContext,
): string | undefined {
  if (!isOld && listSchemaOptions(field).some((option) => option.isDeprecated && option.value === value))
    return messages.notAChoice;
  const options = field["x-options"];
  const validValues = options && !options.open ? optionValues[options.source] : undefined;
  // Values of another type break the type rule.
  if (validValues === undefined || typeof value !== "string") return undefined;
  if (!validValues.has(value)) return isOld ? undefined : messages.notAChoice;
  const { filterBy = "", filterKey = REGION_KEY } = options!;
  const entry = "get" in validValues ? validValues.get(value) : undefined;
  const isSameFilter = isEqualIgnoringEmpty(entity[filterBy], before?.[filterBy]);
  if (!entry || (isOld && isSameFilter) || isInFilter(entry, filterKey, entity[filterBy])) return undefined;
  const title = schema.properties[filterBy]?.title ?? filterBy;
  return messages.outsideFilter(title.toLowerCase());
}
