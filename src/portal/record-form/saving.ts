import { useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import type { useNotify } from "react-admin";
import type { useNavigate } from "react-router";
import { schemaOf, type Bag } from "../../contract/schema/fields.ts";
import { mergeChanges } from "../../contract/conflicts/mergeChanges.ts";
import { messages } from "../../contract/messages.ts";
import { readModelRecord } from "../../contract/modelRecord.ts";
import type { References } from "../../contract/schema/references.ts";
import { rowsOf } from "../../contract/wire/endpoints.ts";
import { usePortalProvider } from "../providers/useAnswer.ts";
import { newKey } from "../providers/calls/newKey.ts";
import { VendorError } from "../providers/calls/vendorError.ts";
import type { RecordSave } from "../providers/resources/recordsDialect.ts";
import { session } from "../providers/session.ts";
import { recordPath, routes } from "../routes.ts";
import type { Ground, RecordWork, SaveIntent, TypedContent } from "./recordWork.ts";
import { changesOf, type OpenedRecord, type SaveConflict } from "./savedVersions.ts";

interface Saving {
  record: RecordWork;
  /** What a save needs of the page around the form, as it is when it is needed. */
  page: RefObject<SavingPage>;
  intent: SaveIntent;
}

interface SavingPage {
  references: References;
  notify: ReturnType<typeof useNotify>;
  navigate: ReturnType<typeof useNavigate>;
  send: ReturnType<typeof useSend>;
  /** A new record was made, and the form stays. */
  onMade?: ((recordId: string) => void) | undefined;
}

/** The fields of others are merged and sent again so often; then somebody is saving all the time. */
const MOST_MERGES = 3;

/** Saves valid values, and leads on from there unless more was typed meanwhile. */
export async function save(saving: Saving, values: Bag): Promise<void> {
  const { state, ground } = saving.record.get();
  await saveOver(saving, state.is === "conflicted" ? state.over : ground, values, 0);
}

async function saveOver(saving: Saving, ground: Ground, values: Bag, merges: number): Promise<void> {
  const { record, page, intent } = saving;
  const isNew = ground.recordId === undefined;
  const isRepeated = ground.idempotencyKey !== undefined;
  const idempotencyKey = ground.idempotencyKey ?? newKey();
  // Where its answer is lost, what a first create sends is the version that others may change.
  let sent: Ground = isNew
    ? { ...ground, idempotencyKey, ...(!isRepeated && { typedOver: values }) }
    : ground;
  record.moveTo(sent, { state: { is: "saving" }, intent });
  if (isNew) record.write();
  const before = textsOf(record.collect());
  try {
    const onFound = (found: Found) => (sent = { ...sent, ...found });
    const saved = await page.current.send(sent, values, isRepeated, onFound);
    if (session.current()) finish(saving, { ...saved, values }, isNew, before);
  } catch (error) {
    const merged = await merge(saving, sent, error, values);
    if (!merged) return record.set({ state: { is: "failed", error: error as Error } });
    const { over, contested, conflict } = merged;
    if (contested.length === 0 && merges < MOST_MERGES)
      return saveOver(saving, over, merged.values, merges + 1);
    record.set({ state: { is: "conflicted", conflict, contested, over } });
  }
}

/** @param before what was half typed when it was sent */
function finish(
  { record, page, intent }: Saving,
  saved: OpenedRecord & Found,
  isNew: boolean,
  before: string,
) {
  const content = record.collect();
  const isMore =
    content && (changesOf(saved.values, content.values).length > 0 || textsOf(content) !== before);
  const isBehind = record.get().isBusy || isMore === true;
  record.moveTo(saved, {
    saved,
    outcome: undefined,
    state: isBehind ? { is: "dirty", isBehind } : { is: "clean" },
  });
  record.write();
  // Whoever has left is told nothing about a page that is gone, and led nowhere.
  if (!record.isOpen) return;
  const { notify, navigate, onMade } = page.current;
  if (intent === "save" || !isNew) notify(messages.savedRecord, { type: "success" });
  if (!isBehind)
    void navigate(intent === "proceed" ? recordPath("instructions", saved.recordId) : routes.home);
  else onMade?.(saved.recordId);
}

/** Takes the fields that only others changed into the form; undefined where nobody saved the record meanwhile. */
async function merge({ record, page }: Saving, sent: Ground, error: unknown, values: Bag) {
  const conflict = saveConflictOf(error, page.current.references);
  if (!conflict) return undefined;
  const { theirs, etag } = conflict;
  const mine = record.collect()?.values ?? values;
  const versions = { base: sent.typedOver ?? sent.values, mine, theirs };
  const { values: merged, contested } = mergeChanges(schemaOf("metadata"), versions);
  const taken = Object.fromEntries(changesOf(mine, merged).map((name) => [name, merged[name]]));
  await record.put(taken);
  const over: Ground = { recordId: sent.recordId, etag, values: theirs };
  return { conflict, contested, over, values: { ...values, ...taken } };
}

/** The conflict a refused save speaks of; undefined when it was refused for another reason. */
function saveConflictOf(error: unknown, references: References): SaveConflict | undefined {
  if (!(error instanceof VendorError) || error.status !== 409 || error.body.savedBy === undefined)
    return undefined;
  const { savedAt, etag, current } = error.body;
  const [row] = rowsOf(current);
  if (!row) return undefined;
  return {
    words: error.message,
    savedAt: typeof savedAt === "string" ? savedAt : undefined,
    etag: typeof etag === "string" ? etag : undefined,
    theirs: readModelRecord(row, references).currentMetadata,
  };
}

const textsOf = ({ contactTexts: texts = {}, halfTyped = {} }: Partial<TypedContent> = {}): string =>
  JSON.stringify([texts, halfTyped]);

/** The record that a create made, and its version. */
interface Found {
  recordId: string;
  etag: string | undefined;
}

/** Sends a record's metadata as a create or as its next version; answers the version that the save made. */
export function useSend() {
  const dataProvider = usePortalProvider();
  const queryClient = useQueryClient();
  const update = async (id: string, values: Bag, etag: string | undefined) => {
    const data: RecordSave = { currentMetadata: values, ...(etag !== undefined && { etag }) };
    const saved = (await dataProvider.update("records", { id, data, previousData: { id } })).data;
    return { recordId: id, etag: (saved as { etag?: string }).etag };
  };
  return async (
    { recordId, etag, idempotencyKey = "" }: Ground,
    values: Bag,
    isRepeated: boolean,
    onFound: (found: Found) => void,
  ) => {
    const saved = async () => {
      if (recordId !== undefined) return update(recordId, values, etag);
      const data: RecordSave = { currentMetadata: values, idempotencyKey };
      const made = (await dataProvider.create("records", { data })).data as { id?: string; etag?: string };
      const found = { recordId: String(made.id), etag: made.etag };
      if (!isRepeated || made.id === undefined) return found;
      // The services answer a repeated create with the record of the first one: what was typed since is saved over it.
      onFound(found);
      return update(found.recordId, values, made.etag);
    };
    const version = await saved();
    void queryClient.invalidateQueries({ queryKey: ["records"] });
    return version;
  };
}
