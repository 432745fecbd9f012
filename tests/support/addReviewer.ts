import type { JsonObject } from "../../src/contract/json.ts";
import { addAccount } from "../../src/server/auth/accounts.ts";
import type { RunningServer } from "../../src/server/runServer.ts";
import { DEMO_PASSWORD } from "../../src/server/seed/demoData.ts";
import { aContact } from "./aContact.ts";
import { signedIn, type Api } from "./apiClient.ts";

/** Adds an agency admin beside that of the demo data, and signs in. */
export async function addReviewer(
  server: RunningServer,
  username: string,
  role = "ROLE_ADMIN-APPLICATION",
): Promise<Api> {
  await addAccount(server.services, {
    ...{ username, roles: [role], password: DEMO_PASSWORD },
    // Vendors see all contacts: the address must not contain the whole user name, for which tests search answers.
    contact: aContact({ email: `${username.split(".")[0]}@example.com` }) as unknown as JsonObject,
  });
  return signedIn(server, username);
}
