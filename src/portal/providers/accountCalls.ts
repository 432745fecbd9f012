import { endpoints } from "../../contract/endpoints.ts";
import { schemaOf } from "../../contract/fields.ts";
import type { ChangePassword } from "../../contract/generated/entities.ts";
import { encode } from "../../contract/wire.ts";
import type { VendorCall } from "./vendorCall.ts";

interface Surroundings {
  call: VendorCall;
  user: () => { username: string };
}

/** What the signed-in user may do with the own account. */
export function accountCalls({ call, user }: Surroundings) {
  return {
    /** Replaces the user's password. Rejects with status 400 when the current one is wrong; the session goes on. */
    async resetPassword(passwords: ChangePassword): Promise<void> {
      const body = encode(schemaOf("change-password"), { ...passwords }, "write");
      await call(endpoints.resetPassword, { body: { ...body, username: user().username } });
    },
  };
}
