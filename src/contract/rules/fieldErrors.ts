import type { JsonObject } from "../json.ts";

export interface FieldError {
  path: string[];
  /** A JSON Schema keyword or the name of an `x-rules` rule. */
  rule: string;
  message: string;
}

/** An empty text breaks both its length and its pattern; the user sees only one error. */
export function keepFirstErrorPerPath(errors: FieldError[]): FieldError[] {
  const errorsByPath = new Map<string, FieldError>();
  for (const error of errors) {
    const path = error.path.join("/");
    if (!errorsByPath.has(path)) errorsByPath.set(path, error);
  }
  return [...errorsByPath.values()];
}

/** An unchanged value that the user cannot edit must not block saving: it may be older than the rule. */
export function omitErrorsOfUnchangedFields(
  errors: FieldError[],
  before: JsonObject,
  after: JsonObject,
  uneditableFields: string[],
): FieldError[] {
  const unchanged = uneditableFields.filter(
    (name) => JSON.stringify(before[name]) === JSON.stringify(after[name]),
  );
  return errors.filter(({ path }) => !unchanged.includes(path[0] ?? ""));
}
