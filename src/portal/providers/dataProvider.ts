import type { QueryClient } from "@tanstack/react-query";
import simpleRestProvider from "ra-data-simple-rest";
import type { DataProvider } from "react-admin";
import { createAcceptanceCalls } from "./calls/acceptanceCalls.ts";
import { createAccountCalls } from "./calls/accountCalls.ts";
import { createConflictCalls } from "./calls/conflictCalls.ts";
import { createMailCalls } from "./calls/mailCalls.ts";
import { createDeskCalls } from "./calls/deskCalls.ts";
import { createDraftCalls } from "./calls/draftCalls.ts";
import { createFigureCalls } from "./calls/figureCalls.ts";
import { createRecordCalls } from "./calls/recordCalls.ts";
import { fetchReferences, REFERENCES_KEY } from "./calls/referenceCalls.ts";
import { createTrashCalls } from "./calls/trashCalls.ts";
import { createUploadCalls } from "./calls/uploadCalls.ts";
import type { ServiceConfig, VendorCall } from "./calls/vendorCall.ts";
import { readCapabilities } from "./capabilities.ts";
import { contactsResource } from "./resources/contactsResource.ts";
import { recordsResource } from "./resources/recordsResource.ts";
import { createReviewCalls, reviewsResource } from "./resources/reviewsResource.ts";
import { session } from "./session.ts";
import { createVendorHttpClient, createVendorLists, type VendorResources } from "./vendorHttpClient.ts";

/** react-admin's methods through ra-data-simple-rest, and one method for each other vendor call. */
export function createDataProvider(call: VendorCall, config: ServiceConfig, queryClient: QueryClient) {
  const getUser = () => {
    const account = session.getAccount();
    if (!account) throw new Error("Not signed in");
    return account;
  };
  const referenceCalls = { fetchReferences: () => fetchReferences(call) };
  /** Fetched once, together. After a failure, the next use fetches again. */
  const getReferences = () =>
    queryClient.ensureQueryData({
      queryKey: REFERENCES_KEY,
      queryFn: referenceCalls.fetchReferences,
      gcTime: Infinity,
    });
  const capabilities = readCapabilities(config);
  const context = { call, baseUrls: config, capabilities, getReferences, getUser };
  const recordCalls = createRecordCalls(context);
  const resources: VendorResources = {
    records: recordsResource(context, recordCalls.listConflicts),
    contacts: contactsResource(context),
    reviews: reviewsResource(context),
  };
  const { middlewareBaseUrl } = config;
  const lists = createVendorLists(resources, queryClient);
  const rest = simpleRestProvider(
    middlewareBaseUrl,
    createVendorHttpClient(middlewareBaseUrl, resources, lists),
  );
  return {
    ...rest,
    /** `meta` is the whole list, whatever the filter. */
    getList: (async (resource, params) => {
      const { getPage } = resources[resource] ?? {};
      if (getPage) return getPage(params);
      // react-admin's query: only one without data yet, as after a new filter, uses the last list.
      const query = queryClient.getQueryState([resource, "getList", params]);
      if (query?.dataUpdatedAt !== 0) await lists.refresh(resource);
      const page = await rest.getList(resource, params);
      return { ...page, meta: await lists.get(resource) };
    }) as DataProvider["getList"],
    ...createAcceptanceCalls(context),
    ...createAccountCalls(context),
    ...createConflictCalls(context),
    ...createDeskCalls(context),
    ...createDraftCalls(context),
    ...createFigureCalls(context),
    ...recordCalls,
    ...createMailCalls(context),
    ...createReviewCalls(context),
    ...createTrashCalls(context),
    ...createUploadCalls(context),
    ...referenceCalls,
    getReferences,
  } satisfies DataProvider;
}

export type PortalDataProvider = ReturnType<typeof createDataProvider>;
