import { createHash, randomBytes } from "node:crypto";

/** A new token for one upload. It is told once; only its hash is kept. */
export function newUploadToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: hashOfToken(token) };
}

/** The SHA-256 under which a token is stored. The token is random, so nothing slower is needed. */
export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("hex");
