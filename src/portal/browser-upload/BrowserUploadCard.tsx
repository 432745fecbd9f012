import { useEffect, useSyncExternalStore } from "react";
import type { UploadedFile } from "../../contract/conflicts/compareUploads.ts";
import type { Correction } from "../providers/calls/uploadCalls.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { usePortalDataProvider } from "../providers/useVendorQuery.ts";
import { useCapabilities, usePortalConfig } from "../usePortalConfig.ts";
import { browserUploads } from "./browserUploads.ts";
import { UploadChooser } from "./UploadChooser.tsx";
import { UploadRun } from "./UploadRun.tsx";

interface BrowserUploadCardProps {
  record: RecordRow;
  /** Undefined for the whole model. */
  correction: Correction | undefined;
  /** Of the version to correct; undefined while loading. */
  versionFiles: UploadedFile[] | undefined;
}

/** Uploads a model without zip and script. The upload goes on while other screens are open. */
export function BrowserUploadCard({ record, correction, versionFiles }: BrowserUploadCardProps) {
  const dataProvider = usePortalDataProvider();
  const { middlewareBaseUrl } = usePortalConfig();
  const { requestUpload, uploadState, checkUpload, uploadComplete } = useCapabilities();
  useEffect(() => {
    browserUploads.setServices({ dataProvider, middlewareBaseUrl });
    void browserUploads.restore(record.id);
  }, [dataProvider, middlewareBaseUrl, record.id]);
  const upload = useSyncExternalStore(browserUploads.subscribe, () => browserUploads.get(record.id));
  if (!(requestUpload && uploadState && checkUpload && uploadComplete)) return null;
  return upload ? (
    <UploadRun upload={upload} record={record} />
  ) : (
    // Another choice of what to upload needs another plan.
    <UploadChooser
      key={correction?.uploadBatchId}
      record={record}
      correction={correction}
      versionFiles={versionFiles}
    />
  );
}
