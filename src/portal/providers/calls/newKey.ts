/**
 * A random key for one change, so that sending it twice makes it once. Made by hand because `crypto.randomUUID` is
 * missing where the portal is not served over TLS.
 */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
