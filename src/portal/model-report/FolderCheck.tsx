import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import type { ExpectedRecord } from "../../contract/model-folder/checkModel.ts";
import type { Diagnostic } from "../../contract/model-folder/diagnostic.ts";
import type { LocalModelCheck } from "../../contract/models/sources/localModel.ts";
import type { LocalSelection } from "./localItems.ts";
import { ModelDropZone } from "./ModelDropZone.tsx";
import { ModelReportView, ReportFindings, TextList } from "./ModelReportView.tsx";
import { formatReportSummary } from "./UploadedModelReport.tsx";

/** What was chosen for the check. */
export interface CheckedFiles {
  /** Inside the model. */
  paths: string[];
  selection: LocalSelection;
  chosenAt: number;
}

interface FolderCheckProps {
  /** The version that the upload corrects, such as "v2". */
  correctedVersion: string | undefined;
  loadExpectedRecord: () => Promise<ExpectedRecord | undefined>;
  /** Called with undefined when another folder starts being read. */
  onFiles: (files: CheckedFiles | undefined) => void;
}

export function FolderCheck({ correctedVersion, loadExpectedRecord, onFiles }: FolderCheckProps) {
  const [check, setCheck] = useState<LocalModelCheck>();
  return (
    <ModelDropZone
      title="Check the model first"
      help="Choose your model folder or zip to find errors and missing files before you upload. Files are read in your browser; nothing is uploaded."
      loadExpectedRecord={loadExpectedRecord}
      onCheck={(newCheck, model, selection) => {
        setCheck(newCheck);
        const paths = model?.source.files.map(({ path }) => path);
        onFiles(paths && selection && { paths, selection, chosenAt: Date.now() });
      }}
      summary={check && formatReportSummary(check.report, check.diagnostics)}
    >
      {check && (
        <Stack sx={{ mt: 2, gap: 2 }}>
          {correctedVersion && (
            <Alert severity="info">
              {check.diagnostics
                ? `The files you chose were checked together with the list of files kept from ${correctedVersion}. The portal reads the kept files after the upload.`
                : `Only the files you chose were checked, because the files of ${correctedVersion} could not be loaded. Some of the missing files may already be in it.`}
            </Alert>
          )}
          <Diagnostics diagnostics={check.diagnostics ?? []} />
          <ModelReportView report={check.report}>
            <CheckedFindings {...check} />
          </ModelReportView>
        </Stack>
      )}
    </ModelDropZone>
  );
}

export const CheckedFindings = ({ report, diagnostics }: LocalModelCheck) => (
  <ReportFindings findings={report.findings} isLayoutValid={diagnostics && !hasErrors(diagnostics)} />
);

export const hasErrors = (diagnostics: Diagnostic[]) =>
  diagnostics.some(({ severity }) => severity === "error");

const DIAGNOSTIC_TITLES = {
  error: "Correct this before you upload",
  warning: "The portal will accept this, but check it",
} as const;

export const Diagnostics = ({ diagnostics }: { diagnostics: Diagnostic[] }) =>
  (["error", "warning"] as const).map((severity) => {
    const texts = diagnostics.flatMap((one) => (one.severity === severity ? one.text : []));
    return (
      texts.length > 0 && (
        <Alert key={severity} severity={severity}>
          <AlertTitle>{DIAGNOSTIC_TITLES[severity]}</AlertTitle>
          <TextList texts={texts} />
        </Alert>
      )
    );
  });
