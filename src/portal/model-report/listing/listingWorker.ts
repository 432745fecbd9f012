import { listHandle } from "./listHandle.ts";

addEventListener("message", ({ data }: MessageEvent<FileSystemHandle>) => {
  void listHandle(data, (message) => postMessage(message));
});
