import { useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import { useNotify } from "react-admin";
import { session } from "../providers/session.ts";
import { useCapabilities } from "../providers/usePortalConfig.ts";
import { usePortalDataProvider } from "../providers/useVendorQuery.ts";
import { LeaveDialog } from "./LeaveDialog.tsx";
import { UnsentTextStore } from "./unsentTextStore.ts";
import { UnsentTextsContext } from "./useUnsentText.ts";

const TEXT_KEPT = "Your unsent text is kept as a draft.";

/** Saves what the user types for a record on this page and does not send. */
export function UnsentTexts({ recordId, children }: { recordId: string; children: ReactNode }) {
  const notify = useNotify();
  const dataProvider = usePortalDataProvider();
  const { saveDraft: canSend } = useCapabilities();
  const [store] = useState(() => new UnsentTextStore(recordId, dataProvider, canSend));
  const { status } = useSyncExternalStore(store.subscribe, store.getState);
  useEffect(() => {
    const unmount = store.mount();
    return () => {
      unmount();
      if (store.hasText() && store.getState().status.isSaved && session.getAccount())
        notify(TEXT_KEPT, { type: "info" });
    };
  }, [store, notify]);
  return (
    <UnsentTextsContext value={store}>
      {!status.isSaved && <LeaveDialog isEdited />}
      {children}
    </UnsentTextsContext>
  );
}
