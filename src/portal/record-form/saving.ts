import { useQueryClient } from "@tanstack/react-query";
import { useDataProvider, type useNotify } from "react-admin";
import type { useNavigate } from "react-router";
import { schemaOf, type Bag } from "../../contract/schema/fields.ts";
import { mergeChanges } from "../../contract/conflicts/mergeChanges.ts";
import { messages } from "../../contract/messages.ts";
import type { References } from "../../contract/schema/references.ts";
import type { Latest } from "../form/Latest.ts";
import type { FormHandle } from "../form/useEntityForm.ts";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import { newKey } from "../providers/calls/newKey.ts";
import type { RecordSave } from "../providers/resources/recordsDialect.ts";
import { session } from "../providers/session.ts";
import { BASE_PATH, recordPath, routes } from "../routes.ts";
import type { Ground, OwnDraft, TypedContent } from "./ownDraft.ts";
import { changesOf, saveConflictOf, type OpenedRecord } from "./savedVersions.ts";
import type { SaveIntent, Step, Work } from "./saveState.ts";

/** What a save needs of the form it saves. */
export interface Saving {
  work: Latest<Work>;
  go(step: Step): void;
  form: Latest<FormHandle | null>;
  collect(): TypedContent | undefined;
  own: OwnDraft;
  /** Whether a value is still on its way into the form. */
  busy: Latest<boolean>;
  page: Latest<SavingPage>;
}

/** What a save needs of the page around it. */
export interface SavingPage {
  isOpen: boolean;
  isNewPage: boolean;
  references: References;
  notify: ReturnType<typeof useNotify>;
  navigate: ReturnType<typeof useNavigate>;
  send: ReturnType<typeof useSend>;
  /** A new record was made, and the form stays. */
  onMade?: (() => void) | undefined;
  onSaved(): void;
}

/** The fields of others are merged and sent again so often; then somebody is saving all the time. */
const MOST_MERGES = 3;

/** Saves valid values, and leads on from there unless more was typed meanwhile. */
export async function save(saving: Saving, values: Bag, intent: SaveIntent, merges = 0): Promise<void> {
  const { work, go, own, collect, page } = saving;
  const { ground } = work.get();
  const isNew = ground.recordId === undefined;
  const isRepeated = ground.idempotencyKey !== undefined;
  const idempotencyKey = ground.idempotencyKey ?? newKey();
  // Where its answer is lost, what a first create sends is the version that others may change.
  const sent: Ground = isNew
    ? { ...ground, idempotencyKey, ...(!isRepeated && { typedOver: values }) }
    : ground;
  go({ to: "send", intent, ground: sent });
  own.moveTo(sent);
  if (isNew) own.write();
  const before = textsOf(collect());
  try {
    const onFound = (found: Found) => go({ to: "stand", ground: { ...sent, ...found } });
    const saved = await page.get().send(sent, values, isRepeated, onFound);
    if (session.current()) finish(saving, { ...saved, values }, { intent, isNew, before });
  } catch (error) {
    const again = await meet(saving, error, values, merges);
    if (again) await save(saving, again, intent, merges + 1);
  }
}

interface Sent {
  intent: SaveIntent;
  isNew: boolean;
  /** What was half typed when it was sent. */
  before: string;
}

function finish(saving: Saving, saved: OpenedRecord & Found, { intent, isNew, before }: Sent): void {
  const { go, own, collect, busy } = saving;
  const { isOpen, isNewPage, notify, navigate, onMade, onSaved } = saving.page.get();
  const content = collect();
  const isMore =
    content && (changesOf(saved.values, content.values).length > 0 || textsOf(content) !== before);
  const isBehind = busy.get() || isMore === true;
  own.moveTo(saved);
  own.write();
  go({ to: "saved", ground: saved, isBehind });
  // Whoever has left is told nothing about a page that is gone, and led nowhere.
  if (!isOpen) return;
  onSaved();
  if (intent === "save" || !isNew) notify(messages.savedRecord, { type: "success" });
  if (!isBehind)
    void navigate(intent === "proceed" ? recordPath("instructions", saved.recordId) : routes.home);
  else if (isNewPage) {
    nameInAddress(saved.recordId);
    onMade?.();
  }
}

/** What to send instead, once the fields that only others changed are merged; nothing where the user is to decide. */
async function meet({ work, go, form, collect, page }: Saving, error: unknown, values: Bag, merges: number) {
  const conflict = saveConflictOf(error, page.get().references);
  if (!conflict) {
    go({ to: "fail", error: error as Error });
    return undefined;
  }
  const { ground } = work.get();
  const { theirs } = conflict;
  const mine = collect()?.values ?? values;
  const versions = { base: ground.typedOver ?? ground.values, mine, theirs };
  const { values: merged, contested } = mergeChanges(schemaOf("metadata"), versions);
  const taken = Object.fromEntries(changesOf(mine, merged).map((name) => [name, merged[name]]));
  const next = { recordId: ground.recordId, etag: conflict.etag, values: theirs };
  await form.get()?.put(taken);
  if (contested.length > 0 || merges >= MOST_MERGES) {
    go({ to: "choose", ground: next, conflict, contested });
    return undefined;
  }
  go({ to: "stand", ground: next });
  return { ...values, ...taken };
}

const textsOf = ({ contactTexts: texts = {}, halfTyped = {} }: Partial<TypedContent> = {}): string =>
  JSON.stringify([texts, halfTyped]);

/** A reload finds the record that was made. Past the router, which would draw the form anew under who types in it. */
const nameInAddress = (recordId: string) =>
  window.history.replaceState(window.history.state, "", BASE_PATH + recordPath("form", recordId));

/** The record that a create made, and its version. */
interface Found {
  recordId: string;
  etag: string | undefined;
}

/** Sends a record's metadata as a create or as its next version; answers the version that the save made. */
export function useSend() {
  const dataProvider = useDataProvider<PortalDataProvider>();
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
