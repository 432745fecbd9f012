import { attempt } from "../../../contract/attempt.ts";
import { endpoints } from "../../../contract/wire/endpoints.ts";
import type { JsonObject } from "../../../contract/schema/fields.ts";
import type { Account } from "../../../contract/generated/entities.ts";
import { messages } from "../../../contract/messages.ts";
import { mayEnter } from "../../../contract/roles.ts";
import { session } from "../session.ts";
import { unreadable, type VendorCall } from "./vendorCall.ts";
import { VendorError } from "./vendorError.ts";

/**
 * Signs a user in.
 *
 * @returns the account to keep for the session
 * @throws VendorError with the words for wrong credentials, a user without any of the roles, or a wait after too many tries
 */
export async function signIn(
  call: VendorCall,
  credentials: { username: string; password: string },
): Promise<Account> {
  try {
    const { rows } = await call(endpoints.signIn, { body: { ...credentials } });
    const [answer] = rows;
    if (!answer) throw unreadable();
    return accountOf(answer, credentials.username);
  } catch (error) {
    if (isRefused(error)) throw refused(error.status);
    throw error;
  }
}

/** Services differ in the status by which they refuse; a wait after too many tries has words of its own. */
const isRefused = (error: unknown): error is VendorError =>
  error instanceof VendorError && error.status >= 400 && error.status < 500 && error.status !== 429;

const refused = (status: number) => new VendorError(messages.badCredentials, status);

function accountOf(answer: JsonObject, username: string): Account {
  const roles = Array.isArray(answer.roles) ? answer.roles.map(String) : [];
  if (!mayEnter({ roles })) throw refused(403);
  const accessToken = String(answer.accessToken);
  const expirationTime = Number(answer.expirationTime ?? attempt(() => expiryOf(accessToken)));
  // A session without an end could not be read back, and the next look at the page would end it without a word.
  if (!Number.isFinite(expirationTime)) throw unreadable();
  return {
    id: String(answer.id),
    username: String(answer.username ?? username),
    accessToken,
    roles,
    expirationTime,
  };
}

/** An answer without an expiry has it in its token, in epoch seconds. */
function expiryOf(token: string): number {
  const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
  return Number((JSON.parse(atob(payload)) as JsonObject).exp);
}

/**
 * Signs a user in and starts the session.
 *
 * @throws VendorError as signIn, and where the session could not run here: it cannot be kept, or would begin as one
 * that is over, which tells of a clock that is ahead
 */
export async function startSession(
  call: VendorCall,
  credentials: { username: string; password: string },
): Promise<void> {
  const account = await signIn(call, credentials);
  const now = new Date();
  if (now.getTime() / 1000 >= account.expirationTime) {
    const here = now.toLocaleString("en-US", { dateStyle: "long", timeStyle: "short" });
    throw new VendorError(messages.wrongClock(here), 409);
  }
  if (!session.start(account)) throw new VendorError(messages.storageBlocked, 0);
}
