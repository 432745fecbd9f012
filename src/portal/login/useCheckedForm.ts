import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { check } from "../../contract/rules/check.ts";
import type { EntitySchema } from "../../contract/schema/fields.ts";
import { PRODUCT_NAME } from "../productName.ts";

interface CheckedForm {
  schema: EntitySchema;
  validators: ValidatorFunctions;
  onSubmit: (values: Record<string, string>) => void;
}

/**
 * The state of a small form of texts. Faults show from the first submit on, and follow the typing from then; a
 * refused submit moves the focus to the first of them.
 */
export function useCheckedForm({ schema, validators, onSubmit }: CheckedForm) {
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(Object.keys(schema.properties).map((name) => [name, ""])),
  );
  const [submitted, setSubmitted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const faults = check(schema, validators, values);

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    setSubmitted(true);
    const [first] = faults;
    if (!first) onSubmit(values);
    else form.current?.querySelector<HTMLInputElement>(`[name="${first.path[0]}"]`)?.focus();
  };

  const fields = Object.entries(schema.properties).map(([name, field]) => ({
    name,
    label: field.title ?? name,
    type: field["x-widget"] === "password" ? "password" : "text",
    value: values[name] ?? "",
    fault: submitted ? faults.find(({ path }) => path[0] === name)?.message : undefined,
    onChange: (value: string) => setValues((earlier) => ({ ...earlier, [name]: value })),
  }));
  return { form, fields, submit };
}

/** Names the window after a panel while it is shown. */
export function useWindowTitle(panel: string): void {
  useEffect(() => {
    document.title = `${panel} | ${PRODUCT_NAME}`;
  }, [panel]);
}
