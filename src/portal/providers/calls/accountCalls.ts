import { endpoints } from "../../../contract/wire/endpoints.ts";
import { getSchema } from "../../../contract/schema/fields.ts";
import type { ChangePassword } from "../../../contract/generated/entities.ts";
import { encode } from "../../../contract/wire/wire.ts";
import { session } from "../session.ts";
import type { CallContext } from "./vendorCall.ts";

export function createAccountCalls({ call, getUser }: CallContext) {
  return {
    /**
     * Rejects with status 400 if the current password is wrong. Services that end all sessions of the user return a
     * token for a new one, which this session then uses.
     */
    async resetPassword(passwords: ChangePassword): Promise<void> {
      const { username } = getUser();
      const body = encode(getSchema("change-password"), { ...passwords }, "write");
      const { rows } = await call(endpoints.resetPassword, { body: { ...body, username } });
      const { accessToken, expirationTime } = rows[0] ?? {};
      const current = session.getAccount();
      if (
        current?.username === username &&
        typeof accessToken === "string" &&
        typeof expirationTime === "number"
      )
        session.start({ ...current, accessToken, expirationTime });
    },
  };
}
