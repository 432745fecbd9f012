import type { StorageSharedKeyCredential } from "@azure/storage-blob";
import {
  DataLakeSASPermissions,
  DirectorySASPermissions,
  FileSystemSASPermissions,
  generateDataLakeSASQueryParameters,
  SASProtocol,
  type DataLakeSASSignatureValues,
} from "@azure/storage-file-datalake";

/** A SAS token for a vendor's machine or browser. */
export interface Grant {
  /** The folder's URL, ending in "/". Append the percent-encoded path relative to the folder. */
  prefix: string;
  /** The SAS token, without the question mark. */
  query: string;
  expires: string;
  scope: "folder" | "file" | "container";
}

interface GrantOptions {
  credential: StorageSharedKeyCredential;
  container: string;
  /** The blob service's address for vendors. */
  address: string;
  requiresHttps: boolean;
  supportsFolderGrants(): Promise<boolean>;
}

export function createGrants({
  credential,
  container,
  address,
  requiresHttps: onlyEncrypted,
  supportsFolderGrants: hasFolders,
}: GrantOptions) {
  const containerUrl = `${address.replace(/\/+$/, "")}/${container}/`;

  function sign(
    scope: Grant["scope"],
    folder: string,
    values: Omit<DataLakeSASSignatureValues, "fileSystemName"> & { expiresOn: Date },
  ): Grant {
    const sasToken = generateDataLakeSASQueryParameters(
      { ...values, ...(onlyEncrypted && { protocol: SASProtocol.Https }), fileSystemName: container },
      credential,
    );
    return {
      prefix: `${containerUrl}${encodePath(folder)}/`,
      query: sasToken.toString(),
      // SAS tokens contain whole seconds.
      expires: new Date(Math.floor(values.expiresOn.getTime() / 1000) * 1000).toISOString(),
      scope,
    };
  }

  return {
    async grantUpload(folder: string, fileName: string, expiresOn: Date): Promise<Grant> {
      const path = normalizeFolder(folder);
      const pathName = requireSafeBlobPath(`${path}/${fileName}`);
      if (await hasFolders()) {
        const permissions = DirectorySASPermissions.parse("racwlm");
        return sign("folder", path, { pathName: path, isDirectory: true, permissions, expiresOn });
      }
      const permissions = DataLakeSASPermissions.parse("racw");
      return sign("file", path, { pathName, permissions, expiresOn });
    },

    async grantRead(folder: string, expiresOn: Date): Promise<Grant> {
      const path = normalizeFolder(folder);
      if (await hasFolders()) {
        const permissions = DirectorySASPermissions.parse("r");
        return sign("folder", path, { pathName: path, isDirectory: true, permissions, expiresOn });
      }
      return sign("container", path, { permissions: FileSystemSASPermissions.parse("r"), expiresOn });
    },

    grantReadFile(path: string, expiresOn: Date): Grant {
      const pathName = requireSafeBlobPath(path);
      const permissions = DataLakeSASPermissions.parse("r");
      return sign("file", pathName.slice(0, pathName.lastIndexOf("/")), { pathName, permissions, expiresOn });
    },
  };
}

/** Rejects the container's root, which must never be granted. */
function normalizeFolder(folder: string): string {
  return requireSafeBlobPath(folder.replace(/\/+$/, ""));
}

/** `path` is relative to the granted folder. */
export function buildBlobUrl(grant: Pick<Grant, "prefix" | "query">, path: string): string {
  return `${grant.prefix}${encodePath(path)}?${grant.query}`;
}

function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

const MAX_PATH_LENGTH = 1024;

/** URL parsers resolve "." and "..", so `a/../b` would be stored as `b`. */
export function requireSafeBlobPath(path: string): string {
  const unsafeSegment = path
    .split("/")
    .find((segment) => segment === "" || segment === "." || segment === "..");
  if (unsafeSegment !== undefined || path.length > MAX_PATH_LENGTH)
    throw new Error(`Not a valid storage path: "${path}"`);
  return path;
}
