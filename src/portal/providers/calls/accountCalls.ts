import { endpoints } from "../../../contract/wire/endpoints.ts";
import { schemaOf } from "../../../contract/schema/fields.ts";
import type { ChangePassword } from "../../../contract/generated/entities.ts";
import { encode } from "../../../contract/wire/wire.ts";
import { session } from "../session.ts";
import type { Surroundings } from "./vendorCall.ts";

/** What the signed-in user may do with the own account. */
export function accountCalls({ call, user }: Surroundings) {
  return {
    /**
     * Replaces the user's password. Rejects with status 400 when the current one is wrong. Services that end every
     * session of the user then answer the token of a new one, with which this one goes on.
     */
    async resetPassword(passwords: ChangePassword): Promise<void> {
      const { username } = user();
      const body = encode(schemaOf("change-password"), { ...passwords }, "write");
      const { rows } = await call(endpoints.resetPassword, { body: { ...body, username } });
      const { accessToken, expirationTime } = rows[0] ?? {};
      const current = session.current();
      if (
        current?.username === username &&
        typeof accessToken === "string" &&
        typeof expirationTime === "number"
      )
        session.start({ ...current, accessToken, expirationTime });
    },
  };
}
