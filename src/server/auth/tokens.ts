import { createSigner, createVerifier, TokenError } from "fast-jwt";
import type { Services } from "../services.ts";

const ALGORITHM = "HS256";
/** Audiences keep tokens of one purpose from being accepted for another. */
const SESSION_AUDIENCE = "session";
const MODEL_ZIP_AUDIENCE = "model-zip";

type SigningServices = Pick<Services, "config" | "now">;

export interface Session {
  accountId: number;
  /** session_version of the account when the session started. */
  version: number;
}

/** `expires` is in epoch seconds. */
export function createToken(signing: SigningServices, { accountId, version }: Session) {
  const expires = toEpochSeconds(signing.now()) + signing.config.tokenLifetimeSeconds;
  return {
    token: sign(signing, { aud: SESSION_AUDIENCE, sub: String(accountId), ver: version, exp: expires }),
    expires,
  };
}

/** Returns undefined if the token is expired or not valid. */
export function verifyToken(signing: SigningServices, token: string): Session | undefined {
  const claims = verify(signing, token, SESSION_AUDIENCE);
  return claims && { accountId: Number(claims.sub), version: claims.ver! };
}

/** Allows the download of one record's model through a link, where a browser sends no header. */
export const createModelGrant = (signing: SigningServices, recordId: number, expiresAt: Date): string =>
  sign(signing, { aud: MODEL_ZIP_AUDIENCE, sub: String(recordId), exp: toEpochSeconds(expiresAt) });

export const isValidModelGrant = (signing: SigningServices, recordId: string, grant: string): boolean =>
  verify(signing, grant, MODEL_ZIP_AUDIENCE)?.sub === recordId;

interface Claims {
  aud: string;
  sub: string;
  /** Epoch seconds. */
  exp: number;
  ver?: number;
}

const toEpochSeconds = (date: Date) => Math.floor(date.getTime() / 1000);

const sign = ({ config, now }: SigningServices, claims: Claims): string =>
  createSigner({ key: config.tokenSecret, algorithm: ALGORITHM })({ iat: toEpochSeconds(now()), ...claims });

function verify({ config, now }: SigningServices, token: string, audience: string): Claims | undefined {
  try {
    const claims = getVerifier(config.tokenSecret, audience)(token) as Claims;
    return claims.exp * 1000 > now().getTime() ? claims : undefined;
  } catch (error) {
    if (error instanceof TokenError) return undefined;
    throw error;
  }
}

const verifiers: Record<string, (token: string) => unknown> = {};

/** Verifiers cache tokens, so each is reused. Expiry is checked against `now`, which tests replace. */
function getVerifier(key: string, audience: string) {
  return (verifiers[`${audience} ${key}`] ??= createVerifier({
    ...{ key, algorithms: [ALGORITHM], allowedAud: audience },
    ...{ requiredClaims: ["exp", "sub"], ignoreExpiration: true, cache: true },
  }));
}
