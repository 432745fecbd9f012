import { useEffect, useEffectEvent, useState } from "react";
import { tryOrUndefined } from "../../contract/tryOrUndefined.ts";
import { session } from "../providers/session.ts";

type TextKind =
  "message" | "message-fields" | "reason" | "note" | "acceptance" | "checklist" | "reopening" | "answer";

/**
 * Text typed for a record, or in answer to a rejection reason, but not sent. After an expired session the same user finds
 * it again in the same tab. A chosen logout discards it.
 */
export function useUnsentText(kind: TextKind, id: string) {
  const [key] = useState(() => {
    const username = session.getAccount()?.username ?? "";
    return `flood-model-portal.unsent-${kind}/${encodeURIComponent(username)}/${id}`;
  });
  const [text, setText] = useState(() => tryOrUndefined(() => sessionStorage.getItem(key)) ?? "");
  const storeText = useEffectEvent(() => tryOrUndefined(() => sessionStorage.setItem(key, text)));
  useEffect(() => {
    // The page has the text now, so remove the stored copy.
    tryOrUndefined(() => sessionStorage.removeItem(key));
    return session.onBeforeEnd(() => storeText());
  }, [key]);
  return [text, setText] as const;
}
