import { createSigner, createVerifier, TokenError } from "fast-jwt";
import type { Services } from "../services.ts";

/** Whoever signed in, as every call after sign-in knows them. The id is their contact's id too. */
export interface User {
  id: string;
  username: string;
  roles: string[];
}

const ALGORITHM = "HS256";
/** What a token is for, so that none signed with the same secret for another end stands for it. */
const SESSION = "session";
const MODEL_ZIP = "model-zip";

type Signing = Pick<Services, "config" | "now">;

/** Which session of which account a token stands for. */
export interface Session {
  accountId: number;
  /** The account's version when the session began. */
  version: number;
}

/** A signed token for an account's session, and when it ends (epoch seconds). */
export function createToken(signing: Signing, { accountId, version }: Session) {
  const expires = secondsOf(signing.now()) + signing.config.tokenLifetime;
  return {
    token: sign(signing, { aud: SESSION, sub: String(accountId), ver: version, exp: expires }),
    expires,
  };
}

/** The session a token was made for; nothing when it is expired, forged or no token. */
export function readToken(signing: Signing, token: string): Session | undefined {
  const claims = verify(signing, token, SESSION);
  return claims && { accountId: Number(claims.sub), version: claims.ver! };
}

/** Leave to download one record's model until a moment, for an address that a browser opens by itself. */
export const createModelGrant = (signing: Signing, recordId: number, until: Date): string =>
  sign(signing, { aud: MODEL_ZIP, sub: String(recordId), exp: secondsOf(until) });

/** Whether a grant was given for this record and has not ended. */
export const isGranted = (signing: Signing, recordId: string, grant: string): boolean =>
  verify(signing, grant, MODEL_ZIP)?.sub === recordId;

interface Claims {
  aud: string;
  sub: string;
  /** Epoch seconds. */
  exp: number;
  ver?: number;
}

const secondsOf = (moment: Date) => Math.floor(moment.getTime() / 1000);

const sign = ({ config, now }: Signing, claims: Claims): string =>
  createSigner({ key: config.tokenSecret, algorithm: ALGORITHM })({ iat: secondsOf(now()), ...claims });

function verify({ config, now }: Signing, token: string, audience: string): Claims | undefined {
  try {
    const claims = verifierOf(config.tokenSecret, audience)(token) as Claims;
    return claims.exp * 1000 > now().getTime() ? claims : undefined;
  } catch (error) {
    if (error instanceof TokenError) return undefined;
    throw error;
  }
}

const verifiers: Record<string, (token: string) => unknown> = {};

/** Every call asks: one is made for a secret and an audience, remembers what it read, and leaves the time to us. */
function verifierOf(key: string, audience: string) {
  return (verifiers[`${audience} ${key}`] ??= createVerifier({
    ...{ key, algorithms: [ALGORITHM], allowedAud: audience },
    ...{ requiredClaims: ["exp", "sub"], ignoreExpiration: true, cache: true },
  }));
}
