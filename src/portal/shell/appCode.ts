import { useSyncExternalStore, type ComponentType } from "react";

interface AppCode {
  App?: ComponentType;
  failed?: boolean;
}

let code: AppCode = {};
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

function become(next: AppCode) {
  code = next;
  for (const listener of listeners) listener();
}

/** Running the code and drawing what it makes are long enough each: between them the browser may answer the user. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * The code of everything behind the sign-in, fetched once: while the sign-in page is idle or typed in, or when it is
 * needed. A fetch that failed is made again at the next call.
 */
export const appCode = {
  load(): void {
    loading ??= import("../App.tsx").then(
      async ({ App }) => {
        await nextTask();
        become({ App });
      },
      () => {
        loading = undefined;
        become({ failed: true });
      },
    );
  },

  current: (): AppCode => code,

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export const useAppCode = (): AppCode => useSyncExternalStore(appCode.subscribe, appCode.current);
