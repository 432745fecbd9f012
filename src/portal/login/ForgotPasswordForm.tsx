import { useState } from "react";
import type { EntitySchema } from "../../contract/schema/fields.ts";
import schema from "../../contract/generated/schemas/forgot-password.json";
import validators from "../../contract/generated/validators/forgot-password.js";
import { portalConfig } from "../providers/calls/portalConfig.ts";
import { BASE_PATH, routes } from "../routes.ts";
import { LoginField } from "./LoginField.tsx";
import { useCheckedForm, useWindowTitle } from "./useCheckedForm.ts";

const TITLE = "Forgot your password?";

/**
 * Asks for the address of an account. No service sends the instructions, so a valid address is only logged, and who
 * can help is said instead.
 */
export function ForgotPasswordForm({ onBack }: { onBack: () => void }) {
  useWindowTitle(TITLE);
  const [supportEmail, setSupportEmail] = useState<string>();
  const { form, fields, submit } = useCheckedForm({
    schema: schema as unknown as EntitySchema,
    validators,
    onSubmit: () => {
      window.console.info("OK");
      // Known without a call once the sign-in page has been idle; else the words go without the address.
      void portalConfig().then(
        (config) => setSupportEmail(config.supportEmail),
        () => setSupportEmail(""),
      );
    },
  });
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <h1>{TITLE}</h1>
      <p className="login-lead">Enter the email address of your account.</p>
      {fields.map((field, index) => (
        <LoginField key={field.name} {...field} autoComplete="email" autoFocus={index === 0} />
      ))}
      <div role="status">
        {supportEmail !== undefined && (
          <p className="login-lead">
            No email could be sent: this portal cannot reset passwords by itself yet. Ask support
            {supportEmail && (
              <>
                {" "}
                at <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
              </>
            )}{" "}
            to reset yours.
          </p>
        )}
      </div>
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
