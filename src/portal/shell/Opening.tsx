import { useEffect } from "react";
import { messages } from "../../contract/messages.ts";
import { fontFamily } from "../palette.ts";
import { appCode, useAppCode } from "./appCode.ts";

/** Stands in until the portal's code is there, and offers another try when it does not come. Plain elements: light. */
export function Opening() {
  const { failed } = useAppCode();
  useEffect(() => appCode.load(), []);
  // A failed fetch may be given up by the browser for as long as the page stays.
  const retry = () => (navigator.onLine ? location.reload() : appCode.load());
  return (
    <main style={look}>
      {failed ? (
        <div role="alert">
          <h1 style={{ fontSize: "1.25rem", margin: 0 }}>The portal could not be opened</h1>
          <p>{messages.networkFailed}</p>
          <button type="button" onClick={retry} style={{ font: "inherit", padding: "8px 20px" }}>
            Retry
          </button>
        </div>
      ) : (
        <h1 role="status" style={{ font: "inherit", margin: 0 }}>
          Opening the portal…
        </h1>
      )}
    </main>
  );
}

/** Room made inside: a margin would move the whole page down, and up again when the portal takes its place. */
const look = {
  maxWidth: 560,
  margin: "0 auto",
  padding: "30vh 24px 24px",
  textAlign: "center",
  fontFamily,
} as const;
