import { hash, verify } from "@node-rs/argon2";
import { cacheSuccess } from "../../contract/cacheSuccess.ts";

/** argon2id with the library's defaults: 19 MiB and two passes. */
export const hashPassword = (password: string): Promise<string> => hash(password);

const getDummyHash = cacheSuccess(() => hashPassword("password of an unknown user"));

/** Takes as long without an account, so that response times do not reveal which user names exist. */
export async function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  const dummyHash = await getDummyHash();
  const matches = await verify(storedHash ?? dummyHash, password);
  return storedHash !== undefined && matches;
}
