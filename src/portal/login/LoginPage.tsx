import { useEffect, useState } from "react";
import { paint } from "../palette.ts";
import { PRODUCT_NAME } from "../productName.ts";
import { ForgotPasswordForm } from "./ForgotPasswordForm.tsx";
import "../plainPages.css";
import { SignInForm } from "./SignInForm.tsx";

interface LoginPageProps {
  /** Why the last session ended, if it did. */
  farewell?: string | undefined;
  /** What was typed in it stands in this page alone. */
  isWorkAtRisk?: boolean;
  /** Called when the user may soon be in: while the browser is idle, and again with the first key typed. */
  onLikelySignIn: () => void;
}

/** The way in. Plain React and one small style sheet, so that it is there at once even on a slow line. */
export function LoginPage({ farewell, isWorkAtRisk = false, onLikelySignIn }: LoginPageProps) {
  const [forgot, setForgot] = useState(false);
  useEffect(() => whenIdle(onLikelySignIn), [onLikelySignIn]);
  return (
    <div className="plain login" style={paint} onInput={onLikelySignIn}>
      <RiverScene />
      <main>
        {forgot ? (
          <ForgotPasswordForm onBack={() => setForgot(false)} />
        ) : (
          <SignInForm farewell={farewell} isWorkAtRisk={isWorkAtRisk} onForgot={() => setForgot(true)} />
        )}
      </main>
      <Farewell words={farewell} />
    </div>
  );
}

/** Safari has no idle callback: there, a moment after showing. */
function whenIdle(action: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(action, 800);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(action, { timeout: 3000 });
  return () => cancelIdleCallback(handle);
}

const SHOWN_FOR = 3000;

/** Why the last session ended: at the bottom right, announced, for three seconds. */
function Farewell({ words }: { words?: string | undefined }) {
  const [over, setOver] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setOver(words), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [words]);
  return <div role="status">{words !== over && <p className="toast">{words}</p>}</div>;
}

const LINES = 13;

/** Contour lines around a river's bend: each a shifted copy of the one before, flatter with the distance. */
const contours = Array.from({ length: LINES }, (_, line) => {
  const y = 470 + line * 34;
  const swing = 96 - line * 5;
  return `M-40 ${y} C 120 ${y - swing}, 240 ${y + swing}, 400 ${y - 10} S 660 ${y - swing * 1.4}, 860 ${y + 20}`;
});

/** The picture beside the form: the product's name over a landscape of contour lines. */
function RiverScene() {
  return (
    <header className="login-scene">
      <svg viewBox="0 0 800 900" preserveAspectRatio="xMidYMax slice" aria-hidden="true" focusable="false">
        {contours.map((path, line) => (
          <path key={path} d={path} opacity={0.18 + (line / LINES) * 0.5} />
        ))}
      </svg>
      <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width="44" height="44" />
      <p className="name">{PRODUCT_NAME}</p>
      <p>Describe a flood model once, hand it over safely, and follow it to acceptance.</p>
    </header>
  );
}
