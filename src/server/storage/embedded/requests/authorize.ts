import { permissionsOf } from "./sharedAccess.ts";
import { requireSharedKey, type Account } from "./sharedKey.ts";
import { StoreError } from "./storeError.ts";
import { headerOf, type StoreRequest } from "./storeRequest.ts";

/** What an operation asks of a caller: any of these shared-access permissions, any at all, or the account's own key. */
export type Needed = readonly ("r" | "w" | "c" | "d" | "l")[] | "any" | "key";

export interface Caller {
  holdsKey: boolean;
  /** False for shared access that may create blobs and not replace them. */
  mayReplace: boolean;
}

/** Decides whether a request may do what it asks. There is no access without a signature. */
export function authorize(request: StoreRequest, needed: Needed, account: Account): Caller {
  const authorization = headerOf(request.headers, "authorization");
  if (authorization !== undefined) {
    requireSharedKey(request, authorization, account);
    return { holdsKey: true, mayReplace: true };
  }
  if (!request.query.has("sig")) throw new StoreError("NoAuthenticationInformation");
  const { container, blob, query, method } = request;
  // Clients look whether the folder they are to write into is there.
  const onlyDescribed = blob !== undefined && method === "HEAD";
  const target = { container, blob, prefix: query.get("prefix"), onlyDescribed };
  const permissions = permissionsOf(request, target, account);
  if (needed === "key") throw new StoreError("AuthorizationFailure");
  if (needed !== "any" && !needed.some((permission) => permissions.has(permission)))
    throw new StoreError("AuthorizationPermissionMismatch");
  return { holdsKey: false, mayReplace: permissions.has("w") };
}
