import Box from "@mui/material/Box";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Typography from "@mui/material/Typography";
import { useId, type ReactNode } from "react";
import type { AskedFile, ModelFile } from "../../../contract/conflicts/conflictOutcome.ts";
import { exactDate, fileSize, visibleText } from "../../ui/format.ts";
import { Moment } from "../../ui/Moment.tsx";
import { Mark } from "../../ui/status/StatusBadge.tsx";
import { VersionBadge } from "../../ui/status/VersionBadge.tsx";
import type { SentUpload } from "./useAskedFiles.ts";
import { shortText } from "./versionText.ts";

interface AskedFileRowProps {
  file: AskedFile<ModelFile>;
  uploads: SentUpload[];
  /** The upload id of the version chosen; null where it is left out. */
  chosen: string | null | undefined;
  canChoose: boolean;
  onChoose: (uploadId: string | null) => void;
}

/** What stands for leaving a file out among its upload ids. */
const OUT = "out";

/** One file, its versions with their uploads and sizes, and leaving it out where an upload does. */
export function AskedFileRow({ file, uploads, chosen, canChoose, onChoose }: AskedFileRowProps) {
  const { path, versions, why, mayBeLeftOut } = file;
  const nameId = useId();
  const newest = uploads[0];
  return (
    <Box sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: "divider" }}>
      <Typography id={nameId} variant="body2" sx={{ fontWeight: 600 }}>
        <bdi>{visibleText(path)}</bdi>{" "}
        {newest && why === "left out" && <Mark state="bad">{`${shortText(newest)} leaves it out`}</Mark>}
        {newest && why === "added" && <Mark state="good">{`only ${shortText(newest)} holds it`}</Mark>}
      </Typography>
      <RadioGroup
        aria-labelledby={nameId}
        value={chosen === null ? OUT : (chosen ?? "")}
        onChange={(_, value) => onChoose(value === OUT ? null : value)}
      >
        {versions.map(({ uploadId, uploadBatchId, size }, index) => {
          const upload = uploads.find((one) => one.uploadBatchId === uploadBatchId);
          return (
            <Choice key={uploadId} value={uploadId} canChoose={canChoose}>
              {why !== "contested" && "Keep it, as in "}
              <VersionBadge version={upload?.uploadVersion} />{" "}
              {upload && (
                <>
                  <Moment iso={upload.uploaded} words={exactDate} /> by {visibleText(upload.username)}
                </>
              )}
              <Typography component="span" variant="body2" color="textSecondary">
                {size > 0 && fileSize(size)}
              </Typography>
              {why === "contested" && index === 0 && <Mark state="info">newest</Mark>}
            </Choice>
          );
        })}
        {mayBeLeftOut && (
          <Choice value={OUT} canChoose={canChoose}>
            Leave it out
          </Choice>
        )}
      </RadioGroup>
    </Box>
  );
}

function Choice({ value, canChoose, children }: { value: string; canChoose: boolean; children: ReactNode }) {
  const id = useId();
  return (
    <Box component="label" htmlFor={id} sx={{ ...line, cursor: canChoose ? "pointer" : "default" }}>
      {canChoose && <Radio id={id} value={value} size="small" sx={{ ml: -1, my: -0.75 }} />}
      <Typography component="span" variant="body2" sx={about}>
        {children}
      </Typography>
    </Box>
  );
}

const line = { display: "flex", alignItems: "flex-start", py: 0.75 };

const about = { display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1, minWidth: 0 };
