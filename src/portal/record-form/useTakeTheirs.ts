import { useDataProvider, useNotify } from "react-admin";
import { messages } from "../../contract/messages.ts";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import type { RecordRow } from "../providers/recordsDialect.ts";

interface Choice {
  /** The record whose saved version is wanted. */
  recordNow: () => string | undefined;
  /** Gives up what was typed. */
  forget: () => void;
  /** Shows the saved version. */
  onReload: (saved: RecordRow) => void;
}

/** Lets the saved version of a record stand; what was typed is given up only once that version was read. */
export function useTakeTheirs({ recordNow, forget, onReload }: Choice): () => Promise<void> {
  const notify = useNotify();
  const dataProvider = useDataProvider<PortalDataProvider>();
  return async () => {
    const id = recordNow();
    if (id === undefined) return;
    try {
      const { data } = await dataProvider.getOne<RecordRow>("records", { id });
      forget();
      onReload(data);
    } catch (error) {
      notify((error as Error).message || messages.generic, { type: "error" });
    }
  };
}
