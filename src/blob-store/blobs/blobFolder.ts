import { join } from "node:path";
import { openContainer, type Container } from "./container.ts";
import { createFolder, listNames, writeDurably } from "./durableFiles.ts";
import { createKeyedMutex } from "./mutex.ts";
import { StoreError } from "../requests/storeError.ts";
import { createEtag } from "./storedEntry.ts";

/** The folder of the embedded store, with a subfolder for each container. */
export interface BlobFolder {
  containerNames(): string[];
  getContainer(name: string): Container;
  createContainer(name: string): Promise<Container>;
  /** Removes blocks that were not committed within a week, as in Azure. */
  removeStaleBlocks(): Promise<void>;
  close(): Promise<void>;
}

/** Avoids reserved file names of Windows (con, nul). */
const FOLDER_PREFIX = "container-";
const CONTAINER_NAME = /^(?=.{3,63}$)[a-z0-9]+(-[a-z0-9]+)*$/;
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

export const getContainerFolder = (folder: string, name: string): string =>
  join(folder, FOLDER_PREFIX + name);

export async function openBlobFolder(folder: string): Promise<BlobFolder> {
  const lock = createKeyedMutex();
  const containers = new Map<string, Container>();
  const stop = new AbortController();
  await createFolder(folder);
  for (const entry of await listNames(folder)) {
    if (!entry.startsWith(FOLDER_PREFIX)) continue;
    // Without this file, the creation of the container was not completed.
    if (!(await listNames(join(folder, entry))).includes("container.json")) continue;
    const name = entry.slice(FOLDER_PREFIX.length);
    containers.set(name, await openContainer(name, join(folder, entry), stop.signal));
  }

  const opened: BlobFolder = {
    containerNames: () => [...containers.keys()].sort(),
    getContainer(name) {
      const found = containers.get(name);
      if (!found) throw new StoreError("ContainerNotFound");
      return found;
    },
    createContainer: (name) =>
      lock(name, async () => {
        if (!CONTAINER_NAME.test(name)) throw new StoreError("InvalidResourceName");
        if (containers.has(name)) throw new StoreError("ContainerAlreadyExists");
        const path = getContainerFolder(folder, name);
        await createFolder(path);
        const facts = { created: new Date().toISOString(), etag: createEtag() };
        await writeDurably(join(path, "container.json"), JSON.stringify(facts));
        const container = await openContainer(name, path, stop.signal);
        containers.set(name, container);
        return container;
      }),
    async removeStaleBlocks() {
      for (const container of containers.values())
        await container.staged.removeOlderThan(Date.now() - WEEK_MS);
    },
    async close() {
      stop.abort();
      await Promise.all([...containers.values()].map(({ orphansRemoved }) => orphansRemoved));
    },
  };
  return opened;
}
