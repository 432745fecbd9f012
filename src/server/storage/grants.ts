import { StorageSharedKeyCredential, type BlobServiceClient } from "@azure/storage-blob";
import {
  DataLakeSASPermissions,
  DirectorySASPermissions,
  FileSystemSASPermissions,
  generateDataLakeSASQueryParameters,
  SASProtocol,
  type DataLakeSASSignatureValues,
} from "@azure/storage-file-datalake";
import { encodedPath } from "./encodedPath.ts";
import { requireStorable } from "./requireStorable.ts";

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

export interface GrantSource {
  service: BlobServiceClient;
  container: string;
  publicAddress?: string | undefined;
}

/** Signs shared access with the account's key, limited as far as the store can limit it. */
export function createGrants({ service, container, publicAddress }: GrantSource) {
  const credential = service.credential;
  if (!(credential instanceof StorageSharedKeyCredential))
    throw new Error("The storage connection string must hold AccountName and AccountKey.");
  const address = `${(publicAddress ?? service.url).replace(/\/+$/, "")}/${container}/`;
  let grantsFolders: Promise<boolean> | undefined;

  const learnScope = () =>
    (grantsFolders ??= service.getAccountInfo().then(
      (info) => info.isHierarchicalNamespaceEnabled === true,
      (error: unknown) => {
        grantsFolders = undefined;
        throw error;
      },
    ));

  function sign(
    scope: Grant["scope"],
    folder: string,
    values: Omit<DataLakeSASSignatureValues, "fileSystemName"> & { expiresOn: Date },
  ): Grant {
    const signed = generateDataLakeSASQueryParameters(
      { ...values, ...onlyEncrypted(service.url), fileSystemName: container },
      credential as StorageSharedKeyCredential,
    );
    return {
      prefix: `${address}${encodedPath(folder)}/`,
      query: signed.toString(),
      // The signature holds whole seconds.
      expires: new Date(Math.floor(values.expiresOn.getTime() / 1000) * 1000).toISOString(),
      scope,
    };
  }

  return {
    /** Asks the store, once, whether it has folders that a grant can be limited to. */
    learnScope,

    async forUpload(folder: string, fileName: string, expiresOn: Date): Promise<Grant> {
      const path = folderName(folder);
      const pathName = requireStorable(`${path}/${fileName}`);
      if (await learnScope()) {
        const permissions = DirectorySASPermissions.parse("racwlm");
        return sign("folder", path, { pathName: path, isDirectory: true, permissions, expiresOn });
      }
      const permissions = DataLakeSASPermissions.parse("racw");
      return sign("file", path, { pathName, permissions, expiresOn });
    },

    async forReading(folder: string, expiresOn: Date): Promise<Grant> {
      const path = folderName(folder);
      if (await learnScope()) {
        const permissions = DirectorySASPermissions.parse("r");
        return sign("folder", path, { pathName: path, isDirectory: true, permissions, expiresOn });
      }
      return sign("container", path, { permissions: FileSystemSASPermissions.parse("r"), expiresOn });
    },

    forReadingFile(path: string, expiresOn: Date): Grant {
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

/** Where the service itself is reached encrypted, a grant must not be usable any other way. */
const onlyEncrypted = (serviceUrl: string) =>
  serviceUrl.startsWith("https:") ? { protocol: SASProtocol.Https } : {};
