import { STAC_TIME_SPAN } from "../../../src/contract/records/catalogExports.ts";
import type { EntitySchema, FieldSchema } from "../../../src/contract/schema/fields.ts";
import { errorAtName, errorAtValue, listSchemaNodes, type SchemaError } from "./schemaError.ts";

/** The exports set these themselves. */
const RESERVED_NAMES: Record<Catalog, string[]> = {
  stac: ["datetime", "end_datetime", "model:report"],
  standard: ["spatial_extent", "model_dim", "date_submitted", "creator_name"],
};

type Catalog = "stac" | "standard";

/** Reports x-export where it has no effect, and names under which one value would replace another. */
export function findExportErrors(schema: EntitySchema): SchemaError[] {
  const fields = Object.entries(schema.properties);
  return [
    ...findMisplacedExports(schema),
    ...(["stac", "standard"] as const).flatMap((catalog) =>
      fields.flatMap(([name, field], index) => {
        const message = describeNameError(catalog, field, fields.slice(0, index));
        return message === undefined
          ? []
          : [errorAtValue(["properties", name, "x-export", catalog], message)];
      }),
    ),
  ];
}

const findMisplacedExports = (schema: EntitySchema): SchemaError[] =>
  listSchemaNodes(schema)
    .filter(({ path, node }) => node["x-export"] !== undefined && !isExported(schema, path))
    .map(({ path }) =>
      errorAtName(
        [...path, "x-export"],
        "x-export works only on the top-level fields of metadata.schema.json: a field is exported with its parts.",
      ),
    );

const isExported = ({ $id }: EntitySchema, path: string[]) =>
  $id === "metadata" && path.length === 2 && path[0] === "properties";

function describeNameError(
  catalog: Catalog,
  field: FieldSchema,
  earlier: [string, FieldSchema][],
): string | undefined {
  const exported = field["x-export"]?.[catalog];
  if (exported === undefined) return undefined;
  if (RESERVED_NAMES[catalog].includes(exported))
    return `The export itself sets "${exported}": choose another name.`;
  if (exported === STAC_TIME_SPAN && !isListOfPeriods(field))
    return `"${STAC_TIME_SPAN}" needs a list of groups of start and end: choose another name.`;
  const other = earlier.find(([, one]) => one["x-export"]?.[catalog] === exported);
  return other && !(isList(field) && isList(other[1]))
    ? `"${other[0]}" is exported as "${exported}" too, and one value would replace the other. Only lists can share a name.`
    : undefined;
}

const isList = ({ type }: FieldSchema) => [type].flat().includes("array");

const isListOfPeriods = ({ items }: FieldSchema) =>
  Object.keys(items?.properties ?? {})
    .toSorted()
    .join() === "end,start";
