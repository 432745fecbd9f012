import { useEffect, useState } from "react";

function createModelOpener() {
  let controller: AbortController | undefined;
  const close = () => controller?.abort();
  return {
    close,
    open<Model>(openModel: (signal: AbortSignal) => Promise<Model>): Promise<Model> {
      close();
      controller = new AbortController();
      return openModel(controller.signal);
    },
    /** Keeps the worker of the opened model. */
    handOver(): void {
      controller = undefined;
    },
  };
}

/** One opened model at a time. Its worker ends when another model is opened or the page closes, unless an upload takes it. */
export function useModelOpener() {
  const [opener] = useState(createModelOpener);
  useEffect(() => opener.close, [opener]);
  return opener;
}
