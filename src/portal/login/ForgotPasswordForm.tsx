import { useState } from "react";
import schema from "../../contract/generated/schemas/forgot-password.json";
import validators from "../../contract/generated/validators/forgot-password.js";
import { portalConfig } from "../providers/calls/portalConfig.ts";
import { BASE_PATH, routes } from "../routes.ts";
import { LoginForm } from "./LoginForm.tsx";

/**
 * Asks for the address of an account. No service sends the instructions, so a valid address is only logged, and who
 * can help is said instead.
 */
export function ForgotPasswordForm({ onBack }: { onBack: () => void }) {
  const [supportEmail, setSupportEmail] = useState<string>();
  const send = () => {
    window.console.info("OK");
    // Known without a call once the sign-in page has been idle; else the words go without the address.
    void portalConfig().then(
      (config) => setSupportEmail(config.supportEmail),
      () => setSupportEmail(""),
    );
  };
  return (
    <LoginForm
      title="Forgot your password?"
      lead="Enter the email address of your account."
      schema={schema}
      validators={validators}
      autoComplete={{ text: "email" }}
      onSubmit={send}
      action="Send reset instructions"
      notice={
        <div role="status">
          {supportEmail !== undefined && (
            <p>
              No email could be sent: this portal cannot reset passwords by itself yet. Ask support
              {supportEmail && " at "}
              {supportEmail && <a href={`mailto:${supportEmail}`}>{supportEmail}</a>} to reset yours.
            </p>
          )}
        </div>
      }
    >
      <a
        href={BASE_PATH + routes.login}
        className="link"
        onClick={(event) => {
          event.preventDefault();
          onBack();
        }}
      >
        Back to login
      </a>
    </LoginForm>
  );
}
