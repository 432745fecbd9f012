import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
import {
  useEffect,
  useId,
  useState,
  useSyncExternalStore,
  type InputHTMLAttributes,
  type ReactNode,
} from "react";
import { check } from "../../contract/rules/check.ts";
import type { Fault } from "../../contract/rules/faults.ts";
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

const textsIn = (form: HTMLFormElement) => Object.fromEntries(new FormData(form)) as Texts;

/**
 * A small form of texts, which the page's own inputs hold. Faults show from the first submit on, and follow the typing
 * from then; a refused submit moves the focus to the first of them.
 */
export function LoginForm({ title, lead, notice, action, isBusy = false, ...props }: LoginFormProps) {
  const schema = props.schema as EntitySchema;
  /** Undefined before the first submit. */
  const [faults, setFaults] = useState<Fault[]>();
  const look = (texts: Texts) => {
    const found = check(schema, props.validators, texts);
    setFaults(found);
    return found;
  };
  useEffect(() => {
    document.title = `${title} | ${PRODUCT_NAME}`;
  }, [title]);
  return (
    <form
      noValidate
      onInput={({ currentTarget }) => faults && look(textsIn(currentTarget))}
      onSubmit={(event) => {
        event.preventDefault();
        const texts = textsIn(event.currentTarget);
        const [first] = look(texts);
        if (!first) props.onSubmit(texts);
        else event.currentTarget.querySelector<HTMLElement>(`[name="${first.path[0]}"]`)?.focus();
      }}
    >
      <h1>{title}</h1>
      <p>{lead}</p>
      <StartingNote />
      {notice}
      {Object.entries(schema.properties).map(([name, field], index) => {
        const type = field["x-widget"] === "password" ? "password" : "text";
        return (
          <Field
            key={name}
            label={field.title ?? name}
            fault={faults?.find(({ path }) => path[0] === name)?.message}
            name={name}
            type={type}
            autoComplete={props.autoComplete[type]}
            autoFocus={index === 0}
          />
        );
      })}
      <button type="submit" className="submit" aria-disabled={isBusy}>
        {action}
      </button>
      {props.children}
    </form>
  );
}

/** In the first seconds of the services: what was asked for waits for them, and comes by itself. */
function StartingNote() {
  const words = useSyncExternalStore(startingUp.subscribe, startingUp.current);
  return <div role="status">{words && <p>{words}</p>}</div>;
}

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  fault: string | undefined;
}

function Field({ label, fault, ...input }: FieldProps) {
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
          aria-invalid={fault !== undefined}
          aria-describedby={fault && id}
        />
      </label>
      {fault && (
        <span id={id} className="fault">
          {fault}
        </span>
      )}
    </>
  );
}
