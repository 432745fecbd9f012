import { dump, SCALAR_STYLE_DOUBLE_QUOTED, visit } from "js-yaml";

const TEXT_TAG = "tag:yaml.org,2002:str";

/**
 * A document as YAML in which every text value is quoted: a code such as 030000000001 or a version such as 4.10
 * would otherwise be read as a number, and `no` as a boolean, by one reader or another.
 */
export function yamlText(document: unknown): string {
  return dump(document, { noRefs: true, lineWidth: -1, transform: quoteValues });
}

type Transform = NonNullable<NonNullable<Parameters<typeof dump>[1]>["transform"]>;

const quoteValues: Transform = (documents) =>
  visit(documents, (node) => {
    const values =
      node.kind === "mapping"
        ? node.items.map(({ value }) => value)
        : node.kind === "sequence"
          ? node.items
          : [];
    for (const value of values) {
      if (value.kind === "scalar" && value.tag === TEXT_TAG) value.style = SCALAR_STYLE_DOUBLE_QUOTED;
    }
  });
