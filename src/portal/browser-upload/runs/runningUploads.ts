export interface RunningUpload {
  recordId: string;
  title: string;
  percent: number;
  /** A stopped upload waits until the vendor decides what to do. */
  state: "running" | "paused" | "stopped";
}

let uploads: RunningUpload[] = [];
const listeners = new Set<() => void>();

/** For the side menu, which must not load the code that uploads. */
export const runningUploads = {
  get: (): RunningUpload[] => uploads,
  set(next: RunningUpload[]): void {
    if (JSON.stringify(next) === JSON.stringify(uploads)) return;
    uploads = next;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
