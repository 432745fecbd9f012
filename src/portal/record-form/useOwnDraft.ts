import { useEffect, useState } from "react";
import { OwnDraft, type OwnDraftPlace } from "./OwnDraft.ts";

/** The draft of this opening of the form. */
export function useOwnDraft(place: OwnDraftPlace) {
  const [isFailing, setFailing] = useState(false);
  const [own] = useState(() => new OwnDraft(place, (isKept) => setFailing(!isKept)));
  useEffect(() => own.open(), [own]);
  return { own, isFailing };
}
