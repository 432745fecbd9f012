import Button from "@mui/material/Button";
import ListItemText from "@mui/material/ListItemText";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useNotify } from "react-admin";
import {
  buildStandardYaml,
  buildStacItem,
  type RecordToExport,
} from "../../contract/records/catalogExports.ts";
import { compareUploadsNewestFirst, latestCurrentUpload } from "../providers/recordQueries.ts";
import { usePortalDataProvider } from "../providers/useVendorQuery.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { ALL_ROWS_PARAMS } from "../providers/vendorHttpClient.ts";
import { downloadFile } from "../ui/downloadFile.ts";
import { getUserMessage } from "../ui/states.tsx";

const EXPORT_FORMATS = [
  {
    label: "STAC Item",
    description: "JSON for spatial data catalogs",
    exportRecord: (record: RecordToExport) =>
      downloadFile(
        `stac_item_${record.recordId}.json`,
        JSON.stringify(buildStacItem(record), null, 2),
        "application/geo+json",
      ),
  },
  {
    label: "Published standard",
    description: "YAML in the format that the agency publishes",
    exportRecord: (record: RecordToExport) =>
      downloadFile(`model_metadata_${record.recordId}.yml`, buildStandardYaml(record), "application/yaml"),
  },
];

export function ExportMenu({ record }: { record: RecordRow }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const handleClose = () => setAnchor(null);
  const id = useId();
  const { mutate, isPending } = useExport(record);
  return (
    <>
      <Button
        size="small"
        loading={isPending}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        Export
      </Button>
      {anchor && (
        <Menu
          id={id}
          open
          anchorEl={anchor}
          onClose={handleClose}
          onClick={handleClose}
          // Inside a landmark, as accessibility rules require.
          container={() => document.querySelector("main")}
        >
          {EXPORT_FORMATS.map(({ label, description, exportRecord }) => (
            <MenuItem key={label} onClick={() => mutate(exportRecord)}>
              <ListItemText primary={label} secondary={description} />
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}

function useExport({ id: recordId, currentMetadata: metadata }: RecordRow) {
  const dataProvider = usePortalDataProvider();
  const notify = useNotify();
  const fetchLatestUpload = async () => {
    const uploads = await dataProvider.listUploads(recordId);
    const latest = latestCurrentUpload(uploads.toSorted(compareUploadsNewestFirst));
    if (!latest?.uploadBatchId) return { uploaded: latest?.uploaded };
    const report = await dataProvider.getModelReport(recordId, latest.uploadBatchId);
    return { uploaded: latest.uploaded, report };
  };
  return useMutation({
    mutationFn: async (exportRecord: (record: RecordToExport) => void) => {
      const [references, contacts, extent, upload] = await Promise.all([
        dataProvider.getReferences(),
        dataProvider.getList("contacts", ALL_ROWS_PARAMS),
        dataProvider.getSpatialExtent(recordId),
        fetchLatestUpload(),
      ]);
      const area = extent?.geometry?.coordinates;
      exportRecord({ recordId, metadata, references, contacts: contacts.data, coveredArea: area, ...upload });
    },
    onError: (error) => notify(getUserMessage(error), { type: "error" }),
  });
}
