import { hashPassword } from "./auth/passwords.ts";
import { faultsOfRoles, faultsOfPassword } from "./addAccount.ts";
import type { Services } from "./services.ts";
import { changeAccess, findAccount, type AccessChange } from "./stores/accountStore.ts";
import { audit } from "./stores/auditStore.ts";

/** What an operator changes of an account. */
export type AccountChange = { password: string } | { roles: string[] } | { isDisabled: boolean };

/**
 * Changes who can sign in, and as what. The account's sessions and upload links end at once, on every server of the
 * database.
 *
 * @throws Error naming what is wrong with the roles or the password, or that there is no such user
 */
export async function changeAccount(
  { db, now }: Pick<Services, "db" | "now">,
  username: string,
  asked: AccountChange,
): Promise<void> {
  const faults = [
    ...("roles" in asked ? faultsOfRoles(asked.roles) : []),
    ...("password" in asked ? faultsOfPassword(asked.password) : []),
  ];
  if (faults.length > 0) throw new Error(faults.join("\n"));
  const change = await accessChange(asked, now());
  await db.transaction().execute(async (trx) => {
    const account = await findAccount(trx, username);
    if (!account) throw new Error(`There is no user named ${username}.`);
    await changeAccess(trx, { id: account.id, change, now: now() });
    await audit(trx, { event: "account changed", username, detail: { changed: Object.keys(change) } }, now());
  });
}

async function accessChange(asked: AccountChange, now: Date): Promise<AccessChange> {
  if ("roles" in asked) return { roles: asked.roles };
  if ("password" in asked) return { password_hash: await hashPassword(asked.password) };
  return { disabled_at: asked.isDisabled ? now : null };
}
