import type { StorageSharedKeyCredential } from "@azure/storage-blob";
import {
  DataLakeSASPermissions,
  DirectorySASPermissions,
  FileSystemSASPermissions,
  generateDataLakeSASQueryParameters,
  SASProtocol,
  type DataLakeSASSignatureValues,
} from "@azure/storage-file-datalake";

/** Shared access that can be handed to a vendor's machine or browser. */
export interface Grant {
  /** The folder's address, ending in "/": percent-encoded paths relative to the folder are appended to it. */
  prefix: string;
  /** The shared-access query, without its question mark. */
  query: string;
  /** When it ends, ISO 8601 in UTC. */
  expires: string;
  /** What it reaches: the folder, one file in it, or (reading only) the whole container. */
  scope: "folder" | "file" | "container";
}

interface GrantSource {
  credential: StorageSharedKeyCredential;
  container: string;
  /** The blob service's address as vendors' machines reach it. */
  address: string;
  /** Where the service itself is reached encrypted, a grant must not be usable any other way. */
  onlyEncrypted: boolean;
  /** Whether the store has folders that a grant can be limited to. */
  hasFolders(): Promise<boolean>;
}

/** Signs shared access with the account's key, limited as far as the store can limit it. */
export function createGrants({ credential, container, address, onlyEncrypted, hasFolders }: GrantSource) {
  const start = `${address.replace(/\/+$/, "")}/${container}/`;

  function sign(
    scope: Grant["scope"],
    folder: string,
    values: Omit<DataLakeSASSignatureValues, "fileSystemName"> & { expiresOn: Date },
  ): Grant {
    const signed = generateDataLakeSASQueryParameters(
      { ...values, ...(onlyEncrypted && { protocol: SASProtocol.Https }), fileSystemName: container },
      credential,
    );
    return {
      prefix: `${start}${encodedPath(folder)}/`,
      query: signed.toString(),
      // The signature holds whole seconds.
      expires: new Date(Math.floor(values.expiresOn.getTime() / 1000) * 1000).toISOString(),
      scope,
    };
  }

  return {
    async grantUpload(folder: string, fileName: string, expiresOn: Date): Promise<Grant> {
      const path = folderName(folder);
      const pathName = requireStorable(`${path}/${fileName}`);
      if (await hasFolders()) {
        const permissions = DirectorySASPermissions.parse("racwlm");
        return sign("folder", path, { pathName: path, isDirectory: true, permissions, expiresOn });
      }
      const permissions = DataLakeSASPermissions.parse("racw");
      return sign("file", path, { pathName, permissions, expiresOn });
    },

    async grantRead(folder: string, expiresOn: Date): Promise<Grant> {
      const path = folderName(folder);
      if (await hasFolders()) {
        const permissions = DirectorySASPermissions.parse("r");
        return sign("folder", path, { pathName: path, isDirectory: true, permissions, expiresOn });
      }
      return sign("container", path, { permissions: FileSystemSASPermissions.parse("r"), expiresOn });
    },

    grantReadFile(path: string, expiresOn: Date): Grant {
      const pathName = requireStorable(path);
      const permissions = DataLakeSASPermissions.parse("r");
      return sign("file", pathName.slice(0, pathName.lastIndexOf("/")), { pathName, permissions, expiresOn });
    },
  };
}

/** A folder's name as it is signed. A grant of the container's root is never wanted, so it is refused. */
function folderName(folder: string): string {
  return requireStorable(folder.replace(/\/+$/, ""));
}

/** The full address, with its shared access, of a file whose path is relative to the granted folder. */
export function blobAddress(grant: Pick<Grant, "prefix" | "query">, path: string): string {
  return `${grant.prefix}${encodedPath(path)}?${grant.query}`;
}

/** A blob's path as it stands in an address: every segment percent-encoded, the slashes kept. */
function encodedPath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

const LONGEST_PATH = 1024;

/**
 * The path, or an error when it is not safe to be part of an address: whoever reads an address resolves "." and "..",
 * so that `a/../b` would be stored as `b`.
 */
export function requireStorable(path: string): string {
  const strange = path.split("/").find((segment) => segment === "" || segment === "." || segment === "..");
  if (strange !== undefined || path.length > LONGEST_PATH)
    throw new Error(`Not a path to store under: "${path}"`);
  return path;
}
