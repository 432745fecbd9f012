import { createContext, useContext, useMemo, useSyncExternalStore } from "react";
import type { DraftStatus } from "./draftSync.ts";
import type { OtherText, TextChange, UnsentTextStore } from "./unsentTextStore.ts";

export const UnsentTextsContext = createContext<UnsentTextStore | undefined>(undefined);

type TextKind =
  "message" | "message-fields" | "reason" | "note" | "acceptance" | "checklist" | "reopening" | "answer";

export interface UnsentTextDraft {
  status: DraftStatus;
  /** Grows when another window's text replaces the text in this window. */
  takeoverCount: number;
  other: OtherText | undefined;
  onTakeOther: () => void;
  onDismissOther: () => void;
}

/**
 * Text typed for the record of the page and not sent, as `UnsentTexts` saves it.
 *
 * @param id if the record can have several texts of this kind
 */
export function useUnsentText(kind: TextKind, id?: string) {
  const store = useContext(UnsentTextsContext);
  if (!store) throw new Error("useUnsentText needs UnsentTexts around it");
  const name = id === undefined ? kind : `${kind}/${id}`;
  const state = useSyncExternalStore(store.subscribe, store.getState);
  const handlers = useMemo(
    () => ({
      setText: (change: TextChange) => store.setText(name, change),
      onTakeOther: () => store.takeOtherText(name),
      onDismissOther: () => store.dismissOtherText(name),
    }),
    [store, name],
  );
  const { setText, ...otherHandlers } = handlers;
  const text = state.texts[name] ?? "";
  const draft: UnsentTextDraft = {
    status: text === "" ? { isSaved: true } : state.status,
    takeoverCount: state.takeoverCounts[name] ?? 0,
    other: state.otherTexts[name],
    ...otherHandlers,
  };
  return [text, setText, draft] as const;
}
