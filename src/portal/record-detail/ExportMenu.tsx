import Button from "@mui/material/Button";
import ListItemText from "@mui/material/ListItemText";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useNotify } from "react-admin";
import { standardYaml, stacItem, type ExportedRecord } from "../../contract/exports.ts";
import { newestFirst, newestStanding } from "../providers/recordQueries.ts";
import { usePortalProvider } from "../providers/useAnswer.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { ALL_ROWS } from "../providers/resources/simpleRest.ts";
import { downloadFile } from "../ui/downloadFile.ts";
import { problemWords } from "../ui/states.tsx";

/** Each form with how it is written. */
const FORMS = [
  {
    label: "STAC Item",
    about: "JSON for catalogues of spatial data",
    write: (record: ExportedRecord) =>
      downloadFile(
        `stac_item_${record.recordId}.json`,
        JSON.stringify(stacItem(record), null, 2),
        "application/geo+json",
      ),
  },
  {
    label: "Published standard",
    about: "YAML as the agency's data system publishes it",
    write: (record: ExportedRecord) =>
      downloadFile(`model_metadata_${record.recordId}.yml`, standardYaml(record), "application/yaml"),
  },
];

/** The record and what is known of its model, in the forms of other catalogues. They are written in the browser. */
export function ExportMenu({ record }: { record: RecordRow }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
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
          onClose={close}
          onClick={close}
          // Within the page's landmarks, where assistive technology looks for it.
          container={() => document.querySelector("main")}
        >
          {FORMS.map(({ label, about, write }) => (
            <MenuItem key={label} onClick={() => mutate(write)}>
              <ListItemText primary={label} secondary={about} />
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}

function useExport({ id: recordId, currentMetadata: metadata }: RecordRow) {
  const dataProvider = usePortalProvider();
  const notify = useNotify();
  /** When the newest upload that stands came, and what its files say. */
  const newestUpload = async () => {
    const uploads = await dataProvider.recordUploads(recordId);
    const newest = newestStanding(uploads.toSorted(newestFirst));
    if (!newest?.uploadBatchId) return { uploaded: newest?.uploaded };
    const report = await dataProvider.modelReport(recordId, newest.uploadBatchId);
    return { uploaded: newest.uploaded, report };
  };
  return useMutation({
    mutationFn: async (write: (record: ExportedRecord) => void) => {
      const [references, contacts, extent, upload] = await Promise.all([
        dataProvider.references(),
        dataProvider.getList("contacts", ALL_ROWS),
        dataProvider.spatialExtent(recordId),
        newestUpload(),
      ]);
      const area = extent?.geometry?.coordinates;
      write({ recordId, metadata, references, contacts: contacts.data, area, ...upload });
    },
    onError: (error) => notify(problemWords(error), { type: "error" }),
  });
}
