import { tryOrUndefined } from "../../../contract/tryOrUndefined.ts";
import { endpoints } from "../../../contract/wire/endpoints.ts";
import type { JsonObject } from "../../../contract/json.ts";
import type { Account } from "../../../contract/generated/entities.ts";
import { messages } from "../../../contract/messages.ts";
import { hasPortalRole } from "../../../contract/roles.ts";
import { session } from "../session.ts";
import { createUnreadableError, type VendorCall } from "./vendorCall.ts";
import { ApiError } from "./apiError.ts";

/** @throws ApiError for wrong credentials, a user without a role for the portal, or too many attempts */
export async function signIn(
  call: VendorCall,
  credentials: { username: string; password: string },
): Promise<Account> {
  try {
    const { rows } = await call(endpoints.signIn, { body: { ...credentials } });
    const [answer] = rows;
    if (!answer) throw createUnreadableError();
    return parseAccount(answer, credentials.username);
  } catch (error) {
    if (isCredentialsError(error)) throw createCredentialsError(error.status);
    throw error;
  }
}

/** Services use different statuses for wrong credentials. 429 has its own message. */
const isCredentialsError = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

const createCredentialsError = (status: number) => new ApiError(messages.badCredentials, status);

function parseAccount(answer: JsonObject, username: string): Account {
  const roles = Array.isArray(answer.roles) ? answer.roles.map(String) : [];
  if (!hasPortalRole({ roles })) throw createCredentialsError(403);
  const accessToken = String(answer.accessToken);
  const expirationTime = Number(
    answer.expirationTime ?? tryOrUndefined(() => parseTokenExpirySeconds(accessToken)),
  );
  // A session without an expiry could not be restored, and a reload would end it without a message.
  if (!Number.isFinite(expirationTime)) throw createUnreadableError();
  return {
    id: String(answer.id),
    username: String(answer.username ?? username),
    accessToken,
    roles,
    expirationTime,
  };
}

function parseTokenExpirySeconds(token: string): number {
  const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
  return Number((JSON.parse(atob(payload)) as JsonObject).exp);
}

/** @throws ApiError as signIn does, and if the browser blocks storage or this device's clock is past the expiry */
export async function startSession(
  call: VendorCall,
  credentials: { username: string; password: string },
): Promise<void> {
  const account = await signIn(call, credentials);
  const now = new Date();
  if (now.getTime() / 1000 >= account.expirationTime) {
    const localTime = now.toLocaleString("en-US", { dateStyle: "long", timeStyle: "short" });
    throw new ApiError(messages.wrongClock(localTime), 409);
  }
  if (!session.start(account)) throw new ApiError(messages.storageBlocked, 0);
}
