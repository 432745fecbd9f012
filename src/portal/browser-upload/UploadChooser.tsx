import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMutation } from "@tanstack/react-query";
import { useState, type Ref } from "react";
import type { UploadedFile } from "../../contract/conflicts/compareUploads.ts";
import type { LocalModelCheck } from "../../contract/models/sources/localModel.ts";
import { InvalidZipError } from "../../contract/zip/zipMember.ts";
import { useOpenReasonsDialog } from "../record-parts/OpenReasonsDialog.tsx";
import { DropZone } from "../model-report/DropZone.tsx";
import { Diagnostics, hasErrors } from "../model-report/FolderCheck.tsx";
import type { LocalSelection } from "../model-report/localItems.ts";
import { ModelReportView } from "../model-report/ModelReportView.tsx";
import { formatReportSummary } from "../model-report/UploadedModelReport.tsx";
import type { Correction } from "../providers/calls/uploadCalls.ts";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import { loadMetadataYaml } from "../providers/loadMetadataYaml.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { usePortalDataProvider } from "../providers/useVendorQuery.ts";
import { getRecordName, getRecordText } from "../ui/recordName.ts";
import { formatFileSize, formatQuantity } from "../ui/format.ts";
import { getUserMessage } from "../ui/states.tsx";
import { browserUploads } from "./browserUploads.ts";
import type { AddedFiles, ChosenModel } from "./chosenModel.ts";
import { describeWrongFolder } from "./describeWrongFolder.ts";
import { PathList } from "./PathList.tsx";
import { listDeniedPaths } from "./rememberedFiles.ts";

export const CARD_TITLE = "Upload from this browser";

/** "Choose folder" and "Choose zip" belong to the check of the model on the same page. */
export const UPLOAD_LABELS = {
  folder: { button: "Upload a folder", input: "Folder to upload" },
  zip: { button: "Upload a zip", input: "Archive to upload" },
};

interface UploadChooserProps {
  record: RecordRow;
  correction: Correction | undefined;
  /** Of the version to correct; undefined while loading. */
  versionFiles: UploadedFile[] | undefined;
  titleRef: Ref<HTMLElement>;
}

interface Opened {
  chosen: ChosenModel;
  added: AddedFiles | undefined;
  check: LocalModelCheck;
  handle: FileSystemHandle | undefined;
  /** Of the chosen folder and the folders around the model in it. */
  folderNames: string[];
}

function useOpenModel({ record, correction }: Pick<UploadChooserProps, "record" | "correction">) {
  const dataProvider = usePortalDataProvider();
  return useMutation({
    mutationFn: async (selection: Promise<LocalSelection>): Promise<Opened> => {
      const { getChosenZip, openChosenModel } = await import("./chosenModel.ts");
      const { inspectLocalModel } = await import("../../contract/models/sources/localModel.ts");
      const [local, added] = await Promise.all([selection, loadAddedFiles(dataProvider, record.id)]);
      const { id: recordId, currentMetadata: metadata } = record;
      const isCorrection = correction !== undefined;
      const chosen = await openChosenModel(local, { recordId, metadata, isCorrection }, added);
      // The files of a correction make a model only together with the version they correct.
      const expected = isCorrection
        ? undefined
        : { recordId, metadata, references: await dataProvider.getReferences() };
      const check = await inspectLocalModel(chosen.model, expected);
      const folderNames = local.items[0]?.path.split("/").slice(0, -1) ?? [];
      const usedFiles = getChosenZip(local) ? undefined : added;
      return { chosen, added: usedFiles, check, handle: local.handle, folderNames };
    },
    // Frees the model's memory when the page closes.
    gcTime: 0,
  });
}

async function loadAddedFiles(dataProvider: PortalDataProvider, recordId: string): Promise<AddedFiles> {
  const [yaml, coverageFile] = await Promise.all([
    loadMetadataYaml(dataProvider, recordId),
    dataProvider.downloadSpatialExtent(recordId),
  ]);
  return { metadataFile: new Blob([yaml]), coverageFile };
}

