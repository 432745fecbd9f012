import { errors, jwtVerify, SignJWT } from "jose";
import type { Services } from "../services.ts";

const ALGORITHM = "HS256";
/** What the token is for, so that no other token signed with the same secret opens a session. */
const AUDIENCE = "session";

export const keyOf = (secret: string) => new TextEncoder().encode(secret);

/** Which session of which account a token stands for. */
export interface Session {
  accountId: number;
  /** The account's version when the session began. */
  version: number;
}

/** A signed token for an account's session, and when it ends (epoch seconds). */
export async function createToken({ config, now }: Pick<Services, "config" | "now">, session: Session) {
  const issued = Math.floor(now().getTime() / 1000);
  const expires = issued + config.tokenLifetime;
  const token = await new SignJWT({ ver: session.version })
    .setProtectedHeader({ alg: ALGORITHM })
    .setSubject(String(session.accountId))
    .setAudience(AUDIENCE)
    .setIssuedAt(issued)
    .setExpirationTime(expires)
    .sign(keyOf(config.tokenSecret));
  return { token, expires };
}

/** The session a token was made for; nothing when it is expired, forged or no token. */
export async function readToken(
  { config, now }: Pick<Services, "config" | "now">,
  token: string,
): Promise<Session | undefined> {
  try {
    const { payload } = await jwtVerify(token, keyOf(config.tokenSecret), {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      currentDate: now(),
      requiredClaims: ["exp", "sub", "ver"],
    });
    return { accountId: Number(payload.sub), version: Number(payload["ver"]) };
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
