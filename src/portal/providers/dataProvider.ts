import simpleRestProvider from "ra-data-simple-rest";
import type { DataProvider } from "react-admin";
import type { UploadConflict } from "../../contract/generated/entities.ts";
import { accountCalls } from "./calls/accountCalls.ts";
import { conflictCalls } from "./calls/conflictCalls.ts";
import { contactsDialect } from "./resources/contactsDialect.ts";
import { recordCalls } from "./calls/recordCalls.ts";
import { summaryOf, type RecordFilter } from "./resources/recordFilters.ts";
import type { RecordRow } from "./resources/recordRow.ts";
import { recordsDialect } from "./resources/recordsDialect.ts";
import { referencesOf } from "./resources/referencesDialect.ts";
import { decisionCalls, reviewsDialect } from "./resources/reviewsDialect.ts";
import { draftStore } from "./drafts.ts";
import { session } from "./session.ts";
import { createSimpleRest } from "./resources/simpleRest.ts";
import { uploadCalls } from "./calls/uploadCalls.ts";
import { VendorError } from "./calls/vendorError.ts";
import type { Bases, VendorCall } from "./calls/vendorCall.ts";

/** Everything the screens ask for: react-admin's verbs over simple-rest, and a named method for each other call. */
export function createDataProvider(call: VendorCall, bases: Bases) {
  const { references, dialects } = referencesOf(call);
  const user = () => {
    const account = session.current();
    if (!account) throw new Error("Nobody is signed in");
    return account;
  };
  const surroundings = { call, bases, references, user };
  const aboutRecords = recordCalls(surroundings);
  let conflictsError: unknown;
  const conflicts = async () => {
    try {
      const found = await aboutRecords.conflicts();
      conflictsError = undefined;
      return found;
    } catch (error) {
      if (error instanceof VendorError && error.status === 401) throw error;
      // The list is shown without them, and says so.
      conflictsError = error;
      return new Map<string, UploadConflict[]>();
    }
  };
  const { httpClient, first, list } = createSimpleRest({
    records: recordsDialect({ ...surroundings, conflicts }),
    contacts: contactsDialect(surroundings),
    reviews: reviewsDialect(surroundings),
    ...dialects,
  });
  const rest: DataProvider = simpleRestProvider("", httpClient);
  return {
    ...rest,
    /** Lists of records come with what they come to as a whole, however they are narrowed; a queue with all that wait. */
    getList: (async (resource, params) => {
      const { rows, ...page } = await list(resource, params);
      if (resource === "reviews") return { ...page, meta: { all: rows } };
      if (resource !== "records") return page;
      const drafts = draftStore.forms(user().username);
      return { ...page, meta: { ...summaryOf(rows, params.filter as RecordFilter, drafts), conflictsError } };
    }) as DataProvider["getList"],
    /** The newest of the user's records, and whether these are all. */
    async firstRecords(most: number) {
      const { rows, isWhole } = await first("records", most);
      return { records: rows as unknown as RecordRow[], isWhole };
    },
    ...accountCalls(surroundings),
    ...conflictCalls(surroundings),
    ...aboutRecords,
    ...decisionCalls(surroundings),
    ...uploadCalls(surroundings),
    references,
  } satisfies DataProvider;
}

export type PortalDataProvider = ReturnType<typeof createDataProvider>;
