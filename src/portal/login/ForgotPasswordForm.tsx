import type { EntitySchema } from "../../contract/fields.ts";
import schema from "../../contract/generated/schemas/forgot-password.json";
import validators from "../../contract/generated/validators/forgot-password.js";
import { BASE_PATH, routes } from "../routes.ts";
import { LoginField } from "./LoginField.tsx";
import { useCheckedForm } from "./useCheckedForm.ts";
import { useWindowTitle } from "./useWindowTitle.ts";

const TITLE = "Forgot your password?";

/** Asks for the address of an account. No service sends the instructions yet: a valid address is only logged. */
export function ForgotPasswordForm({ onBack }: { onBack: () => void }) {
  useWindowTitle(TITLE);
  const { form, fields, submit } = useCheckedForm({
    schema: schema as unknown as EntitySchema,
    validators,
    onSubmit: () => window.console.info("OK"),
  });
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <h1>{TITLE}</h1>
      <p className="login-lead">Enter the email address of your account.</p>
      {fields.map((field, index) => (
        <LoginField key={field.name} {...field} autoComplete="email" autoFocus={index === 0} />
      ))}
      <button type="submit" className="login-submit">
        Send reset instructions
      </button>
      <a
        href={BASE_PATH + routes.login}
        className="login-link"
        onClick={(event) => {
          event.preventDefault();
          onBack();
        }}
      >
        Back to login
      </a>
    </form>
  );
}
