import { errors, jwtVerify, SignJWT } from "jose";
import type { Services } from "../services.ts";
import type { User } from "./user.ts";

const ALGORITHM = "HS256";
/** What the token is for, so that no other token signed with the same secret opens a session. */
const AUDIENCE = "session";

const keyOf = (secret: string) => new TextEncoder().encode(secret);

/** A signed token for a user, and when it ends (epoch seconds). */
export async function createToken({ config, now }: Pick<Services, "config" | "now">, user: User) {
  const issued = Math.floor(now().getTime() / 1000);
  const expires = issued + config.tokenLifetime;
  const token = await new SignJWT({ username: user.username, roles: user.roles })
    .setProtectedHeader({ alg: ALGORITHM })
    .setSubject(user.id)
    .setAudience(AUDIENCE)
    .setIssuedAt(issued)
    .setExpirationTime(expires)
    .sign(keyOf(config.tokenSecret));
  return { token, expires };
}

/** The user a token was made for; nothing when it is expired, forged or no token. */
export async function readToken(
  { config, now }: Pick<Services, "config" | "now">,
  token: string,
): Promise<User | undefined> {
  try {
    const { payload } = await jwtVerify(token, keyOf(config.tokenSecret), {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      currentDate: now(),
      requiredClaims: ["exp", "sub"],
    });
    return {
      id: String(payload.sub),
      username: String(payload["username"]),
      roles: (payload["roles"] as string[] | undefined) ?? [],
    };
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
