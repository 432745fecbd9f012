export interface RunningUpload {
  recordId: string;
  title: string;
  percent: number;
  /** It has stopped until the vendor decides what to do. */
  needsAttention: boolean;
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
