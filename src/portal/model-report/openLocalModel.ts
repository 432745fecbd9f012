import { UnreadableFileError } from "../../contract/models/fileFacts.ts";
import {
  openLocalFolder,
  openLocalZip,
  type LocalFile,
  type LocalModel,
} from "../../contract/models/sources/localModel.ts";
import { REQUIRED_FOLDERS } from "../../contract/model-folder/modelFolderNames.ts";
import { findFolderOfModelFiles, findModelBase } from "../../contract/uploads/planModelZip.ts";
import { readZipMember } from "../../contract/zip/zipMember.ts";
import { createBlobSource } from "../../contract/zip/blobSource.ts";
import type { LocalItem } from "./listing/listHandles.ts";
import type { LocalSelection } from "./localItems.ts";

const DENIED =
  "your computer denies access to it. Close the program that uses it, or download it first if it is stored only in the cloud";

/** @throws InvalidZipError when the file is not a readable zip */
export async function openLocalModel({ items, hasEmptyFolders }: LocalSelection): Promise<LocalModel> {
  const [only] = items;
  if (only && items.length === 1 && "file" in only && /\.zip$/i.test(only.path)) {
    const zip = createBlobSource(only.file);
    return openLocalZip(zip, (entry, length) => readZipMember(zip, entry, length));
  }
  const files = items.flatMap((item) => ("isEmptyFolder" in item ? [] : [toLocalFile(item)]));
  const emptyFolders = items.flatMap((item) => ("isEmptyFolder" in item ? [item.path] : []));
  const paths = files.map(({ path }) => path);
  const root = findFolderOfModelFiles(paths) ?? findModelBase(paths);
  const unlisted = REQUIRED_FOLDERS.flatMap(({ name, canBeEmpty }) => (canBeEmpty ? [root + name] : []));
  return openLocalFolder(files, hasEmptyFolders ? emptyFolders : unlisted);
}

export function toLocalFile(item: Exclude<LocalItem, { isEmptyFolder: true }>): LocalFile {
  const { path } = item;
  if ("isDenied" in item)
    return {
      path,
      size: 0,
      unreadableReason: DENIED,
      read: () => Promise.reject(new UnreadableFileError(DENIED)),
    };
  const { file } = item;
  return {
    ...{ path, size: file.size, modified: file.lastModified },
    read: async (length, offset) => {
      try {
        return new Uint8Array(await sliceFile(file, offset, length).arrayBuffer());
      } catch {
        throw new UnreadableFileError(DENIED);
      }
    },
  };
}

// Creating a slice takes the browser as long as reading a small file, so whole files are not sliced.
const sliceFile = (file: File, offset: number, length: number): Blob =>
  offset === 0 && length >= file.size ? file : file.slice(offset, offset + length);
