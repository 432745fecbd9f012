import type { JsonObject } from "../../../src/contract/json.ts";
import type { Conversion } from "../../../src/contract/schema/convertValue.ts";
import { getSchemaVersion, getYamlConstants, getYamlKey } from "../../../src/contract/schema/fields.ts";
import { addWireNames } from "../../generate/wireNames.ts";
import { buildConversionEdits, findRestName } from "../../schema-diff/conversionEdits.ts";
import { findLostParts, findReleasedField } from "../../schema-diff/releasedFields.ts";
import {
  buildObjectForm,
  getField,
  hasField,
  isOfSchema,
  listOtherNames,
  type ActionContext,
  type FieldAction,
} from "./fieldAction.ts";
import { readTypedText } from "./keywordForm.ts";

const CONVERSIONS_WITH_REST = ["split", "number", "map"];

/** Makes a field's values from those of the last release, also from those of other fields. */
export const CONVERT_VALUES: FieldAction = {
  label: "Convert older values",
  isOffered: (context) => hasField(context) && isOfSchema(context) && context.released !== undefined,
  buildForm: (context) => {
    const { by, from, pattern, separator, values } = getConversionForm(context);
    return buildObjectForm(
      {
        by,
        from: {
          description: from.description,
          type: "array",
          items: { type: "string", enum: [...listOtherNames(context), ...listRemovedNames(context)] },
          uniqueItems: true,
          ...(!isReleased(context) && { minItems: 1 }),
        },
        pattern: {
          ...pattern,
          description: "For split: a regular expression with one group, such as (\\S+).*",
        },
        separator: { ...separator, description: "For join and list: what is between the parts." },
        values: {
          ...values,
          description: "For map: the new value by the old one.",
          minProperties: 0,
          additionalProperties: { type: "string" },
        },
      },
      isReleased(context) ? ["by"] : ["by", "from"],
    );
  },
  apply: (text) => text,
  declare(edited, context, { by, from, values, ...keys }) {
    const { group, name, released } = context;
    const version = getSchemaVersion(released!);
    const sources = (from ?? []) as string[];
    const conversion = {
      version,
      ...toKey("from", sources),
      ...toKey("yaml", listYamlKeys(context, sources)),
      by,
      ...keys,
      ...(by === "map" && { values: readValues(values, context) }),
      ...(CONVERSIONS_WITH_REST.includes(by as string) && { rest: findRestName(group, sources[0] ?? name) }),
    } as Conversion;
    return buildConversionEdits(edited, name, conversion, released?.properties);
  },
};

type ConversionForm = Record<"by" | "from" | "pattern" | "separator" | "values", { description?: string }>;

/** The keys of an entry of `converted`, which the vocabulary describes. */
function getConversionForm({ vocabulary }: ActionContext): ConversionForm {
  const { properties } = vocabulary["x-changes"] as {
    properties: { converted: { items: { properties: ConversionForm } } };
  };
  return properties.converted.items.properties;
}

/** A new field has no older values of its own. */
const isReleased = ({ name, group, released }: ActionContext): boolean =>
  findReleasedField(name, released!, group, getSchemaVersion(released!)) !== undefined;

/** Also of fields whose removal is not declared yet. */
const listRemovedNames = ({ group, released }: ActionContext): string[] => [
  ...(group["x-changes"]?.removed ?? []).map(({ name }) => name),
  ...findLostParts(released!, group, getSchemaVersion(released!)),
];

/** A single value or a list, as the vocabulary writes it. */
const toKey = (key: string, values: string[]): JsonObject =>
  values.length === 0 ? {} : { [key]: values.length === 1 ? values[0] : values };

/** Older metadata files are read by them once the fields are removed. */
function listYamlKeys({ group, released }: ActionContext, sources: string[]): string[] {
  if (!getYamlConstants(group)) return [];
  const current = addWireNames({ $id: "", title: "", ...group });
  const properties = { ...current.properties, ...released!.properties };
  return sources.flatMap((source) => getYamlKey(properties[source] ?? {}) ?? []);
}

function readValues(values: unknown, context: ActionContext): JsonObject {
  const { type, items } = getField(context);
  return Object.fromEntries(
    Object.entries((values ?? {}) as Record<string, string>).map(([old, text]) => [
      old,
      readTypedText(text, items?.type ?? type),
    ]),
  );
}
