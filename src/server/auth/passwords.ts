import { hash, verify } from "@node-rs/argon2";

/** argon2id; the library's own defaults are 19 MiB and two passes. */
export const hashPassword = (password: string): Promise<string> => hash(password);

let unknownUser: Promise<string> | undefined;

/**
 * Whether a password is the account's. Without an account it takes as long and answers false, so that nobody learns
 * from the time which user names exist.
 */
export async function isPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  unknownUser ??= hashPassword("nobody's password");
  const isRight = await verify(storedHash ?? (await unknownUser), password);
  return storedHash !== undefined && isRight;
}
