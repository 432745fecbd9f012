import { useEffect, useRef, useSyncExternalStore, type FocusEvent } from "react";
import type { UploadedFile } from "../../../contract/conflicts/compareUploads.ts";
import type { Correction } from "../../providers/calls/uploadCalls.ts";
import type { RecordRow } from "../../providers/resources/recordRow.ts";
import { usePortalDataProvider } from "../../providers/useVendorQuery.ts";
import { useCapabilities, usePortalConfig } from "../../providers/usePortalConfig.ts";
import { browserUploads } from "../runs/browserUploads.ts";
import { UploadChooser } from "./UploadChooser.tsx";
import { UploadRun } from "./UploadRun.tsx";

interface BrowserUploadCardProps {
  record: RecordRow;
  /** Undefined for the whole model. */
  correction: Correction | undefined;
  /** Of the version to correct; undefined while loading. */
  versionFiles: UploadedFile[] | undefined;
}

/** Uploads a model without zip and script. The upload continues while other screens are open. */
export function BrowserUploadCard({ record, correction, versionFiles }: BrowserUploadCardProps) {
  const dataProvider = usePortalDataProvider();
  const { middlewareBaseUrl } = usePortalConfig();
  const { requestUpload, uploadState, checkUpload, uploadComplete } = useCapabilities();
  useEffect(() => {
    browserUploads.setServices({ dataProvider, middlewareBaseUrl });
    void browserUploads.restore(record.id);
  }, [dataProvider, middlewareBaseUrl, record.id]);
  const upload = useSyncExternalStore(browserUploads.subscribe, () => browserUploads.get(record.id));
  const { titleRef, focusListeners } = useFocusOfRemovedElements();
  if (!(requestUpload && uploadState && checkUpload && uploadComplete)) return null;
  return (
    <div {...focusListeners}>
      {upload ? (
        <UploadRun upload={upload} record={record} titleRef={titleRef} />
      ) : (
        // Another choice of what to upload needs another plan.
        <UploadChooser key={correction?.uploadBatchId} {...{ record, correction, versionFiles, titleRef }} />
      )}
    </div>
  );
}

/** If the focused button is removed, the title takes the focus: keyboard users stay in the card. */
function useFocusOfRemovedElements() {
  const titleRef = useRef<HTMLElement>(null);
  const focused = useRef<Element>(undefined);
  useEffect(() => {
    // React fires no blur event for an element that it removes.
    if (!focused.current || focused.current.isConnected) return;
    focused.current = undefined;
    if (document.activeElement === document.body) titleRef.current?.focus();
  });
  const focusListeners = {
    onFocus: ({ target }: FocusEvent) => {
      focused.current = target;
    },
    onBlur: () => {
      focused.current = undefined;
    },
  };
  return { titleRef, focusListeners };
}
