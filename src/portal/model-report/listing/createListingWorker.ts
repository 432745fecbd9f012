export const createListingWorker = () =>
  new Worker(new URL("./listingWorker.ts", import.meta.url), { type: "module" });
