import simpleRestProvider from "ra-data-simple-rest";
import type { DataProvider } from "react-admin";
import { accountCalls } from "./accountCalls.ts";
import { conflictCalls } from "./conflictCalls.ts";
import { contactsDialect } from "./contactsDialect.ts";
import { recordCalls } from "./recordCalls.ts";
import { recordsDialect } from "./recordsDialect.ts";
import { createReferenceLoader } from "./referenceLoader.ts";
import { reviewCalls } from "./reviewCalls.ts";
import { session } from "./session.ts";
import { uploadCalls } from "./uploadCalls.ts";
import type { VendorCall, Bases } from "./vendorCall.ts";
import { createVendorHttpClient } from "./vendorHttpClient.ts";

/** Everything the screens ask for: react-admin's verbs over simple-rest, and a named method for each other call. */
export function createDataProvider(call: VendorCall, bases: Bases) {
  const references = createReferenceLoader(call);
  const user = () => {
    const account = session.current();
    if (!account) throw new Error("Nobody is signed in");
    return account;
  };
  const surroundings = { call, references, user };
  const httpClient = createVendorHttpClient({
    records: recordsDialect(surroundings),
    contacts: contactsDialect(surroundings),
  });
  return {
    ...simpleRestProvider("", httpClient),
    ...accountCalls(surroundings),
    ...conflictCalls(surroundings),
    ...recordCalls(surroundings),
    ...reviewCalls(surroundings),
    ...uploadCalls({ ...surroundings, bases }),
    references,
  } satisfies DataProvider;
}

export type PortalDataProvider = ReturnType<typeof createDataProvider>;
