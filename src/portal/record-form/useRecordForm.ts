import { useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useState, useSyncExternalStore } from "react";
import { useNotify } from "react-admin";
import { useNavigate } from "react-router";
import { messages } from "../../contract/messages.ts";
import type { JsonObject } from "../../contract/json.ts";
import { isEditableStatus } from "../../contract/status.ts";
import type { DraftVersions } from "../providers/calls/draftCalls.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { session } from "../providers/session.ts";
import { usePortalDataProvider } from "../providers/useVendorQuery.ts";
import { getRecordPath } from "../routes.ts";
import { useCapabilities } from "../providers/usePortalConfig.ts";
import type { DraftNotice, RecordRevision } from "./recordFormState.ts";
import { RecordFormStore } from "./recordFormStore.ts";
import { saveRecord } from "./saveRecord.ts";

const DRAFT_KEPT = "Your unsaved changes are kept as a draft.";
const DRAFT_DISCARDED = "Your draft was discarded.";
const CHANGES_DISCARDED = "Your changes were discarded. The form shows the saved version.";
const CHANGES_RESTORED = "Your changes are back in the form. They are not saved yet.";

export interface RecordFormSource {
  opened: RecordRevision;
  draftKey: string;
  drafts?: DraftVersions | undefined;
  /** The form was reset to the saved revision. */
  onReload?: ((saved: RecordRow) => void) | undefined;
  /** The record was created and the form stays open. */
  onCreated?: ((recordId: string) => void) | undefined;
}

export function useRecordForm({ opened, draftKey, drafts, ...callbacks }: RecordFormSource) {
  const [notify, navigate] = [useNotify(), useNavigate()];
  const [dataProvider, queryClient] = [usePortalDataProvider(), useQueryClient()];
  const { saveDraft: canSend } = useCapabilities();
  const [store] = useState(
    () => new RecordFormStore(opened, { key: draftKey, versions: drafts, calls: dataProvider, canSend }),
  );
  const formState = useSyncExternalStore(store.subscribe, store.getState);
  const showNotice = (draftNotice: DraftNotice) => store.updateState({ draftNotice });
  // A layout effect: its cleanup runs before the inputs unmount and their text is lost.
  useLayoutEffect(() => {
    const unmount = store.mount();
    return () => {
      const draft = unmount();
      if (draft?.isSaved && session.getAccount()) notify(DRAFT_KEPT, { type: "info" });
    };
  }, [store, notify]);
  const createUndo = (restoreChanges: () => void) => () => {
    restoreChanges();
    showNotice({ id: "restored", message: CHANGES_RESTORED });
  };
  return {
    ...formState,
    store,
    discardDraft() {
      const undo = createUndo(store.loadSavedRevision(store.getState().savedRevision));
      showNotice({ id: "discarded draft", message: DRAFT_DISCARDED, undo });
    },
    /** A button without an intent, such as Retry, repeats the last one. */
    submit(values: JsonObject, intent: string = store.getState().intent) {
      const context = { ...callbacks, draftKey, notify, navigate, dataProvider, queryClient };
      void saveRecord(store, context, values, intent === "proceed" ? "proceed" : "save");
    },
    /** Loads the other user's revision into the form. The user can undo this. */
    async discardMine(id: string) {
      const isCurrent = () => store.isMounted && store.getState().saveState.status === "conflicted";
      const { onReload, onCreated } = callbacks;
      try {
        const { data } = await dataProvider.getOne<RecordRow>("records", { id });
        if (!isCurrent()) return;
        // The record can no longer be edited: its page shows the draft.
        if (!isEditableStatus(data.statusInfo.status))
          return void navigate(getRecordPath("view", id), { replace: true });
        const { currentMetadata: values, etag } = data;
        const restoreChanges = store.loadSavedRevision({ recordId: id, values, etag });
        onReload?.(data);
        onCreated?.(id);
        showNotice({ id: "discarded", message: CHANGES_DISCARDED, undo: createUndo(restoreChanges) });
      } catch (error) {
        if (isCurrent()) notify((error as Error).message || messages.generic, { type: "error" });
      }
    },
  };
}
