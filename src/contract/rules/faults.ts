/** One broken rule of a document: where, which rule, and the words for it. */
export interface Fault {
  /** Steps from the document's root to the value, e.g. ["periods", "0", "end"]. */
  path: string[];
  /** The JSON Schema keyword or the name of the rule. */
  rule: string;
  message: string;
}
