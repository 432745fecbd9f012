import { join } from "node:path";
import { openContainer, type Container } from "./container.ts";
import { makeFolder, namesIn, writeDurably } from "./durableFiles.ts";
import { createKeyedLock } from "./sideBySide.ts";
import { StoreError } from "../requests/storeError.ts";
import { newEtag } from "./storedEntry.ts";

/** Everything the store keeps: its containers, each in a folder of its own. */
export interface BlobFolder {
  names(): string[];
  container(name: string): Container;
  create(name: string): Promise<Container>;
  /** Removes blocks that nobody committed within a week, as the protocol promises. */
  collect(): Promise<void>;
  /** Ends what goes on behind the requests. */
  close(): Promise<void>;
}

/** Keeps reserved device names of some systems (con, nul) from becoming folder names. */
const PREFIX = "container-";
const CONTAINER_NAME = /^(?=.{3,63}$)[a-z0-9]+(-[a-z0-9]+)*$/;
const WEEK = 7 * 24 * 60 * 60 * 1000;

/** The folder in which a container of the store in `folder` is kept. */
export const containerFolder = (folder: string, name: string): string => join(folder, PREFIX + name);

/** Opens the store's folder, making it where it is missing, with all its containers. */
export async function openBlobFolder(folder: string): Promise<BlobFolder> {
  const lock = createKeyedLock();
  const containers = new Map<string, Container>();
  const stop = new AbortController();
  await makeFolder(folder);
  for (const entry of await namesIn(folder)) {
    if (!entry.startsWith(PREFIX)) continue;
    // Without this file its creation was never acknowledged.
    if (!(await namesIn(join(folder, entry))).includes("container.json")) continue;
    const name = entry.slice(PREFIX.length);
    containers.set(name, await openContainer(name, join(folder, entry), stop.signal));
  }

  const opened: BlobFolder = {
    names: () => [...containers.keys()].sort(),
    container(name) {
      const found = containers.get(name);
      if (!found) throw new StoreError("ContainerNotFound");
      return found;
    },
    create: (name) =>
      lock(name, async () => {
        if (!CONTAINER_NAME.test(name)) throw new StoreError("InvalidResourceName");
        if (containers.has(name)) throw new StoreError("ContainerAlreadyExists");
        const path = containerFolder(folder, name);
        await makeFolder(path);
        const about = { created: new Date().toISOString(), etag: newEtag() };
        await writeDurably(join(path, "container.json"), JSON.stringify(about));
        const made = await openContainer(name, path, stop.signal);
        containers.set(name, made);
        return made;
      }),
    async collect() {
      for (const container of containers.values()) await container.staged.clearBefore(Date.now() - WEEK);
    },
    async close() {
      stop.abort();
      await Promise.all([...containers.values()].map(({ tidied }) => tidied));
    },
  };
  return opened;
}
