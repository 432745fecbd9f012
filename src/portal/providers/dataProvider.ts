import simpleRestProvider from "ra-data-simple-rest";
import type { DataProvider } from "react-admin";
import { accountCalls } from "./accountCalls.ts";
import { conflictCalls } from "./conflictCalls.ts";
import { contactsDialect } from "./contactsDialect.ts";
import { recordCalls } from "./recordCalls.ts";
import { recordsDialect } from "./recordsDialect.ts";
import { referencesOf } from "./referencesDialect.ts";
import { decisionCalls, reviewsDialect } from "./reviewsDialect.ts";
import { session } from "./session.ts";
import { createSimpleRest } from "./simpleRest.ts";
import { uploadCalls } from "./uploadCalls.ts";
import type { Bases, VendorCall } from "./vendorCall.ts";

/** Everything the screens ask for: react-admin's verbs over simple-rest, and a named method for each other call. */
export function createDataProvider(call: VendorCall, bases: Bases) {
  const { references, dialects } = referencesOf(call);
  const user = () => {
    const account = session.current();
    if (!account) throw new Error("Nobody is signed in");
    return account;
  };
  const surroundings = { call, references, user };
  const { httpClient } = createSimpleRest({
    records: recordsDialect(surroundings),
    contacts: contactsDialect(surroundings),
    reviews: reviewsDialect(surroundings),
    ...dialects,
  });
  const rest: DataProvider = simpleRestProvider("", httpClient);
  return {
    ...rest,
    /** Saves over the version that was read, unless another is named. */
    update: ((resource, params) => {
      const { etag } = (params.previousData ?? {}) as { etag?: string };
      return rest.update(resource, { ...params, data: { etag, ...params.data } });
    }) as DataProvider["update"],
    ...accountCalls(surroundings),
    ...conflictCalls(surroundings),
    ...recordCalls(surroundings),
    ...decisionCalls(surroundings),
    ...uploadCalls({ ...surroundings, bases }),
    references,
  } satisfies DataProvider;
}

export type PortalDataProvider = ReturnType<typeof createDataProvider>;
