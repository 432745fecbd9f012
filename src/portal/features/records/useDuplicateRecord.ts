import { useRef, useState } from "react";
import { useDataProvider, useNotify } from "react-admin";
import { useNavigate } from "react-router";
import { messages } from "../../../contract/messages.ts";
import type { PortalDataProvider } from "../../providers/dataProvider.ts";
import { newKey } from "../../providers/newKey.ts";
import { recordPath } from "../../routes.ts";

/**
 * Makes a copy of a record and opens it in the form. A try that got no answer keeps its key, so that trying again
 * cannot make a second copy.
 */
export function useDuplicateRecord(recordId: string) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const notify = useNotify();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const key = useRef<string>(undefined);

  const duplicate = async () => {
    if (busy) return;
    setBusy(true);
    key.current ??= newKey();
    const copy = await dataProvider.duplicateRecord(recordId, key.current).catch(() => undefined);
    setBusy(false);
    if (copy === undefined) {
      notify(messages.generic, { type: "error" });
      return;
    }
    key.current = undefined;
    notify(messages.duplicatedRecord, { type: "success" });
    void navigate(recordPath("form", copy));
  };
  return { duplicate, busy };
}
