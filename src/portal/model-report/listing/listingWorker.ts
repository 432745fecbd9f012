import { listHandles } from "./listHandles.ts";

addEventListener("message", ({ data }: MessageEvent<FileSystemHandle[]>) => {
  void listHandles(data, (message) => postMessage(message));
});
