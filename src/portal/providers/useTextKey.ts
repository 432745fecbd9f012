import { useRef } from "react";
import { createIdempotencyKey } from "./calls/createIdempotencyKey.ts";

/** One idempotency key per text: a retry after a lost response creates no duplicate. */
export function useTextKey() {
  const lastAttempt = useRef<{ text: string; key: string }>(undefined);
  return {
    getKey(text: string): string {
      if (lastAttempt.current?.text !== text) lastAttempt.current = { text, key: createIdempotencyKey() };
      return lastAttempt.current.key;
    },
    /** After success: the same text is new when it is sent again. */
    reset(): void {
      lastAttempt.current = undefined;
    },
  };
}
