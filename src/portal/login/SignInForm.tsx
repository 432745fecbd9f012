import { startTransition, useActionState } from "react";
import schema from "../../contract/generated/schemas/sign-in.json";
import validators from "../../contract/generated/validators/sign-in.js";
import { messages } from "../../contract/messages.ts";
import { loadPortalConfig } from "../providers/calls/portalConfig.ts";
import { startSession } from "../providers/calls/signIn.ts";
import { createVendorCall } from "../providers/calls/vendorCall.ts";
import { ApiError } from "../providers/calls/apiError.ts";
import { LoginForm } from "./LoginForm.tsx";

interface SignInFormProps {
  endMessage: string | undefined;
  onForgot: () => void;
}

export function SignInForm({ endMessage, onForgot }: SignInFormProps) {
  const [failure, submit, isBusy] = useActionState(signIn, undefined);
  return (
    <LoginForm
      title="Log in"
      intro={
        endMessage === messages.sessionExpired
          ? "Your session has ended. Log in to continue where you left off."
          : "Use the vendor account the agency gave you."
      }
      schema={schema}
      validators={validators}
      autoComplete={{ text: "username", password: "current-password" }}
      onSubmit={(credentials) => !isBusy && startTransition(() => submit(credentials))}
      isBusy={isBusy}
      submitLabel={isBusy ? "Logging in…" : "Log in"}
      notice={
        <div role="alert">
          {failure && !isBusy && (
            <div className="failure">
              <span>{failure.message}</span>
              {failure.canRetry && <button className="link">Retry</button>}
            </div>
          )}
        </div>
      }
    >
      <button type="button" className="link" onClick={onForgot}>
        Forgot password?
      </button>
    </LoginForm>
  );
}

/** Returns undefined on success. `canRetry`: a network or server error, which may pass. */
async function signIn(_: unknown, { username = "", password = "" }: Record<string, string>) {
  try {
    await startSession(
      createVendorCall(await loadPortalConfig(), () => undefined),
      { username, password },
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) return { message: messages.generic, canRetry: true };
    return { message: error.message, canRetry: error.status === 0 || error.status >= 500 };
  }
}
