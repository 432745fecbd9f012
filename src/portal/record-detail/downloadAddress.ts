/** What reading a record's files needs: an address they lie under, and the leave to read. */
export interface ReadingLink {
  prefix: string;
  query: string;
}

/** Where one file is read from. Every segment of its path is encoded: names may hold `#`, `?`, `%` and spaces. */
export function downloadAddress({ prefix, query }: ReadingLink, path: string): string {
  const base = prefix.endsWith("/") ? prefix : `${prefix}/`;
  const leave = query.replace(/^\?/, "");
  const encoded = path.replace(/^\/+/, "").split("/").map(encodeURIComponent).join("/");
  return base + encoded + (leave && `?${leave}`);
}
