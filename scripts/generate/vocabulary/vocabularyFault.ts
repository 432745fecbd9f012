/** A mistake in a schema: the steps to it, whether the name or the value there is wrong, and what to do. */
export interface VocabularyFault {
  path: string[];
  at: "name" | "value";
  message: string;
}
