import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
import {
  useEffect,
  useId,
  useState,
  useSyncExternalStore,
  type InputHTMLAttributes,
  type ReactNode,
} from "react";
import { validateEntity } from "../../contract/rules/validateEntity.ts";
import type { FieldError } from "../../contract/rules/fieldErrors.ts";
import type { EntitySchema } from "../../contract/schema/fields.ts";
import { PRODUCT_NAME } from "../productName.ts";
import { retryNotice } from "../providers/calls/fetchWithRetry.ts";

type FormValues = Record<string, string>;

interface LoginFormProps {
  title: string;
  intro: string;
  /** All properties must be strings. */
  schema: object;
  validators: ValidatorFunctions;
  autoComplete: FormValues;
  onSubmit: (values: FormValues) => void;
  isBusy?: boolean;
  submitLabel: string;
  notice: ReactNode;
  children: ReactNode;
}

const readFormValues = (form: HTMLFormElement) => Object.fromEntries(new FormData(form)) as FormValues;

/** Uncontrolled inputs. Errors appear after the first submit and are then updated on input. */
export function LoginForm({ title, intro, notice, submitLabel, isBusy = false, ...props }: LoginFormProps) {
  const schema = props.schema as EntitySchema;
  const [errors, setErrors] = useState<FieldError[]>();
  const validate = (values: FormValues) => {
    const newErrors = validateEntity(schema, props.validators, values);
    setErrors(newErrors);
    return newErrors;
  };
  useEffect(() => {
    document.title = `${title} | ${PRODUCT_NAME}`;
  }, [title]);
  return (
    <form
      noValidate
      onInput={({ currentTarget }) => errors && validate(readFormValues(currentTarget))}
      onSubmit={(event) => {
        event.preventDefault();
        const values = readFormValues(event.currentTarget);
        const [first] = validate(values);
        if (!first) props.onSubmit(values);
        else event.currentTarget.querySelector<HTMLElement>(`[name="${first.path[0]}"]`)?.focus();
      }}
    >
      <h1>{title}</h1>
      <p>{intro}</p>
      <RetryMessage />
      {notice}
      {Object.entries(schema.properties).map(([name, field], index) => {
        const type = field["x-widget"] === "password" ? "password" : "text";
        return (
          <Field
            key={name}
            label={field.title ?? name}
            error={errors?.find(({ path }) => path[0] === name)?.message}
            name={name}
            type={type}
            autoComplete={props.autoComplete[type]}
            autoFocus={index === 0}
          />
        );
      })}
      <button type="submit" className="submit" aria-disabled={isBusy}>
        {submitLabel}
      </button>
      {props.children}
    </form>
  );
}

function RetryMessage() {
  const message = useSyncExternalStore(retryNotice.subscribe, retryNotice.getMessage);
  return <div role="status">{message && <p>{message}</p>}</div>;
}

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  error: string | undefined;
}

function Field({ label, error, ...input }: FieldProps) {
  const id = useId();
  return (
    <>
      <label>
        {label}
        <input
          {...input}
          autoCapitalize="none"
          spellCheck={false}
          aria-required
          aria-invalid={error !== undefined}
          aria-describedby={error && id}
        />
      </label>
      {error && (
        <span id={id} className="fault">
          {error}
        </span>
      )}
    </>
  );
}
