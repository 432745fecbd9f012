import { tryOrUndefined } from "../../contract/tryOrUndefined.ts";

/** Below BASE_PATH, with search and hash. */
export interface ReturnLocation {
  path: string;
  /** Undefined if no user was signed in. */
  username?: string | undefined;
}

const KEY = "flood-model-portal.return-location";

/** Where this tab continues after the next login. */
export const returnLocation = {
  store: (location: ReturnLocation): void =>
    tryOrUndefined(() => sessionStorage.setItem(KEY, JSON.stringify(location))),

  read: (): ReturnLocation | undefined =>
    tryOrUndefined(() => JSON.parse(sessionStorage.getItem(KEY) ?? "null") as ReturnLocation | null) ??
    undefined,

  clear: (): void => tryOrUndefined(() => sessionStorage.removeItem(KEY)),
};
