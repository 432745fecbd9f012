import { rm } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { openBlobFolder } from "../../../src/blob-store/blobs/blobFolder.ts";
import { mapInBatches } from "../../../src/blob-store/blobs/mutex.ts";
import { createEntry } from "../../../src/blob-store/blobs/storedEntry.ts";
import { createTemporaryFolder, startStore } from "./embeddedStore.ts";

describe("thousands of blobs", () => {
  it("do not delay the start, with any number of blobs", async () => {
    const folder = await createTemporaryFolder();
    const store = await openBlobFolder(folder);
    const many = await store.createContainer("many");
    const content = { headers: { "Content-Type": "text/plain" }, metadata: {}, parts: [] };
    const names = Array.from({ length: 3000 }, (_, place) => `many/${place}`);
    await mapInBatches(names, (name) => many.commit(createEntry(name, content)));
    await store.close();
    const again = await openBlobFolder(folder);
    let isListed = false;
    const container = again.getContainer("many");
    void container.nameIndex.loaded.then(() => (isListed = true));
    expect((await container.find("many/17"))?.name).toBe("many/17");
    expect(isListed).toBe(false);
    await container.commit(createEntry("many/new", content));
    await container.remove((await container.find("many/18"))!);
    await container.nameIndex.loaded;
    expect(container.nameIndex.names).toHaveLength(3000);
    expect(container.nameIndex.names).toContain("many/new");
    expect(container.nameIndex.names).not.toContain("many/18");
    await again.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("have pages of at most 5,000 blobs, in order", async () => {
    const folder = await createTemporaryFolder();
    const many = await (await openBlobFolder(folder)).createContainer("many");
    const names = Array.from({ length: 5001 }, (_, place) => `many/${String(place).padStart(5, "0")}`);
    const content = { headers: { "Content-Type": "text/plain" }, metadata: {}, parts: [] };
    await mapInBatches(names, (name) => many.commit(createEntry(name, content)));
    const opened = await startStore({ folder });
    try {
      const pages: string[][] = [];
      for await (const { segment } of opened.service.getContainerClient("many").listBlobsFlat().byPage())
        pages.push(segment.blobItems.map(({ name }) => name));
      expect(pages.map(({ length }) => length)).toEqual([5000, 1]);
      expect(pages.flat()).toEqual(names);
    } finally {
      await opened.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
