/** The only script of the portal that may run WebAssembly, which computes its checksums. */
export const createUploadWorker = () =>
  new Worker(new URL("./uploadWorker.ts", import.meta.url), { type: "module" });
