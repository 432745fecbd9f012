import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useState, useSyncExternalStore } from "react";
import { useNotify } from "react-admin";
import { useNavigate } from "react-router";
import { mergeChanges } from "../../contract/conflicts/mergeChanges.ts";
import { messages } from "../../contract/messages.ts";
import { readModelRecord } from "../../contract/modelRecord.ts";
import { schemaOf, type JsonObject } from "../../contract/schema/fields.ts";
import { isEditable } from "../../contract/status.ts";
import { rowsOf } from "../../contract/wire/endpoints.ts";
import { newKey } from "../providers/calls/newKey.ts";
import { isNotServed, VendorError } from "../providers/calls/vendorError.ts";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import type { Draft, TypedContent } from "../providers/drafts.ts";
import type { RecordSave } from "../providers/resources/recordsDialect.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { session } from "../providers/session.ts";
import { usePortalProvider } from "../providers/useAnswer.ts";
import { recordPath, routes } from "../routes.ts";
import { longDate } from "../ui/format.ts";
import {
  changesOf,
  formOf,
  RecordWork,
  type Base,
  type Outcome,
  type RecordVersion,
  type SaveIntent,
} from "./recordWork.ts";
import { useKeptDrafts } from "./useKeptDrafts.ts";

const KEPT = "Your unsaved changes are kept on this device.";
const DISCARDED = "Your changes were discarded. The form shows the saved version.";
const GIVEN_BACK = "Your changes are back in the form. They are not saved yet.";

interface Surroundings {
  /** The saved version was read anew, and stands in the form. */
  onReload?: ((saved: RecordRow) => void) | undefined;
  /** The form stays, and is that of the record that was made. */
  onMade?: ((recordId: string) => void) | undefined;
}

/** One record's form from opening to saving: what is typed, kept, saved, merged, and where that leads. */
export function useRecordForm(opened: RecordVersion, surroundings: Surroundings) {
  const [record] = useState(() => new RecordWork(opened));
  const work = useSyncExternalStore(record.subscribe, record.get);
  const tell = (outcome: Outcome) => record.set({ outcome });
  const { drafts, discard, offer, remove } = useKeptDrafts(formOf(opened), opened.values, tell);
  const [notify, navigate] = [useNotify(), useNavigate()];
  const [dataProvider, queryClient] = [usePortalProvider(), useQueryClient()];
  // Whichever way leads out, the user is told that what is typed is kept. Before the inputs go, and their text with them.
  useLayoutEffect(() => {
    const close = record.open();
    return () => {
      if (close() && session.current()) notify(KEPT, { type: "info" });
    };
  }, [record, notify]);
  /** What the form holds gives way to something else, and is offered in turn. */
  const putAside = () => offer(record.putAside());
  return {
    ...work,
    record,
    offered: drafts,
    discard,
    restore(draft: Draft) {
      putAside();
      remove(draft);
      record.adopt(draft);
      const words = `Your unsaved changes from ${longDate(draft.keptAt)} are back in the form. They are not saved yet.`;
      tell({ of: draft.id, words });
    },
    /** A button that says no intent tries the last one again. */
    submit(values: JsonObject, pressed: string = record.get().intent) {
      const page = { ...surroundings, notify, navigate, dataProvider, queryClient };
      void save(record, page, values, pressed === "proceed" ? "proceed" : "save");
    },
    /** Puts the version of those who saved meanwhile in the place of what was typed, which Undo gives back. */
    async takeTheirs(id: string) {
      const isWanted = () => record.isOpen && record.get().state.is === "conflicted";
      const { onReload, onMade } = surroundings;
      try {
        const { data } = await dataProvider.getOne<RecordRow>("records", { id });
        if (!isWanted()) return;
        // The record's page shows what was typed, which is kept.
        if (!isEditable(data.statusInfo.status))
          return void navigate(recordPath("view", id), { replace: true });
        const giveBack = record.startOver({ recordId: id, values: data.currentMetadata, etag: data.etag });
        onReload?.(data);
        onMade?.(id);
        const undo = () => {
          putAside();
          giveBack();
          tell({ of: "given back", words: GIVEN_BACK });
        };
        tell({ of: "taken", words: DISCARDED, undo });
      } catch (error) {
        if (isWanted()) notify((error as Error).message || messages.generic, { type: "error" });
      }
    },
  };
}

/** What a save needs of the page around the form. */
interface Page extends Surroundings {
  notify: ReturnType<typeof useNotify>;
  navigate: ReturnType<typeof useNavigate>;
  dataProvider: PortalDataProvider;
  queryClient: QueryClient;
}

/** The fields of others are merged and sent again so often; then somebody is saving all the time. */
const MOST_MERGES = 3;

