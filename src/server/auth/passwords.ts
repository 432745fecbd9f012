import { hash, verify } from "@node-rs/argon2";

/** argon2id with the library's defaults: 19 MiB and two passes. */
export const hashPassword = (password: string): Promise<string> => hash(password);

let dummyHash: Promise<string> | undefined;

/** Takes as long without an account, so that response times do not reveal which user names exist. */
export async function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  dummyHash ??= hashPassword("password of an unknown user");
  const matches = await verify(storedHash ?? (await dummyHash), password);
  return storedHash !== undefined && matches;
}
