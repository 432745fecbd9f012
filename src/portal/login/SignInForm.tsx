import { useRef, useState } from "react";
import schema from "../../contract/generated/schemas/sign-in.json";
import validators from "../../contract/generated/validators/sign-in.js";
import { messages } from "../../contract/messages.ts";
import type { EntitySchema } from "../../contract/schema/fields.ts";
import { portalConfig } from "../providers/calls/portalConfig.ts";
import { startSession } from "../providers/calls/signIn.ts";
import { createVendorCall } from "../providers/calls/vendorCall.ts";
import { VendorError } from "../providers/calls/vendorError.ts";
import { LoginField } from "./LoginField.tsx";
import { useCheckedForm, useWindowTitle } from "./useCheckedForm.ts";

const TITLE = "Log in";

const HINTS: Record<string, string> = { password: "current-password", text: "username" };

interface SignInFormProps {
  /** Why the last session ended, if it did. */
  farewell: string | undefined;
  onForgot: () => void;
}

/** Username and password. Enter submits. Whoever comes back to a session that ended by itself is told what to do. */
export function SignInForm({ farewell, onForgot }: SignInFormProps) {
  useWindowTitle(TITLE);
  const { busy, failure, signIn } = useSignIn();
  const { form, fields, submit } = useCheckedForm({
    schema: schema as unknown as EntitySchema,
    validators,
    onSubmit: ({ username = "", password = "" }) => void signIn({ username, password }),
  });
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <h1>{TITLE}</h1>
      <p className="login-lead">
        {farewell === messages.sessionExpired
          ? "Your session has ended. Log in to go on where you were."
          : "Use the vendor account the agency gave you."}
      </p>
      <div role="alert">
        {failure && (
          <div className="login-failure">
            <span>{failure.words}</span>
            {failure.retry && (
              <button type="button" className="login-link" onClick={() => submit()}>
                Retry
              </button>
            )}
          </div>
        )}
      </div>
      {fields.map((field, index) => (
        <LoginField key={field.name} {...field} autoComplete={HINTS[field.type]} autoFocus={index === 0} />
      ))}
      <button type="submit" className="login-submit" aria-disabled={busy}>
        {busy ? "Logging in…" : "Log in"}
      </button>
      <button type="button" className="login-link" onClick={onForgot}>
        Forgot password?
      </button>
    </form>
  );
}

interface Failure {
  words: string;
  /** The same again may succeed: no answer came, or the services stumbled. */
  retry: boolean;
}

/** Signs in and starts the session, one try at a time. */
function useSignIn() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const underWay = useRef(false);

  const start = async (credentials: { username: string; password: string }) => {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      const call = createVendorCall(await portalConfig(), () => undefined);
      await startSession(call, credentials);
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };
  return { busy, failure, signIn: start };
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof VendorError)) return { words: messages.generic, retry: true };
  return { words: error.message, retry: error.status === 0 || error.status >= 500 };
}
