import { startTransition, useActionState } from "react";
import schema from "../../contract/generated/schemas/sign-in.json";
import validators from "../../contract/generated/validators/sign-in.js";
import { messages } from "../../contract/messages.ts";
import { portalConfig } from "../providers/calls/portalConfig.ts";
import { startSession } from "../providers/calls/signIn.ts";
import { createVendorCall } from "../providers/calls/vendorCall.ts";
import { VendorError } from "../providers/calls/vendorError.ts";
import { LoginForm } from "./LoginForm.tsx";

const AT_RISK =
  " Do not close or reload this page before: this device had no room to keep what you typed, so it would be lost.";

interface SignInFormProps {
  /** Why the last session ended, if it did. */
  farewell: string | undefined;
  /** What was typed in it stands in this page alone. */
  isWorkAtRisk: boolean;
  onForgot: () => void;
}

/** Username and password. Enter submits. Whoever comes back to a session that ended by itself is told what to do. */
export function SignInForm({ farewell, isWorkAtRisk, onForgot }: SignInFormProps) {
  const [failure, start, isBusy] = useActionState(signIn, undefined);
  return (
    <LoginForm
      title="Log in"
      lead={
        farewell === messages.sessionExpired
          ? "Your session has ended. Log in to go on where you were." + (isWorkAtRisk ? AT_RISK : "")
          : "Use the vendor account the agency gave you."
      }
      schema={schema}
      validators={validators}
      autoComplete={{ text: "username", password: "current-password" }}
      // One try at a time.
      onSubmit={(credentials) => !isBusy && startTransition(() => start(credentials))}
      isBusy={isBusy}
      action={isBusy ? "Logging in…" : "Log in"}
      notice={
        <div role="alert">
          {failure && !isBusy && (
            <div className="failure">
              <span>{failure.words}</span>
              {failure.mayPass && <button className="link">Retry</button>}
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

/** Starts the session; answers why it did not, and whether the same again may: no answer came, or the services stumbled. */
async function signIn(_: unknown, { username = "", password = "" }: Record<string, string>) {
  try {
    await startSession(
      createVendorCall(await portalConfig(), () => undefined),
      { username, password },
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof VendorError)) return { words: messages.generic, mayPass: true };
    return { words: error.message, mayPass: error.status === 0 || error.status >= 500 };
  }
}