export function UploadChooser({ record, correction, versionFiles, titleRef }: UploadChooserProps) {
  const { mutate, data, error, isPending } = useOpenModel({ record, correction });
  const { confirmOpenReasons, openReasonsDialog } = useOpenReasonsDialog(record.id);
  const start = ({ chosen, added, handle }: Opened) =>
    browserUploads.start({
      ...{ recordId: record.id, title: getRecordName(record.currentMetadata) },
      ...{ chosen, added, correction, versionFiles, handle },
    });
  return (
    <DropZone
      title={CARD_TITLE}
      titleRef={titleRef}
      help={
        correction
          ? "Choose your model folder, or a folder with only the new or changed files. Files that have not changed are not sent. The metadata file is added for you."
          : "Choose your model folder. Its name does not matter, and you do not need to zip it. The portal adds what it knows from the record."
      }
      labels={UPLOAD_LABELS}
      onSelection={mutate}
    >
      <div role="status">
        {isPending && (
          <Typography variant="body2" sx={{ mt: 1.5 }}>
            Reading the model…
          </Typography>
        )}
        {error && (
          <Alert severity="error" sx={{ mt: 1.5 }}>
            {error instanceof InvalidZipError
              ? error.message
              : `The model could not be opened. ${getUserMessage(error)}`}
          </Alert>
        )}
        {!isPending && data && (
          <Typography sx={{ mt: 2, fontWeight: 600 }}>
            {formatQuantity(data.chosen.fileCount, "file")}, {formatFileSize(data.chosen.bytes)}.{" "}
            {formatReportSummary(data.check.report, data.check.diagnostics)}
          </Typography>
        )}
      </div>
      {!isPending && data && (
        <UploadPlan
          key={data.chosen.bytes}
          opened={data}
          doubt={describeWrongFolder({
            ...{ recordId: record.id, identifier: getRecordText(record.currentMetadata, "identifier") },
            ...{ chosen: data.chosen, folderNames: data.folderNames },
            versionFiles: correction && versionFiles,
          })}
          isReady={!correction || (correction.excludedPaths !== undefined && versionFiles !== undefined)}
          onUpload={() => confirmOpenReasons(() => start(data))}
        />
      )}
      {openReasonsDialog}
    </DropZone>
  );
}

interface UploadPlanProps {
  opened: Opened;
  /** Why this is probably the wrong folder. */
  doubt: string | undefined;
  /** False while the files to delete by a correction are loaded. */
  isReady: boolean;
  onUpload: () => void;
}

function UploadPlan({ opened, doubt, isReady, onUpload }: UploadPlanProps) {
  const { chosen, check } = opened;
  const { addedPaths, junkPaths } = chosen;
  const deniedPaths = listDeniedPaths(chosen.files);
  const [isLeavingOut, setIsLeavingOut] = useState(false);
  const hasBlockingErrors = check.diagnostics !== undefined && hasErrors(check.diagnostics);
  const isUndecided = deniedPaths.length > 0 && !isLeavingOut;
  return (
    <Stack sx={{ mt: 2, gap: 2, alignItems: "stretch" }}>
      {doubt !== undefined && <Alert severity="warning">{doubt}</Alert>}
      {addedPaths.length > 0 && <PathList title="Added for you:" paths={addedPaths} />}
      {junkPaths.length > 0 && (
        <PathList title="Left out, because they are not part of the model:" paths={junkPaths} />
      )}
      {deniedPaths.length > 0 && (
        <Alert severity="warning">
          <AlertTitle>Your computer does not let the browser read these files</AlertTitle>
          <PathList
            title="Close the programs that use them, or download them first if they are stored only in the cloud. Then choose the folder again."
            paths={deniedPaths}
          />
          <FormControlLabel
            control={<Checkbox checked={isLeavingOut} onChange={(_, checked) => setIsLeavingOut(checked)} />}
            label="Upload without these files"
          />
        </Alert>
      )}
      <Diagnostics diagnostics={check.diagnostics ?? []} />
      <details>
        <summary>Model report</summary>
        <ModelReportView
          report={check.report}
          isLayoutValid={check.diagnostics && !hasErrors(check.diagnostics)}
        />
      </details>
      <div>
        <Button
          variant="contained"
          disabled={!isReady || hasBlockingErrors || isUndecided}
          onClick={onUpload}
        >
          Upload {formatQuantity(chosen.fileCount, "file")}
        </Button>
      </div>
    </Stack>
  );
}
