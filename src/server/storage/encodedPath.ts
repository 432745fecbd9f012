/** A blob's path as it stands in an address: every segment percent-encoded, the slashes kept. */
export function encodedPath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