/** Saves valid values, and leads on from there unless more was typed meanwhile. */
async function save(record: RecordWork, page: Page, values: JsonObject, intent: SaveIntent) {
  const { state, base } = record.get();
  // What is asked while a save runs is dropped, so that a double click makes one record.
  if (state.is === "saving") return;
  let over = state.is === "conflicted" ? state.conflict.theirs : base;
  const isNew = over.recordId === undefined;
  let isRepeated = isNew && over.idempotencyKey !== undefined;
  // Where its answer is lost, what a first create sends is the version that others may change.
  if (isNew && !isRepeated) over = { ...over, values, idempotencyKey: newKey() };
  const before = record.collect();
  record.moveTo(over, { state: { is: "saving" }, intent });
  for (let merges = 0; ;) {
    try {
      const saved = await send(page, over, values);
      if (!isRepeated) return finish(record, page, saved, { isNew, intent, before });
      // The services answer a repeated create with the record of the first one: what was typed since is saved over it.
      isRepeated = false;
      over = { ...saved, values: over.values };
    } catch (error) {
      if (isNotServed(error) && over.recordId !== undefined) return becomeNew(record, error as VendorError);
      const theirs = await versionIn(error, over, page.dataProvider);
      if (!theirs) return record.set({ state: { is: "failed", error: error as Error } });
      const { merged, contested } = await merge(record, values, over, theirs);
      if (contested.length > 0 || merges === MOST_MERGES) {
        const { message: words, body } = error as VendorError;
        const conflict = { words, savedAt: textIn(body.savedAt), contested, theirs };
        return record.set({ state: { is: "conflicted", conflict } });
      }
      merges += 1;
      [over, values] = [theirs, merged];
      record.moveTo(over, {});
    }
  }
}

/** The record was deleted elsewhere: what is typed is a new record's from now on, and saved as one if it is saved again. */
function becomeNew(record: RecordWork, { status, body }: VendorError) {
  const nothing = { recordId: undefined, values: {}, etag: undefined };
  const error = new VendorError(messages.savedAsNew, status, body);
  record.moveTo(nothing, { saved: nothing, state: { is: "failed", error } });
}

/** Sends the values as a create or as the record's next version; answers the version that this made. */
async function send({ dataProvider, queryClient }: Page, over: Base, values: JsonObject) {
  const { recordId: id, etag, idempotencyKey = "" } = over;
  const data: RecordSave = { currentMetadata: values, ...(id === undefined ? { idempotencyKey } : { etag }) };
  const answer = await (id === undefined
    ? dataProvider.create("records", { data })
    : dataProvider.update("records", { id, data, previousData: { id } }));
  void queryClient.invalidateQueries({ queryKey: ["records"] });
  const made = answer.data as { id?: unknown; etag?: string };
  return { recordId: id ?? String(made.id), etag: made.etag, values };
}

interface Sent {
  isNew: boolean;
  intent: SaveIntent;
  /** What the form held when it was sent. */
  before: TypedContent | undefined;
}

function finish(
  record: RecordWork,
  { notify, navigate, onMade }: Page,
  saved: RecordVersion & { recordId: string },
  { isNew, intent, before }: Sent,
) {
  if (!session.current()) return;
  const now = record.collect();
  const isMore = now && (changesOf(saved.values, now.values).length > 0 || textsOf(now) !== textsOf(before));
  const isBehind = record.get().isBusy || isMore === true;
  const state = isBehind ? ({ is: "dirty", isBehind } as const) : ({ is: "clean" } as const);
  record.moveTo(saved, { saved, outcome: undefined, state });
  // Whoever has left is told nothing about a page that is gone, and led nowhere.
  if (!record.isOpen) return;
  if (intent === "save" || !isNew) notify(messages.savedRecord, { type: "success" });
  if (isBehind) onMade?.(saved.recordId);
  else void navigate(intent === "proceed" ? recordPath("instructions", saved.recordId) : routes.home);
}

/** What is typed and no value yet. */
const textsOf = ({ contactTexts = {}, halfTyped = {} }: Partial<TypedContent> = {}): string =>
  JSON.stringify([contactTexts, halfTyped]);

/** Takes the fields that only others changed into the form, and into the values to be sent. */
async function merge(record: RecordWork, values: JsonObject, base: Base, theirs: Base) {
  const mine = record.collect()?.values ?? values;
  const versions = { base: base.values, mine, theirs: theirs.values };
  const { values: all, contested } = mergeChanges(schemaOf("metadata"), versions);
  const taken = Object.fromEntries(changesOf(mine, all).map((name) => [name, all[name]]));
  await record.put(taken);
  return { merged: { ...values, ...taken }, contested };
}

/** The version that was saved meanwhile, as a refused save tells it; undefined when it was refused for another reason. */
async function versionIn(error: unknown, { recordId }: Base, { references }: PortalDataProvider) {
  if (!(error instanceof VendorError) || error.status !== 409 || error.body.savedBy === undefined)
    return undefined;
  const [row] = rowsOf(error.body.current);
  if (!row) return undefined;
  const values = readModelRecord(row, await references()).currentMetadata;
  return { recordId, etag: textIn(error.body.etag), values };
}

const textIn = (value: unknown) => (typeof value === "string" ? value : undefined);
