import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState, type Ref } from "react";
import type { UploadedFile } from "../../../contract/conflicts/compareUploads.ts";
import type { JsonObject } from "../../../contract/json.ts";
import { getFieldText, getSchema } from "../../../contract/schema/fields.ts";
import { useOpenReasonsDialog } from "../../record-parts/OpenReasonsDialog.tsx";
import { DropZone } from "../../model-report/DropZone.tsx";
import { CheckedFindings, Diagnostics, hasErrors } from "../../model-report/FolderCheck.tsx";
import { getHandle, type ChosenFiles } from "../../model-report/localItems.ts";
import { modelForUpload } from "../../model-report/modelForUpload.ts";
import { ModelReportView } from "../../model-report/ModelReportView.tsx";
import { formatReportSummary } from "../../model-report/UploadedModelReport.tsx";
import type { Correction } from "../../providers/calls/uploadCalls.ts";
import type { PortalDataProvider } from "../../providers/dataProvider.ts";
import { loadMetadataYaml } from "../../providers/loadMetadataYaml.ts";
import { loadSavedMetadata } from "../../providers/loadSavedMetadata.ts";
import type { RecordRow } from "../../providers/resources/recordRow.ts";
import { usePortalDataProvider } from "../../providers/useVendorQuery.ts";
import { getRecordName, getRecordText } from "../../ui/recordName.ts";
import { formatFileSize, formatQuantity } from "../../ui/format.ts";
import { getUserMessage } from "../../ui/states.tsx";
import { browserUploads } from "../runs/browserUploads.ts";
import { describeWrongFolder } from "./describeWrongFolder.ts";
import { openNewModel, type InWorker } from "../openInWorker.ts";
import { PathList } from "./PathList.tsx";
import { useModelOpener } from "./useModelOpener.ts";
import type { AddedFiles } from "../worker/chosenModel.ts";
import type { NewModel, OpenOptions } from "../worker/openModel.ts";
import { OpenModelError } from "../worker/openModelError.ts";

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
  model: InWorker<NewModel>;
  /** Undefined for a chosen zip. */
  added: AddedFiles | undefined;
  handle: FileSystemHandle | undefined;
  /** Chosen in the record's form. */
  isFromForm: boolean;
}

interface OpenVariables extends Pick<Opened, "isFromForm"> {
  selection: Promise<ChosenFiles>;
}

function useOpenModel({ record, correction }: Pick<UploadChooserProps, "record" | "correction">) {
  const dataProvider = usePortalDataProvider();
  const { open, handOver } = useModelOpener();
  const mutation = useMutation({
    mutationFn: ({ selection, isFromForm }: OpenVariables): Promise<Opened> =>
      open(async (signal) => {
        const chosen = await selection;
        signal.throwIfAborted();
        const options = loadOpenOptions(dataProvider, record.id, correction !== undefined);
        const model = await openNewModel(chosen, options, signal);
        const { added } = await options;
        return {
          ...{ model, isFromForm, handle: getHandle(chosen) },
          added: model.kind === "folder" ? added : undefined,
        };
      }),
    // Frees the model's memory when the page closes.
    gcTime: 0,
  });
  return { ...mutation, handOver };
}

async function loadOpenOptions(
  dataProvider: PortalDataProvider,
  recordId: string,
  isCorrection: boolean,
): Promise<OpenOptions> {
  const savedMetadata = loadSavedMetadata(dataProvider, recordId);
  const [metadata, yaml, coverageFile, references] = await Promise.all([
    savedMetadata,
    loadMetadataYaml(dataProvider, recordId, savedMetadata),
    downloadCoverage(dataProvider, recordId, savedMetadata),
    // The files of a correction make a model only together with the version they correct.
    isCorrection ? undefined : dataProvider.getReferences(),
  ]);
  const added = { metadataFile: new Blob([yaml]), coverageFile };
  return { record: { recordId, metadata, isCorrection }, added, references };
}

/** Undefined if the record has no spatial extent. */
async function downloadCoverage(
  dataProvider: PortalDataProvider,
  recordId: string,
  savedMetadata: Promise<JsonObject>,
): Promise<Blob | undefined> {
  const storedName = getFieldText(getSchema("metadata"), await savedMetadata, "extent");
  return storedName === "" ? undefined : dataProvider.downloadSpatialExtent(recordId);
}

export function UploadChooser({ record, correction, versionFiles, titleRef }: UploadChooserProps) {
  const { mutate, data, error, isPending, handOver } = useOpenModel({ record, correction });
  const openModelOfForm = useEffectEvent(() => {
    const chosen = modelForUpload.get(record.id);
    if (chosen) mutate({ selection: Promise.resolve(chosen), isFromForm: true });
  });
  useEffect(() => openModelOfForm(), []);
  const { confirmOpenReasons, openReasonsDialog } = useOpenReasonsDialog(record.id);
  const start = ({ model, added, handle }: Opened) => {
    handOver();
    modelForUpload.clear();
    browserUploads.start({
      ...{ recordId: record.id, title: getRecordName(record.currentMetadata) },
      ...{ model, added, correction, versionFiles, handle },
    });
  };
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
      onSelection={(selection) => {
        modelForUpload.clear();
        mutate({ selection, isFromForm: false });
      }}
    >
      <div role="status">
        {isPending && (
          <Typography variant="body2" sx={{ mt: 1.5 }}>
            Reading the model…
          </Typography>
        )}
        {error && (
          <Alert severity="error" sx={{ mt: 1.5 }}>
            {error instanceof OpenModelError
              ? error.message
              : `The model could not be opened. ${getUserMessage(error)}`}
          </Alert>
        )}
        {!isPending && data?.isFromForm && (
          <Typography variant="body2" sx={{ mt: 1.5 }}>
            You chose this model in the form. To upload another one, choose it here.
          </Typography>
        )}
        {!isPending && data && (
          <Typography sx={{ mt: 2, fontWeight: 600 }}>
            {formatQuantity(data.model.fileCount, "file")}, {formatFileSize(data.model.bytes)}.{" "}
            {formatReportSummary(data.model.check.report, data.model.check.diagnostics)}
          </Typography>
        )}
      </div>
      {!isPending && data && (
        <UploadPlan
          key={data.model.bytes}
          model={data.model}
          doubt={describeWrongFolder({
            ...{ recordId: record.id, identifier: getRecordText(record.currentMetadata, "identifier") },
            ...{ model: data.model, versionFiles: correction && versionFiles },
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
  model: NewModel;
  /** Why this is probably the wrong folder. */
  doubt: string | undefined;
  /** False while the files to delete by a correction are loaded. */
  isReady: boolean;
  onUpload: () => void;
}

function UploadPlan({ model, doubt, isReady, onUpload }: UploadPlanProps) {
  const { check, addedPaths, junkPaths, deniedPaths } = model;
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
      <CheckedFindings {...check} />
      <details>
        <summary>Model report</summary>
        <ModelReportView report={check.report} />
      </details>
      <div>
        <Button
          variant="contained"
          disabled={!isReady || hasBlockingErrors || isUndecided}
          onClick={onUpload}
        >
          Upload {formatQuantity(model.fileCount, "file")}
        </Button>
      </div>
    </Stack>
  );
}
