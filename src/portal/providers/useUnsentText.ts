import { useEffect, useEffectEvent, useState } from "react";
import { attempt } from "../../contract/attempt.ts";
import { session } from "./session.ts";

/**
 * Text about a record that is typed and not sent. Where the session ends by itself, the same user finds it again in the
 * same tab; whoever signs out by choice leaves none behind, as of the drafts.
 */
export function useUnsentText(kind: "message" | "reason", recordId: string) {
  const [key] = useState(() => {
    const username = session.current()?.username ?? "";
    return `flood-model-portal.unsent-${kind}/${encodeURIComponent(username)}/${recordId}`;
  });
  const [text, setText] = useState(() => attempt(() => sessionStorage.getItem(key)) ?? "");
  const keep = useEffectEvent(() => attempt(() => sessionStorage.setItem(key, text)));
  useEffect(() => {
    // Taken back: what becomes of it now is the page's.
    attempt(() => sessionStorage.removeItem(key));
    return session.beforeEnd(() => keep());
  }, [key]);
  return [text, setText] as const;
}
