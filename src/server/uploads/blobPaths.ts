interface UploadPathFields {
  id: string;
  record_id: number;
  blob_name: string;
}

export const incomingBlobPath = ({ folder, blob_name }: { folder: string; blob_name: string }): string =>
  `${folder}/${blob_name}`;

/** Read access is granted for this folder. */
export const recordFolder = (recordId: number | string): string => `records/${recordId}`;

/** Model reports of the record's uploads. */
export const reportFolder = (recordId: number | string): string => `model-reports/${recordId}`;

/** No upload link can write to this folder. */
export const storedUploadFolder = ({ id, record_id }: Pick<UploadPathFields, "id" | "record_id">): string =>
  `${recordFolder(record_id)}/${id}`;

/** The snapshot, relative to the record's folder. */
export const storedZipPath = ({ id, blob_name }: Pick<UploadPathFields, "id" | "blob_name">): string =>
  `${id}/${blob_name}`;

export const storedFilePath = (uploadId: string, path: string): string => `${uploadId}/files/${path}`;
