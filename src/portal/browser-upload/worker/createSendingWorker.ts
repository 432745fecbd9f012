export const createSendingWorker = () =>
  new Worker(new URL("./sendingWorker.ts", import.meta.url), { type: "module" });
