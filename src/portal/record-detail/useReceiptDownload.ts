import { useState } from "react";
import { useDataProvider, useNotify } from "react-admin";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import { downloadFile } from "../ui/downloadFile.ts";
import { problemOf } from "./problemOf.ts";

/**
 * Hands an upload's receipt to the user as a file. Undefined once the services have said that they have none: they
 * are not asked again.
 */
export function useReceiptDownload(recordId: string): ((uploadBatchId: string) => Promise<void>) | undefined {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const notify = useNotify();
  const [isMissing, setIsMissing] = useState(false);
  if (isMissing) return undefined;
  return async (uploadBatchId) => {
    try {
      const receipt = await dataProvider.uploadReceipt(recordId, uploadBatchId);
      if (receipt) {
        const text = `${JSON.stringify(receipt, undefined, 2)}\n`;
        return downloadFile(`receipt_${recordId}_${uploadBatchId}.json`, text, "application/json");
      }
      setIsMissing(true);
      notify("There is no receipt of this upload.", { type: "warning" });
    } catch (error) {
      notify(problemOf(error), { type: "error" });
    }
  };
}
