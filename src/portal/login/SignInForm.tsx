import type { EntitySchema } from "../../contract/schema/fields.ts";
import schema from "../../contract/generated/schemas/sign-in.json";
import validators from "../../contract/generated/validators/sign-in.js";
import { LoginField } from "./LoginField.tsx";
import { useCheckedForm } from "./useCheckedForm.ts";
import { useSignIn } from "./useSignIn.ts";
import { useWindowTitle } from "./useWindowTitle.ts";

const TITLE = "Log in";

const HINTS: Record<string, string> = { password: "current-password", text: "username" };

/** Username and password. Enter submits. */
export function SignInForm({ onForgot }: { onForgot: () => void }) {
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
      <p className="login-lead">Use the vendor account the agency gave you.</p>
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
