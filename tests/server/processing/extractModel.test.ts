import { createHash, randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { extractModel, type Extraction } from "../../../src/server/processing/extractModel.ts";
import type { Digest } from "../../../src/server/processing/digest.ts";
import { readBufferedZipDirectory } from "../../../src/server/processing/zipDirectory.ts";
import { InvalidZipError } from "../../../src/contract/zip/zipMember.ts";
import { aZip } from "../../support/aZip.ts";
import { createMemoryAccess } from "./createMemoryAccess.ts";
import { findContentOffset, patchZip } from "./patchZip.ts";

/** Too large to be unpacked in memory. */
const BIG = "0123456789".repeat(450_000);
const FILES = { "R/Model_Files/a.hdf": BIG, "R/Model_Files/deep/b.txt": "b", "R/GIS/page.html": "<html>" };

const theZip = () =>
  aZip([
    { path: "R/Supporting/", content: null },
    { path: "__MACOSX/R/._a.hdf", content: "junk" },
    ...Object.entries(FILES).map(([path, content]) => ({ path, content })),
    { path: "R/.DS_Store", content: "junk" },
  ]);

/** A sink in memory; what it refuses is said by path. */
function aSink(refuse?: (path: string) => Error | undefined) {
  const stored = new Map<string, { content: Buffer; contentType: string }>();
  const write = async (path: string, content: Readable, { contentType }: { contentType: string }) => {
    const error = refuse?.(path);
    if (error) throw error;
    stored.set(path, { content: await buffer(content), contentType });
  };
  return { stored, write };
}

async function extract(bytes: Buffer, options: Partial<Extraction> & Pick<Extraction, "write">) {
  const access = createMemoryAccess(bytes);
  const { entries } = await readBufferedZipDirectory(createMemoryAccess(bytes));
  return { rows: await extractModel({ access, entries, ...options }), requests: access.requests };
}

const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");

describe("extractModel", () => {
  it("writes every file unchanged and skips files that macOS added", async () => {
    const { stored, ...sink } = aSink();
    await extract(await theZip(), sink);
    expect(Object.fromEntries([...stored].map(([path, { content }]) => [path, content.toString()]))).toEqual(
      FILES,
    );
  });

  it("stores a page that could run in a browser as plain text", async () => {
    const { stored, ...sink } = aSink();
    await extract(await theZip(), sink);
    expect(stored.get("R/GIS/page.html")?.contentType).toBe("text/plain");
    expect(stored.get("R/Model_Files/a.hdf")?.contentType).toBe("application/x-hdf5");
  });

  it("returns listed and implied folders, and files with size and SHA-256", async () => {
    const { rows } = await extract(await theZip(), aSink());
    const folders = rows.filter(({ uploadType }) => uploadType === "directory");
    expect(folders.map(({ path }) => path)).toEqual([
      "R",
      "R/Supporting",
      "R/Model_Files",
      "R/Model_Files/deep",
      "R/GIS",
    ]);
    expect(folders[0]).toEqual({
      path: "R",
      uploadType: "directory",
      mimeType: "directory",
      size: 0,
      sha256: undefined,
    });
    expect(rows.slice(folders.length)).toEqual(
      Object.entries(FILES).map(([path, content]) => ({
        path,
        uploadType: "file",
        mimeType: expect.any(String),
        size: content.length,
        sha256: sha256(content),
      })),
    );
  });

  it("reports files after they are written", async () => {
    const { stored, ...sink } = aSink();
    const told: unknown[] = [];
    await extract(await theZip(), {
      ...sink,
      onExtracted: (rows) =>
        rows.forEach(({ path, size, sha256: hash }) => told.push([path, size, hash, stored.has(path)])),
    });
    expect(told).toHaveLength(3);
    for (const [path, content] of Object.entries(FILES))
      expect(told).toContainEqual([path, content.length, sha256(content), true]);
  });

  it("continues after a failure without writing stored files again", async () => {
    const done = new Map<string, Digest>();
    const onExtracted = (rows: (Digest & { path: string })[]) =>
      rows.forEach(({ path, size, sha256: hash }) => done.set(path, { size, sha256: hash }));
    const sink = aSink();
    // The small files come first: the large one fails once they are written.
    const write: Extraction["write"] = async (path, content, about) => {
      if (!path.endsWith("a.hdf")) return sink.write(path, content, about);
      while (done.size < 2) await new Promise((resolve) => setTimeout(resolve, 1));
      throw new Error("store is away");
    };
    const bytes = await theZip();
    await expect(extract(bytes, { write, onExtracted })).rejects.toThrow("store is away");
    // Written at the same time.
    expect([...done.keys()].sort()).toEqual(["R/GIS/page.html", "R/Model_Files/deep/b.txt"]);

    const second = aSink();
    const told: string[] = [];
    const tell = (rows: { path: string }[]) => rows.forEach(({ path }) => told.push(path));
    const { rows } = await extract(bytes, { ...second, onExtracted: tell, storedFiles: done });
    expect(told).toEqual(["R/Model_Files/a.hdf"]);
    expect([...second.stored.keys()]).toEqual(["R/Model_Files/a.hdf"]);
    expect(rows).toEqual((await extract(bytes, aSink())).rows);
  });

  it("writes nothing after a failure", async () => {
    const names = Array.from({ length: 20 }, (_, index) => ({ path: `R/${index}.hdf`, content: BIG }));
    let ended = false;
    const written: string[] = [];
    const write = async (path: string, content: Readable) => {
      if (path === "R/1.hdf") throw new Error("store is away");
      await buffer(content);
      if (ended) written.push(path);
    };
    await expect(extract(await aZip(names), { write })).rejects.toThrow("store is away");
    ended = true;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(written).toEqual([]);
  });

  it("writes a stored file again if its size differs", async () => {
    const { stored, ...sink } = aSink();
    await extract(await theZip(), {
      ...sink,
      storedFiles: new Map([["R/GIS/page.html", { size: 1, sha256: "x" }]]),
    });
    expect(stored.has("R/GIS/page.html")).toBe(true);
  });

  it.each(["R/Model_Files/deep/b.txt", "R/Model_Files/a.hdf"])(
    "names the damaged entry %s, even when the write function throws another error",
    async (path) => {
      const bytes = patchZip(await theZip(), (copy) => {
        const at = findContentOffset(copy, path) + 1;
        copy[at] = copy[at]! ^ 0xff;
      });
      const { stored, write } = aSink();
      const wrapping: Extraction["write"] = (name, content, about) =>
        write(name, content, about).catch(() => Promise.reject(new Error("upload aborted")));
      const fault = await extract(bytes, { write: wrapping }).catch((error: unknown) => error);
      expect(fault).toBeInstanceOf(InvalidZipError);
      expect((fault as InvalidZipError).entry).toBe(path);
      expect(stored.has(path)).toBe(false);
    },
  );

  it("rejects when the write function stopped reading early", async () => {
    await expect(extract(await theZip(), { write: () => Promise.resolve() })).rejects.toThrow("Not all of");
  });

  it.each([
    ["128 small files", 1200, 1, 128],
    ["32 MiB of small files", 40, 2_000_000, 16],
  ])("writes at most %s at the same time", async (_, count, size, held) => {
    const content = randomBytes(size).toString("latin1");
    const names = Array.from({ length: count }, (_, index) => ({ path: `R/${index}.txt`, content }));
    let [running, most] = [0, 0];
    const write = async () => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
    };
    await extract(await aZip(names), { write });
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(held);
  });

  it("reports small files in batches of 100, also those written before a failure", async () => {
    const names = Array.from({ length: 350 }, (_, index) => ({ path: `R/${index}.txt`, content: "x" }));
    const told: number[] = [];
    const onExtracted = (rows: unknown[]) => void told.push(rows.length);
    await extract(await aZip(names), { ...aSink(), onExtracted });
    expect(told).toEqual([100, 100, 100, 50]);
    let written = 0;
    const write = async () => {
      if (written === 120) throw new Error("store is away");
      written += 1;
    };
    told.length = 0;
    await expect(extract(await aZip(names), { write, onExtracted })).rejects.toThrow("store is away");
    expect(told).toEqual([100, 20]);
  });

  it("reads adjacent small files with few range requests", async () => {
    const names = Array.from({ length: 500 }, (_, index) => ({
      path: `R/${index}.txt`,
      content: `text ${index}`,
    }));
    const { requests } = await extract(await aZip(names), aSink());
    expect(requests.length).toBeLessThanOrEqual(2);
  });
});
