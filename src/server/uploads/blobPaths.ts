/** What of an upload decides where it lies in the store. */
interface UploadPlace {
  id: string;
  record_id: number;
  blob_name: string;
}

/** The zip where the script puts it. */
export const incomingBlobPath = ({ folder, blob_name }: { folder: string; blob_name: string }): string =>
  `${folder}/${blob_name}`;

/** Everything that is kept of a record's uploads; reading is granted for this folder. */
export const recordFolder = (recordId: number | string): string => `records/${recordId}`;

/** Everything that is kept of one upload. No leave to upload reaches it. */
export const storedUploadFolder = ({ id, record_id }: Pick<UploadPlace, "id" | "record_id">): string =>
  `${recordFolder(record_id)}/${id}`;

/** The zip as processing reads it and as it is kept, relative to the record's folder. */
export const storedZipPath = ({ id, blob_name }: Pick<UploadPlace, "id" | "blob_name">): string =>
  `${id}/${blob_name}`;

/** Where a file or folder of the model lies, relative to the record's folder. */
export const storedFilePath = (batchId: string, path: string): string => `${batchId}/files/${path}`;
