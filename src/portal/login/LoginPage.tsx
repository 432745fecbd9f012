import { useEffect, useState } from "react";
import { plainPageStyles } from "../palette.ts";
import { PRODUCT_NAME } from "../productName.ts";
import { ForgotPasswordForm } from "./ForgotPasswordForm.tsx";
import "../plainPages.css";
import { SignInForm } from "./SignInForm.tsx";

interface LoginPageProps {
  endMessage?: string | undefined;
  /** Called while the browser is idle and again on the first input. */
  onPreload: () => void;
}

/** Plain React and one small style sheet, so that it loads fast on a slow connection. */
export function LoginPage({ endMessage, onPreload }: LoginPageProps) {
  const [isForgotPassword, setForgotPassword] = useState(false);
  useEffect(() => runWhenIdle(onPreload), [onPreload]);
  return (
    <div className="plain login" style={plainPageStyles} onInput={onPreload}>
      <RiverScene />
      <main>
        {isForgotPassword ? (
          <ForgotPasswordForm onBack={() => setForgotPassword(false)} />
        ) : (
          <SignInForm endMessage={endMessage} onForgot={() => setForgotPassword(true)} />
        )}
      </main>
      <EndMessageToast message={endMessage} />
    </div>
  );
}

/** Safari has no `requestIdleCallback`. */
function runWhenIdle(action: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(action, 800);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(action, { timeout: 3000 });
  return () => cancelIdleCallback(handle);
}

const TOAST_DURATION_MS = 3000;

function EndMessageToast({ message }: { message?: string | undefined }) {
  const [hiddenMessage, setHiddenMessage] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setHiddenMessage(message), TOAST_DURATION_MS);
    return () => clearTimeout(timer);
  }, [message]);
  return <div role="status">{message !== hiddenMessage && <p className="toast">{message}</p>}</div>;
}

const CONTOUR_LINE_COUNT = 13;

const contours = Array.from({ length: CONTOUR_LINE_COUNT }, (_, line) => {
  const y = 470 + line * 34;
  const swing = 96 - line * 5;
  return `M-40 ${y} C 120 ${y - swing}, 240 ${y + swing}, 400 ${y - 10} S 660 ${y - swing * 1.4}, 860 ${y + 20}`;
});

function RiverScene() {
  return (
    <header className="login-scene">
      <svg viewBox="0 0 800 900" preserveAspectRatio="xMidYMax slice" aria-hidden="true" focusable="false">
        {contours.map((path, line) => (
          <path key={path} d={path} opacity={0.18 + (line / CONTOUR_LINE_COUNT) * 0.5} />
        ))}
      </svg>
      <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width="44" height="44" />
      <p className="name">{PRODUCT_NAME}</p>
      <p>Describe a flood model once, upload it safely, and follow it to acceptance.</p>
    </header>
  );
}
