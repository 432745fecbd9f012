import type { NamedSchema, Schemas } from "./readSchemas.ts";

/**
 * Returns the modules through which all code reads the schemas, `generate` included.
 *
 * @returns file name (relative to the generated folder) -> content
 */
export const buildRegistryFiles = ({ product, schemas }: Pick<Schemas, "product" | "schemas">) =>
  new Map([
    ["product.ts", `export const PRODUCT = ${JSON.stringify(product)};\n`],
    [
      "schemas.ts",
      buildRegistry("schemas", schemas, (name) => `"./schemas/${name}.json" with { type: "json" }`),
    ],
    ...schemas.map(
      ({ name, schema }) => [`schemas/${name}.json`, `${JSON.stringify(schema, null, 1)}\n`] as const,
    ),
  ]);

/** @param sourceOf the part of an import after `from` */
export function buildRegistry(
  exportName: string,
  schemas: NamedSchema[],
  sourceOf: (name: string) => string,
): string {
  const imports = schemas.map(({ name }) => `import ${toCamelCase(name)} from ${sourceOf(name)};`);
  const entries = schemas.map(({ name }) => `  ${JSON.stringify(name)}: ${toCamelCase(name)},`);
  return `${imports.join("\n")}\n\nexport const ${exportName} = {\n${entries.join("\n")}\n};\n`;
}

const toCamelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
