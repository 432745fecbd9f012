import type { RJSFSchema, UiSchema } from "@rjsf/utils";
import type { JsonObject } from "../../../../../src/contract/json.ts";
import { getSchema } from "../../../../../src/contract/schema/fields.ts";
import { hydrologicUnits } from "../../../../../src/portal/form/options/hydrologicUnits.ts";

const UNITS = "hydrologicUnits";

/**
 * The metadata schema as a form of RJSF alone would have it: without our own words, the hydrologic units as an enum.
 *
 * @param region narrows the units to a region's; without it they are all there
 */
export function plainSchema(region: string | undefined): RJSFSchema {
  const given = region === undefined ? Object.values(hydrologicUnits).flat() : hydrologicUnits[region];
  const units = [...new Set(given)].toSorted();
  const { title, type, required, properties } = getSchema("metadata");
  const plain = Object.entries(properties).map(([name, field]) =>
    field["x-options"]?.source === UNITS
      ? [
          name,
          {
            ...(withoutOurWords(field) as JsonObject),
            uniqueItems: true,
            items: { type: "string", enum: units },
          },
        ]
      : [name, withoutOurWords(field)],
  );
  return { title, type, required, properties: Object.fromEntries(plain) } as RJSFSchema;
}

/** Long texts are text areas here too. */
export const plainUiSchema: UiSchema = Object.fromEntries(
  Object.entries(getSchema("metadata").properties)
    .filter(([, field]) => field["x-widget"] === "longText")
    .map(([name]) => [name, { "ui:widget": "textarea" }]),
);

function withoutOurWords(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutOurWords);
  if (typeof node !== "object" || node === null) return node;
  const kept = Object.entries(node as JsonObject).filter(([name]) => !name.startsWith("x-"));
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutOurWords(value)]));
}
