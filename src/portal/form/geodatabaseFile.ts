/** The end of a zip's directory: 22 bytes and a comment of at most 65,535. */
const END_LENGTH = 22;
const LONGEST_COMMENT = 0xffff;
const MOST_DIRECTORY_BYTES = 32 * 1024 * 1024;
const SIGNATURES = { file: 0x04034b50, end: 0x06054b50, entry: 0x02014b50 } as const;
const ENTRY_LENGTH = 46;
/** What a number too large for the old format is replaced by. */
const ELSEWHERE = 0xffffffff;

const NOT_A_ZIP =
  "The file is not a zip file, whatever its name says. Zip the whole .gdb folder and choose that file.";
const DAMAGED = "The zip file is damaged or incomplete. Zip the whole .gdb folder again.";
const NO_GEODATABASE =
  "The zip holds no geodatabase: a folder with a name ending in .gdb and its tables. Zip the whole .gdb folder.";

const LARGEST = 200 * 1024 * 1024;

/**
 * Why a chosen file cannot be a zipped geodatabase, from its name, its first bytes and its directory of names;
 * undefined where nothing speaks against it. The services look closer.
 */
export async function faultOfGeodatabaseFile(file: File): Promise<string | undefined> {
  if (!/\.zip$/i.test(file.name)) return "Choose a .zip file: a zipped file geodatabase.";
  if (file.size > LARGEST) return "The file is larger than 200 MB.";
  return faultOfZip(file).catch(() => "The file could not be read. Choose it again.");
}

async function faultOfZip(file: Blob): Promise<string | undefined> {
  const first = await viewOf(file.slice(0, 4));
  if (first.byteLength < 4 || first.getUint32(0, true) !== SIGNATURES.file) return NOT_A_ZIP;
  const tail = await viewOf(file.slice(-(END_LENGTH + LONGEST_COMMENT)));
  const end = lastEnd(tail);
  if (end === undefined) return DAMAGED;
  const [length, offset] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)];
  if (offset === ELSEWHERE || length > MOST_DIRECTORY_BYTES) return undefined;
  if (offset + length > file.size) return DAMAGED;
  const names = namesIn(await viewOf(file.slice(offset, offset + length)));
  return names.some(isOfGeodatabase) ? undefined : NO_GEODATABASE;
}

const viewOf = async (part: Blob) => new DataView(await part.arrayBuffer());

function lastEnd(tail: DataView): number | undefined {
  for (let at = tail.byteLength - END_LENGTH; at >= 0; at -= 1)
    if (tail.getUint32(at, true) === SIGNATURES.end) return at;
  return undefined;
}

function namesIn(directory: DataView): string[] {
  const names: string[] = [];
  const text = new TextDecoder();
  let at = 0;
  while (at + ENTRY_LENGTH <= directory.byteLength && directory.getUint32(at, true) === SIGNATURES.entry) {
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((place) =>
      directory.getUint16(at + place, true),
    );
    const available = Math.max(0, Math.min(name, directory.byteLength - at - ENTRY_LENGTH));
    names.push(text.decode(new Uint8Array(directory.buffer, at + ENTRY_LENGTH, available)));
    at += ENTRY_LENGTH + name + extra + comment;
  }
  return names;
}

/** Some geodatabases are zipped without their folder, their tables at the top. */
const isOfGeodatabase = (name: string) => /\.gdb[/\\]/i.test(name) || /\.gdbtable$/i.test(name);
