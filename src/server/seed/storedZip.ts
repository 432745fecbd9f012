import { crc32 } from "node:zlib";

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
/** Names are UTF-8. */
const FLAGS = 0x0800;
/** 1 January 2026, midnight: the same content always makes the same zip. */
const DATE = ((2026 - 1980) << 9) | (1 << 5) | 1;

/** A zip of small files, uncompressed. */
export function storedZip(files: { path: string; content: Buffer }[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const { path, content } of files) {
    const name = Buffer.from(path);
    const about = aboutOf(name, content);
    const local = Buffer.concat([numbers([LOCAL, 4], [VERSION, 2]), about, name, content]);
    centrals.push(
      numbers([CENTRAL, 4], [VERSION, 2], [VERSION, 2]),
      about,
      numbers([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
      name,
    );
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const count = files.length;
  const end = numbers(
    [END, 4],
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [directory.length, 4],
    [offset, 4],
    [0, 2],
  );
  return Buffer.concat([...locals, directory, end]);
}

/** What the local and the central entry of a file both say. */
function aboutOf(name: Buffer, content: Buffer): Buffer {
  const { length } = content;
  return numbers(
    [FLAGS, 2],
    [0, 2],
    [0, 2],
    [DATE, 2],
    [crc32(content), 4],
    [length, 4],
    [length, 4],
    [name.length, 2],
    [0, 2],
  );
}

function numbers(...fields: [value: number, bytes: 2 | 4][]): Buffer {
  return Buffer.concat(
    fields.map(([value, bytes]) => {
      const field = Buffer.alloc(bytes);
      field.writeUIntLE(value, 0, bytes);
      return field;
    }),
  );
}
