/** Where the listing of an entry (its central directory header) starts in the bytes of a zip. */
export function findDirectoryHeader(zip: Buffer, path: string): number {
  const signature = Buffer.from("504b0102", "hex");
  for (let at = zip.indexOf(signature); at >= 0; at = zip.indexOf(signature, at + 4)) {
    if (zip.toString("utf8", at + 46, at + 46 + zip.readUInt16LE(at + 28)) === path) return at;
  }
  throw new Error(`${path} is not listed`);
}

/** Where the packed content of an entry starts. */
export function findContentOffset(zip: Buffer, path: string): number {
  const header = zip.readUInt32LE(findDirectoryHeader(zip, path) + 42);
  return header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
}

/** A copy of the zip with one change. */
export function patchZip(zip: Buffer, change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(zip);
  change(copy);
  return copy;
}
