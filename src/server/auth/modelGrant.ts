import { errors, jwtVerify, SignJWT } from "jose";
import type { Services } from "../services.ts";
import { keyOf } from "./tokens.ts";

/** What the grant is for: it opens no session, and no token of a session stands for it. */
const AUDIENCE = "model-zip";

type Signing = Pick<Services, "config" | "now">;

/** Leave to download one record's model, for an address that a browser opens by itself. */
export const createModelGrant = ({ config, now }: Signing, recordId: number, until: Date): Promise<string> =>
  new SignJWT({})
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(String(recordId))
    .setAudience(AUDIENCE)
    .setIssuedAt(Math.floor(now().getTime() / 1000))
    .setExpirationTime(Math.floor(until.getTime() / 1000))
    .sign(keyOf(config.tokenSecret));

/** Whether a grant was given for this record and has not ended. */
export async function isGranted({ config, now }: Signing, recordId: string, grant: string): Promise<boolean> {
  try {
    await jwtVerify(grant, keyOf(config.tokenSecret), {
      algorithms: ["HS256"],
      audience: AUDIENCE,
      subject: recordId,
      currentDate: now(),
      requiredClaims: ["exp"],
    });
    return true;
  } catch (error) {
    if (error instanceof errors.JOSEError) return false;
    throw error;
  }
}
