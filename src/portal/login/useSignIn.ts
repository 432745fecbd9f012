import { useRef, useState } from "react";
import { messages } from "../../contract/messages.ts";
import { portalConfig } from "../providers/calls/portalConfig.ts";
import { startSession } from "../providers/calls/signIn.ts";
import { createVendorCall } from "../providers/calls/vendorCall.ts";
import { VendorError } from "../providers/calls/vendorError.ts";

interface Failure {
  words: string;
  /** The same again may succeed: no answer came, or the services stumbled. */
  retry: boolean;
}

/** Signs in and starts the session, one try at a time. */
export function useSignIn() {
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
