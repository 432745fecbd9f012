import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useDataProvider } from "react-admin";
import type { Bag } from "../../contract/fields.ts";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import type { RecordSave } from "../providers/recordsDialect.ts";
import { session } from "../providers/session.ts";

interface Save {
  /** Undefined for a record that is still to be made. */
  recordId: string | undefined;
  values: Bag;
  etag: string | undefined;
  idempotencyKey: string;
  /** True when a create under this key was sent before and may have arrived with other values. */
  isRepeated: boolean;
  /** Hears which record a repeated create stands for: it is there, whatever becomes of saving over it. */
  onFound: (found: SavedRecord) => void;
}

export interface SavedRecord {
  id: string;
  /** The version that the save made. */
  etag: string | undefined;
}

/**
 * Saves a record's metadata, one save at a time: what is asked while one runs is dropped, so that a double click makes
 * one record.
 */
export function useRecordSave() {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const queryClient = useQueryClient();
  const isRunning = useRef(false);
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: (save: Save) => (save.recordId === undefined ? create(save) : update(save.recordId, save)),
    // Tried even without a line: a save that waits for one unseen would look like one that never ends.
    networkMode: "always",
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["records"] }),
  });

  async function update(id: string, { values, etag }: Pick<Save, "values" | "etag">) {
    const data: RecordSave = { currentMetadata: values, ...(etag !== undefined && { etag }) };
    const saved = (await dataProvider.update("records", { id, data, previousData: { id } })).data;
    return { id, etag: (saved as { etag?: string }).etag };
  }

  async function create({ values, idempotencyKey, isRepeated, onFound }: Save) {
    const data: RecordSave = { currentMetadata: values, idempotencyKey };
    const made = (await dataProvider.create("records", { data })).data as { id?: string; etag?: string };
    const record = { id: String(made.id), etag: made.etag };
    if (!isRepeated || made.id === undefined) return record;
    // The services answer a repeated create with the record of the first one: what was typed since is saved over it.
    onFound(record);
    return update(record.id, { values, etag: record.etag });
  }

  /** Answers the saved record and its version; undefined when it was not saved, because of `error` or because nobody is signed in now. */
  const save = async (request: Save): Promise<SavedRecord | undefined> => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    try {
      const saved = await mutateAsync(request);
      return session.current() ? saved : undefined;
    } catch {
      return undefined;
    } finally {
      isRunning.current = false;
    }
  };
  return { save, isSaving: isPending, error, forgetError: reset };
}
