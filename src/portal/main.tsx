import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { Root } from "./Root.tsx";
import { session } from "./providers/session.ts";
import { beginEarly } from "./shell/beginEarly.ts";

const account = session.current();
if (account) beginEarly(account);

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <ErrorBoundary>
      <Root />
    </ErrorBoundary>
  </StrictMode>,
);
