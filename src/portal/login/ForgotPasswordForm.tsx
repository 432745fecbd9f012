import { useState } from "react";
import schema from "../../contract/generated/schemas/forgot-password.json";
import validators from "../../contract/generated/validators/forgot-password.js";
import { loadPortalConfig } from "../providers/calls/portalConfig.ts";
import { BASE_PATH, routes } from "../routes.ts";
import { LoginForm } from "./LoginForm.tsx";

/** Spec: the submit only logs OK. No service sends the email, so the form names the support address instead. */
export function ForgotPasswordForm({ onBack }: { onBack: () => void }) {
  const [supportEmail, setSupportEmail] = useState<string>();
  const handleSubmit = () => {
    window.console.info("OK");
    // Usually loaded already. Without it, the text omits the address.
    void loadPortalConfig().then(
      (config) => setSupportEmail(config.supportEmail),
      () => setSupportEmail(""),
    );
  };
  return (
    <LoginForm
      title="Forgot your password?"
      intro="Enter the email address of your account."
      schema={schema}
      validators={validators}
      autoComplete={{ text: "email" }}
      onSubmit={handleSubmit}
      submitLabel="Send reset instructions"
      notice={
        <div role="status">
          {supportEmail !== undefined && (
            <p>
              This portal cannot send emails to reset passwords yet. Contact support
              {supportEmail && " at "}
              {supportEmail && <a href={`mailto:${supportEmail}`}>{supportEmail}</a>} to reset your password.
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
