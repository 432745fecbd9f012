import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { extractModel, type Extraction } from "../../../src/server/processing/extractModel.ts";
import type { Digest } from "../../../src/server/processing/hashTap.ts";
import { readZipDirectory } from "../../../src/server/processing/zipDirectory.ts";
import { ZipFault } from "../../../src/server/processing/zipFault.ts";
import { aZip } from "../../support/aZip.ts";
import { inMemory } from "./inMemory.ts";
import { contentOf, patched } from "./patchZip.ts";

const BIG = "0123456789".repeat(50_000);
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
  const access = inMemory(bytes);
  const { entries } = await readZipDirectory(inMemory(bytes));
  return { rows: await extractModel({ access, entries, ...options }), requests: access.requests };
}

const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");

describe("extractModel", () => {
  it("writes every file as it is, in the zip's order, and leaves out what macOS added", async () => {
    const { stored, write } = aSink();
    await extract(await theZip(), { write });
    expect([...stored].map(([path, { content }]) => [path, content.toString()])).toEqual(
      Object.entries(FILES),
    );
  });

  it("stores a page that could run in a browser as plain text", async () => {
    const { stored, write } = aSink();
    await extract(await theZip(), { write });
    expect(stored.get("R/GIS/page.html")?.contentType).toBe("text/plain");
    expect(stored.get("R/Model_Files/a.hdf")?.contentType).toBe("application/x-hdf5");
  });

  it("answers a catalogue of folders, listed or implied, and of files with size and SHA-256", async () => {
    const { rows } = await extract(await theZip(), { write: aSink().write });
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

  it("tells of each file it has written, and how far it has come, before it begins the next", async () => {
    const { stored, write } = aSink();
    const told: unknown[] = [];
    await extract(await theZip(), {
      write,
      onExtracted: async ({ path, sha256: hash }, progress) => {
        await new Promise((resolve) => setTimeout(resolve, 1));
        told.push([path, hash, progress.files, progress.ofFiles, progress.bytes, stored.size]);
      },
    });
    expect(told).toEqual([
      ["R/Model_Files/a.hdf", sha256(BIG), 1, 3, BIG.length, 1],
      ["R/Model_Files/deep/b.txt", sha256("b"), 2, 3, BIG.length + 1, 2],
      ["R/GIS/page.html", sha256("<html>"), 3, 3, BIG.length + 7, 3],
    ]);
  });

  it("goes on after a failure without writing again what was done", async () => {
    const done = new Map<string, Digest>();
    const onExtracted = ({ path, size, sha256: hash }: { path: string } & Digest) =>
      void done.set(path, { size, sha256: hash });
    const failing = aSink((path) => (path.endsWith("b.txt") ? new Error("store is away") : undefined));
    const bytes = await theZip();
    await expect(extract(bytes, { write: failing.write, onExtracted })).rejects.toThrow("store is away");
    expect([...done.keys()]).toEqual(["R/Model_Files/a.hdf"]);

    const second = aSink();
    const told: string[] = [];
    const tell = ({ path }: { path: string }) => void told.push(path);
    const { rows } = await extract(bytes, { write: second.write, onExtracted: tell, done });
    expect(told).toEqual(["R/Model_Files/deep/b.txt", "R/GIS/page.html"]);
    expect([...second.stored.keys()]).toEqual(["R/Model_Files/deep/b.txt", "R/GIS/page.html"]);
    expect(rows).toEqual((await extract(bytes, { write: aSink().write })).rows);
  });

  it("writes a file again when what was done has another size", async () => {
    const { stored, write } = aSink();
    await extract(await theZip(), { write, done: new Map([["R/GIS/page.html", { size: 1, sha256: "x" }]]) });
    expect(stored.has("R/GIS/page.html")).toBe(true);
  });

  it("names the damaged entry, even when the sink hides the stream's error in its own", async () => {
    const bytes = patched(await theZip(), (copy) => {
      const at = contentOf(copy, "R/Model_Files/deep/b.txt") + 1;
      copy[at] = copy[at]! ^ 0xff;
    });
    const { stored, write } = aSink();
    const wrapping: Extraction["write"] = (path, content, about) =>
      write(path, content, about).catch(() => Promise.reject(new Error("upload aborted")));
    const fault = await extract(bytes, { write: wrapping }).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(ZipFault);
    expect((fault as ZipFault).entry).toBe("R/Model_Files/deep/b.txt");
    expect([...stored.keys()]).toEqual(["R/Model_Files/a.hdf"]);
  });

  it("does not believe a sink that stopped reading early", async () => {
    await expect(extract(await theZip(), { write: () => Promise.resolve() })).rejects.toThrow("Not all of");
  });

  it("reads small files that lie side by side with few range requests", async () => {
    const names = Array.from({ length: 500 }, (_, index) => ({
      path: `R/${index}.txt`,
      content: `text ${index}`,
    }));
    const { requests } = await extract(await aZip(names), { write: aSink().write });
    expect(requests.length).toBeLessThanOrEqual(2);
  });
});
