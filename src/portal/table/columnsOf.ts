import { isShownIn, type Bag, type EntitySchema } from "../../contract/schema/fields.ts";
import { cellText, type Labels } from "../../contract/schema/cellText.ts";

/** One column of a table of documents. */
interface Column {
  field: string;
  title: string;
  /** What the column says about a document; empty for nothing. */
  text: (document: Bag, labels: Labels) => string;
}

/** The roles whose fields lead the row, in their order. */
const LEADING_ROLES = ["title", "identifier"];

/**
 * The columns of a table of documents: the title, the identifier, then every other field in the schema's order. A
 * field whose schema says `"x-hide": ["list"]` is no column.
 */
export function columnsOf(schema: EntitySchema): Column[] {
  const listed = Object.entries(schema.properties).filter(([, node]) => isShownIn("list", node));
  const rank = (role: string | undefined) => {
    const index = LEADING_ROLES.indexOf(role ?? "");
    return index < 0 ? LEADING_ROLES.length : index;
  };
  return listed
    .toSorted(([, a], [, b]) => rank(a["x-role"]) - rank(b["x-role"]))
    .map(([field, node]) => ({
      field,
      title: node.title ?? field,
      text: (document, labels) => cellText(node, document[field], labels),
    }));
}
