import { isAdmin, PORTAL_ROLES } from "../../contract/roles.ts";
import type { JsonObject } from "../../contract/json.ts";
import { hashPassword } from "./passwords.ts";
import type { Db } from "../database/tables.ts";
import { validateDocument } from "../parseBody.ts";
import type { Services } from "../services.ts";
import { updateAccess, findAccount, insertAccount, type AccessUpdate } from "../stores/accountStore.ts";
import { recordAuditEvent } from "../stores/auditStore.ts";
import { insertContact } from "../stores/contactStore.ts";
import { cancelWaitingMails } from "../stores/mailStore.ts";
import { unassignRecords } from "../stores/records/deskStore.ts";

interface NewAccount {
  username: string;
  roles: string[];
  password: string;
  contact: JsonObject;
}

/** Returns the common id of contact and account. Throws an error with one line per problem. */
export async function addAccount(
  { db, now }: Pick<Services, "db" | "now">,
  account: NewAccount,
): Promise<string> {
  const { username, roles, password, contact } = account;
  const errors = [
    ...validateRoles(roles),
    ...validateDocument("contact", contact).map(({ path, message }) => `${path.join(".")}: ${message}`),
    ...validatePassword(password),
  ];
  if (errors.length > 0) throw new Error(errors.join("\n"));
  const hash = await hashPassword(password);
  return db.transaction().execute(async (trx) => {
    if (await findAccount(trx, username)) throw new Error(`The user name ${username} is already in use.`);
    const added = await insertContact(trx, { document: contact, updatedBy: username, now: now() });
    if (!added) throw new Error(`Another contact has the email address of ${username}.`);
    await insertAccount(trx, { id: added.id, username, roles, password_hash: hash });
    await recordAuditEvent(trx, { event: "account added", username, detail: { roles } }, now());
    return String(added.id);
  });
}

const validateRoles = (roles: string[]): string[] => [
  ...(roles.length === 0 ? ["role: Required"] : []),
  ...roles.filter((role) => !PORTAL_ROLES.includes(role)).map((role) => `role: ${role} is unknown`),
];

function validatePassword(password: string): string[] {
  const passwords = { oldPassword: password, newPassword: password, newPasswordConfirmation: password };
  return validateDocument("change-password", passwords)
    .slice(0, 1)
    .map(({ path, message }) => `${path.join(".")}: ${message}`);
}

type AccountChange = { password: string } | { roles: string[] } | { isDisabled: boolean };

/**
 * Ends the sessions and upload links of the account immediately. Unassigns the records of a former reviewer. Throws an
 * error with one line per problem.
 */
export async function updateUserAccount(
  { db, now }: Pick<Services, "db" | "now">,
  username: string,
  change: AccountChange,
): Promise<void> {
  const errors = [
    ...("roles" in change ? validateRoles(change.roles) : []),
    ...("password" in change ? validatePassword(change.password) : []),
  ];
  if (errors.length > 0) throw new Error(errors.join("\n"));
  const accessChange = await buildAccessChange(change, now());
  await db.transaction().execute(async (trx) => {
    const account = await findAccount(trx, username);
    if (!account) throw new Error(`The user ${username} does not exist.`);
    if ("roles" in change) await cancelWaitingMails(trx, account.id);
    const changed = await updateAccess(trx, { id: account.id, change: accessChange, now: now() });
    await recordAuditEvent(
      trx,
      { event: "account changed", username, detail: { changed: Object.keys(accessChange) } },
      now(),
    );
    if (!isAdmin(changed) || changed.disabled_at !== null) await unassignReviewer(trx, username, now());
  });
}

/** Otherwise the vendor's messages about these records would be unread for no reviewer. */
async function unassignReviewer(trx: Db, reviewer: string, now: Date): Promise<void> {
  const detail = { assignedTo: null };
  for (const recordId of await unassignRecords(trx, reviewer))
    await recordAuditEvent(trx, { event: "record assigned", recordId, detail }, now);
}

async function buildAccessChange(change: AccountChange, now: Date): Promise<AccessUpdate> {
  if ("roles" in change) return { roles: change.roles };
  if ("password" in change) return { password_hash: await hashPassword(change.password) };
  return { disabled_at: change.isDisabled ? now : null };
}
