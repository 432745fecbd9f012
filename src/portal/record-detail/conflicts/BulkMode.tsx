import Box from "@mui/material/Box";
import RadioGroup from "@mui/material/RadioGroup";
import Stack from "@mui/material/Stack";
import { useMemo, useState } from "react";
import { onlyElsewhere } from "../../../contract/compareUploads.ts";
import { choicesOfUpload, outcomeOf } from "../../../contract/conflictOutcome.ts";
import { BaselineChoice } from "./BaselineChoice.tsx";
import { OutcomePreview } from "./OutcomePreview.tsx";
import { UploadChoice } from "./UploadChoice.tsx";
import { baselineOf } from "./baselineOf.ts";
import type { ModeProps } from "./modeProps.ts";
import { versionText } from "./versionText.ts";

interface BulkModeProps extends ModeProps {
  chosen: string | undefined;
  onChoose: (uploadBatchId: string) => void;
}

/** One whole upload is chosen: where its version of a file is one of several, the others are put aside. */
export function BulkMode({ chosen, onChoose, ...mode }: BulkModeProps) {
  const { files, uploads, contents, choosing, canChoose } = mode;
  const [baseline, setBaseline] = useState<string>();
  const upload = uploads.find(({ uploadBatchId }) => uploadBatchId === chosen);
  const outcome = useMemo(
    () => upload && outcomeOf(files, choicesOfUpload(files, upload.uploadBatchId)),
    [files, upload],
  );
  const staying = useMemo(() => stayingBeside(chosen, contents.files), [chosen, contents.files]);
  return (
    <Stack sx={{ gap: 2 }}>
      {uploads.length > 2 && <BaselineChoice uploads={uploads} value={baseline} onChange={setBaseline} />}
      <RadioGroup
        aria-label="Uploads"
        value={upload?.uploadBatchId ?? ""}
        onChange={(_, value) => onChoose(value)}
        sx={{ gap: 1.5 }}
      >
        {uploads.map((one, index) => (
          <UploadChoice
            key={one.uploadBatchId}
            upload={one}
            isNewest={index === 0}
            isChosen={one === upload}
            canChoose={canChoose && !choosing.isPending}
            other={baselineOf(uploads, one, baseline)}
            contents={contents}
          />
        ))}
      </RadioGroup>
      {canChoose && (
        <Box>
          <OutcomePreview
            outcome={outcome}
            staying={staying}
            hint="Choose an upload to see what will happen."
            action="Keep this upload"
            isPending={choosing.isPending}
            onConfirm={() =>
              upload &&
              choosing.mutate({
                kind: "upload",
                uploadBatchId: upload.uploadBatchId,
                summary: `The upload of ${versionText(upload)} was kept.`,
              })
            }
          />
        </Box>
      )}
    </Stack>
  );
}

/** What only the other uploads hold; undefined where that is not known of all. */
function stayingBeside(
  chosen: string | undefined,
  files: ModeProps["contents"]["files"],
): string[] | undefined {
  const own = chosen === undefined ? undefined : files.get(chosen);
  return own && onlyElsewhere(own, [...files.values()]);
}
