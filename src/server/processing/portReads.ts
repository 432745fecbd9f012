import type { MessagePort } from "node:worker_threads";

type Read = (path: string, length: number, offset?: number) => Promise<Uint8Array>;

interface ReadRequest {
  id: number;
  path: string;
  length: number;
  offset: number | undefined;
}

type ReadResponse = { id: number } & ({ bytes: Uint8Array } | { error: unknown });

/** Answers the reads of a worker thread, which cannot reach the store itself. */
export function serveReads(port: MessagePort, read: Read): void {
  port.on("message", ({ id, path, length, offset }: ReadRequest) => {
    const respond = (response: ReadResponse) => port.postMessage(response);
    read(path, length, offset).then(
      (bytes) => respond({ id, bytes }),
      (error: unknown) => respond({ id, error }),
    );
  });
}

export function createPortReader(port: MessagePort): Read {
  const pending = new Map<
    number,
    { resolve: (bytes: Uint8Array) => void; reject: (error: unknown) => void }
  >();
  let lastId = 0;
  port.on("message", (response: ReadResponse) => {
    const read = pending.get(response.id);
    pending.delete(response.id);
    if ("bytes" in response) read?.resolve(response.bytes);
    else read?.reject(response.error);
  });
  return (path, length, offset) =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      pending.set(id, { resolve, reject });
      port.postMessage({ id, path, length, offset } satisfies ReadRequest);
    });
}
