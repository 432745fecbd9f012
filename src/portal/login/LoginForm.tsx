import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
import {
  useEffect,
  useId,
  useState,
  useSyncExternalStore,
  type InputHTMLAttributes,
  type ReactNode,
  type SubmitEvent,
} from "react";
import { check } from "../../contract/rules/check.ts";
import type { EntitySchema } from "../../contract/schema/fields.ts";
import { PRODUCT_NAME } from "../productName.ts";
import { startingUp } from "../providers/calls/startingUp.ts";

type Texts = Record<string, string>;

interface LoginFormProps {
  /** The panel's name, and the window's. */
  title: string;
  lead: string;
  /** A schema of texts, with its generated validators. */
  schema: object;
  validators: ValidatorFunctions;
  /** What the browser may fill in, by the type of the input. */
  autoComplete: Texts;
  onSubmit: (values: Texts) => void;
  isBusy?: boolean;
  /** What the button says. */
  action: string;
  /** Stands above the fields. */
  notice: ReactNode;
  children: ReactNode;
}

/**
 * A small form of texts. Faults show from the first submit on, and follow the typing from then; a refused submit moves
 * the focus to the first of them.
 */
export function LoginForm({
  title,
  lead,
  notice,
  action,
  isBusy = false,
  children,
  ...props
}: LoginFormProps) {
  const schema = props.schema as EntitySchema;
  const names = Object.keys(schema.properties);
  const [values, setValues] = useState<Texts>(() => Object.fromEntries(names.map((name) => [name, ""])));
  const [isSubmitted, setSubmitted] = useState(false);
  const id = useId();
  useEffect(() => {
    document.title = `${title} | ${PRODUCT_NAME}`;
  }, [title]);
  const faults = check(schema, props.validators, values);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSubmitted(true);
    const [first] = faults;
    if (!first) props.onSubmit(values);
    else document.getElementById(`${id}-${first.path[0]}`)?.focus();
  };
  return (
    <form onSubmit={submit} noValidate>
      <h1>{title}</h1>
      <p className="login-lead">{lead}</p>
      <StartingNote />
      {notice}
      {Object.entries(schema.properties).map(([name, field], index) => {
        const type = field["x-widget"] === "password" ? "password" : "text";
        return (
          <Field
            key={name}
            id={`${id}-${name}`}
            label={field.title ?? name}
            fault={isSubmitted ? faults.find(({ path }) => path[0] === name)?.message : undefined}
            name={name}
            type={type}
            autoComplete={props.autoComplete[type]}
            autoFocus={index === 0}
            value={values[name]}
            onChange={({ target }) => setValues((earlier) => ({ ...earlier, [name]: target.value }))}
          />
        );
      })}
      <button type="submit" className="login-submit" aria-disabled={isBusy}>
        {action}
      </button>
      {children}
    </form>
  );
}

/** In the first seconds of the services: what was asked for waits for them, and comes by itself. */
function StartingNote() {
  const words = useSyncExternalStore(startingUp.subscribe, startingUp.current);
  return <div role="status">{words && <p className="login-lead">{words}</p>}</div>;
}

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  fault: string | undefined;
}

const Field = ({ id, label, fault, ...input }: FieldProps) => (
  <div className="login-field">
    <label htmlFor={id}>{label}</label>
    <input
      {...input}
      id={id}
      autoCapitalize="none"
      spellCheck={false}
      aria-required
      aria-invalid={fault !== undefined}
      aria-describedby={fault === undefined ? undefined : `${id}-fault`}
    />
    {fault !== undefined && (
      <p id={`${id}-fault`} className="login-fault">
        {fault}
      </p>
    )}
  </div>
);
