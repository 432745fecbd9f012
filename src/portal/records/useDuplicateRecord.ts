import { useRef, useState } from "react";
import { useDataProvider, useNotify } from "react-admin";
import { useNavigate } from "react-router";
import { messages } from "../../contract/messages.ts";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import { newKey } from "../providers/newKey.ts";
import { recordPath } from "../routes.ts";

/**
 * Makes a copy of a record and opens it in the form. A try that got no answer keeps its key, so that trying again
 * cannot make a second copy.
 */
export function useDuplicateRecord(recordId: string) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const notify = useNotify();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  /** Why the last try made no copy; undefined after one that did, and before the first. */
  const [failure, setFailure] = useState<{ error: unknown }>();
  const key = useRef<string>(undefined);

  const duplicate = async () => {
    if (busy) return;
    setBusy(true);
    key.current ??= newKey();
    try {
      const copy = await dataProvider.duplicateRecord(recordId, key.current);
      if (copy === undefined) throw new Error("The services gave the copy no id");
      key.current = undefined;
      notify(messages.duplicatedRecord, { type: "success" });
      void navigate(recordPath("form", copy));
    } catch (error) {
      setFailure({ error });
      notify(messages.generic, { type: "error" });
    } finally {
      setBusy(false);
    }
  };
  return { duplicate, busy, failure, forget: () => setFailure(undefined) };
}
