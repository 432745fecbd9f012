import type { RJSFSchema, UiSchema } from "@rjsf/utils";
import type { JsonObject } from "../../../../../src/contract/json.ts";
import { getSchema } from "../../../../../src/contract/schema/fields.ts";
import { hydrologicUnits } from "../../../../../src/portal/form/options/hydrologicUnits.ts";

/**
 * Builds the metadata schema for RJSF alone: without x- keywords, and with the hydrologic units as an enum.
 *
 * @param region limits the units to a region
 */
export function buildPlainSchema(region: string | undefined): RJSFSchema {
  const codes = region === undefined ? Object.values(hydrologicUnits).flat() : hydrologicUnits[region];
  const units = { uniqueItems: true, items: { type: "string", enum: [...new Set(codes)].toSorted() } };
  const { title, type, required, properties } = getSchema("metadata");
  const plainFields = Object.entries(properties).map(([name, field]) => {
    const plain = removeOwnKeywords(field) as JsonObject;
    return [name, field["x-options"]?.source === "hydrologicUnits" ? { ...plain, ...units } : plain];
  });
  return { title, type, required, properties: Object.fromEntries(plainFields) } as RJSFSchema;
}

/** Long texts are text areas, as in the portal. */
export const plainUiSchema: UiSchema = Object.fromEntries(
  Object.entries(getSchema("metadata").properties)
    .filter(([, field]) => field["x-widget"] === "longText")
    .map(([name]) => [name, { "ui:widget": "textarea" }]),
);

function removeOwnKeywords(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(removeOwnKeywords);
  if (typeof node !== "object" || node === null) return node;
  const standard = Object.entries(node as JsonObject).filter(([name]) => !name.startsWith("x-"));
  return Object.fromEntries(standard.map(([name, value]) => [name, removeOwnKeywords(value)]));
}
