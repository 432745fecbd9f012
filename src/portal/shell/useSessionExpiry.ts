import { useEffect } from "react";
import { messages } from "../../contract/messages.ts";
import { session } from "../providers/session.ts";

const CHECK_INTERVAL = 1000;

/** Ends the session once its token's time has passed. */
export function useSessionExpiry(): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (session.isExpired()) session.end(messages.sessionExpired);
    }, CHECK_INTERVAL);
    return () => clearInterval(timer);
  }, []);
}
