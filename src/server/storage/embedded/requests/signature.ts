import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Whether a signature is that of a text. It must be the one canonical base64 writing of its bytes (lenient decoding
 * would take altered text for the same signature), and is compared in constant time.
 */
export function isSignatureOf(signature: string, text: string, accountKey: string): boolean {
  const given = Buffer.from(signature, "base64");
  if (given.toString("base64") !== signature) return false;
  const expected = createHmac("sha256", Buffer.from(accountKey, "base64")).update(text, "utf8").digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}
