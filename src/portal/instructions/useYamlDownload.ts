import { useMutation } from "@tanstack/react-query";
import { useDataProvider, useNotify } from "react-admin";
import { metadataYaml } from "../../contract/yaml/metadataYaml.ts";
import { metadataFileName } from "../../contract/model-folder/modelFolder.ts";
import { messages } from "../../contract/messages.ts";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { ALL_ROWS } from "../providers/resources/simpleRest.ts";
import { downloadFile } from "../ui/downloadFile.ts";

/** Writes the record's metadata, as it is saved now, into a YAML file. */
export function useYamlDownload(recordId: string) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const notify = useNotify();
  return useMutation({
    mutationFn: async () => {
      const [record, references, contacts] = await Promise.all([
        dataProvider.getOne("records", { id: recordId }),
        dataProvider.references(),
        dataProvider.getList("contacts", ALL_ROWS),
      ]);
      const { currentMetadata: metadata } = record.data as RecordRow;
      return metadataYaml({ recordId, metadata, references, contacts: contacts.data });
    },
    onSuccess: (yaml) => downloadFile(metadataFileName(recordId), yaml, "application/yaml"),
    onError: (error) => notify(error.message || messages.generic, { type: "error" }),
  });
}
