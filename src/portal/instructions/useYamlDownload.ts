import { useMutation } from "@tanstack/react-query";
import { useDataProvider, useNotify } from "react-admin";
import { metadataYaml } from "../../contract/yaml/metadataYaml.ts";
import { metadataFileName } from "../../contract/model-folder/modelFolder.ts";
import { messages } from "../../contract/messages.ts";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { downloadFile } from "../ui/downloadFile.ts";

const ALL = {
  pagination: { page: 1, perPage: 100_000 },
  sort: { field: "id", order: "ASC" },
  filter: {},
} as const;

/** Writes the record's metadata, as it is saved now, into a YAML file. */
export function useYamlDownload(recordId: string) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const notify = useNotify();
  return useMutation({
    mutationFn: async () => {
      const [record, references, contacts] = await Promise.all([
        dataProvider.getOne("records", { id: recordId }),
        dataProvider.references(),
        dataProvider.getList("contacts", ALL),
      ]);
      const { currentMetadata: metadata } = record.data as RecordRow;
      return metadataYaml({ recordId, metadata, references, contacts: contacts.data });
    },
    onSuccess: (yaml) => downloadFile(metadataFileName(recordId), yaml, "application/yaml"),
    onError: (error) => notify(error.message || messages.generic, { type: "error" }),
  });
}
