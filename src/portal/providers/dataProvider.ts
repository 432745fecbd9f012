import simpleRestProvider from "ra-data-simple-rest";
import type { DataProvider } from "react-admin";
import type { UploadConflict } from "../../contract/generated/entities.ts";
import { createAccountCalls } from "./calls/accountCalls.ts";
import { createConflictCalls } from "./calls/conflictCalls.ts";
import { contactsResource } from "./resources/contactsResource.ts";
import { createRecordCalls } from "./calls/recordCalls.ts";
import { summarizeRecords, type RecordFilter } from "./resources/recordFilters.ts";
import type { RecordRow } from "./resources/recordRow.ts";
import { recordsResource } from "./resources/recordsResource.ts";
import { createReferences } from "./resources/referencesResource.ts";
import { createReviewCalls, reviewsResource } from "./resources/reviewsResource.ts";
import { draftStore } from "./drafts.ts";
import { session } from "./session.ts";
import { createSimpleRest } from "./resources/simpleRest.ts";
import { createUploadCalls } from "./calls/uploadCalls.ts";
import { ApiError } from "./calls/apiError.ts";
import type { BaseUrls, VendorCall } from "./calls/vendorCall.ts";

/** react-admin's methods through ra-data-simple-rest, and one method for each other vendor call. */
export function createDataProvider(call: VendorCall, baseUrls: BaseUrls) {
  const { getReferences, resources } = createReferences(call);
  const getUser = () => {
    const account = session.getAccount();
    if (!account) throw new Error("Not signed in");
    return account;
  };
  const context = { call, baseUrls, getReferences, getUser };
  const recordCalls = createRecordCalls(context);
  let conflictsError: unknown;
  const listConflictsByRecord = async () => {
    try {
      const conflicts = await recordCalls.listConflictsByRecord();
      conflictsError = undefined;
      return conflicts;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) throw error;
      // The list is shown without conflicts, and RecordsPage shows the error.
      conflictsError = error;
      return new Map<string, UploadConflict[]>();
    }
  };
  const { httpClient, getFirstRows, getPage } = createSimpleRest({
    records: recordsResource({ ...context, listConflictsByRecord }),
    contacts: contactsResource(context),
    reviews: reviewsResource(context),
    ...resources,
  });
  const rest: DataProvider = simpleRestProvider("", httpClient);
  return {
    ...rest,
    /** `meta` holds the summary of all records, or all waiting reviews, whatever the filter. */
    getList: (async (resource, params) => {
      const { rows, ...page } = await getPage(resource, params);
      if (resource === "reviews") return { ...page, meta: { all: rows } };
      if (resource !== "records") return page;
      const draftForms = draftStore.listForms(getUser().username);
      return {
        ...page,
        meta: { ...summarizeRecords(rows, params.filter as RecordFilter, draftForms), conflictsError },
      };
    }) as DataProvider["getList"],
    async getNewestRecords(limit: number) {
      const { rows, isComplete } = await getFirstRows("records", limit);
      return { records: rows as unknown as RecordRow[], isComplete };
    },
    ...createAccountCalls(context),
    ...createConflictCalls(context),
    ...recordCalls,
    ...createReviewCalls(context),
    ...createUploadCalls(context),
    getReferences,
  } satisfies DataProvider;
}

export type PortalDataProvider = ReturnType<typeof createDataProvider>;
