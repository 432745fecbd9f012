import { isAdmin } from "../../contract/roles.ts";
import { session } from "../providers/session.ts";

/** Whether the signed-in user is an admin of the agency. It decides what is shown; the services decide what is done. */
export function isAdminHere(): boolean {
  const account = session.current();
  return account !== undefined && isAdmin(account);
}
