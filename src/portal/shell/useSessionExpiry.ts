import { useEffect } from "react";
import { messages } from "../../contract/messages.ts";
import { session } from "../providers/session.ts";

const CHECK_INTERVAL = 1000;

/** Ends the session once its token's time has passed. */
export function useSessionExpiry(): void {
  useEffect(() => {
    const check = () => {
      if (session.isExpired()) session.end(messages.sessionExpired);
    };
    // At once too: a browser opened the next day holds a session that is over.
    check();
    const timer = setInterval(check, CHECK_INTERVAL);
    return () => clearInterval(timer);
  }, []);
}
