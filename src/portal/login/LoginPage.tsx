import { useEffect, useState, type CSSProperties } from "react";
import { fontFamily, palette } from "../palette.ts";
import { Farewell } from "./Farewell.tsx";
import { ForgotPasswordForm } from "./ForgotPasswordForm.tsx";
import "./LoginPage.css";
import { RiverScene } from "./RiverScene.tsx";
import { SignInForm } from "./SignInForm.tsx";

interface LoginPageProps {
  /** Why the last session ended, if it did. */
  farewell?: string;
  /** Called when the user may soon be in: while the browser is idle, and again with the first key typed. */
  onLikelySignIn: () => void;
}

/** The way in. Plain React and one small style sheet, so that it is there at once even on a slow line. */
export function LoginPage({ farewell, onLikelySignIn }: LoginPageProps) {
  const [forgot, setForgot] = useState(false);
  useEffect(() => whenIdle(onLikelySignIn), [onLikelySignIn]);
  return (
    <div className="login" style={paint} onInput={onLikelySignIn}>
      <RiverScene />
      <main className="login-side">
        {forgot ? (
          <ForgotPasswordForm onBack={() => setForgot(false)} />
        ) : (
          <SignInForm onForgot={() => setForgot(true)} />
        )}
      </main>
      <Farewell words={farewell} />
    </div>
  );
}

/** The portal's colours as custom properties, each right for the browser's scheme. */
const paint = {
  ...Object.fromEntries(
    Object.entries(palette.light).map(([name, color]) => [
      `--${name}`,
      `light-dark(${color}, ${palette.dark[name as keyof typeof palette.dark]})`,
    ]),
  ),
  fontFamily,
} as CSSProperties;

/** Safari has no idle callback: there, a moment after showing. */
function whenIdle(action: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(action, 800);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(action, { timeout: 3000 });
  return () => cancelIdleCallback(handle);
}
