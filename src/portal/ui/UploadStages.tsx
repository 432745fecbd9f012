import CheckCircle from "@mui/icons-material/CheckCircle";
import ErrorIcon from "@mui/icons-material/ErrorOutlined";
import Circle from "@mui/icons-material/RadioButtonUnchecked";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { UploadProgress } from "../../contract/generated/entities.ts";
import { longDate } from "./longDate.ts";

const STAGES = ["sent", "received", "checked", "extracted", "catalogued"] as const;

/** How far an upload has come: each stage with its time, and the fault that ended it. Changes are announced. */
export function UploadStages({ progress }: { progress: UploadProgress }) {
  return (
    <Box role="status" aria-label="Upload progress">
      <Box component="ol" sx={line}>
        {STAGES.map((stage) => (
          <Stage key={stage} name={stage} time={progress[stage] ?? undefined} />
        ))}
      </Box>
      {progress.failed && (
        <Typography variant="body2" sx={{ mt: 1.5, display: "flex", gap: 1 }}>
          <ErrorIcon color="error" fontSize="small" aria-hidden />
          <span>
            Stopped on {longDate(progress.failed)}
            {progress.fault ? `: ${progress.fault}` : "."}
          </span>
        </Typography>
      )}
    </Box>
  );
}

function Stage({ name, time }: { name: string; time: string | undefined }) {
  const Icon = time ? CheckCircle : Circle;
  return (
    <Box component="li" sx={{ display: "flex", gap: 1, alignItems: "flex-start" }}>
      <Icon fontSize="small" color={time ? "success" : "disabled"} aria-hidden sx={{ mt: 0.25 }} />
      <div>
        <Typography variant="body2" sx={{ fontWeight: 600, color: time ? "text.primary" : "text.secondary" }}>
          {name.charAt(0).toUpperCase() + name.slice(1)}
        </Typography>
        <Typography variant="caption" sx={{ color: "text.secondary", display: "block" }}>
          {time ? <time dateTime={time}>{longDate(time)}</time> : "Not yet"}
        </Typography>
      </div>
    </Box>
  );
}

const line = {
  listStyle: "none",
  p: 0,
  m: 0,
  display: "grid",
  gridTemplateColumns: { xs: "1fr", sm: "repeat(5, 1fr)" },
  gap: { xs: 1, sm: 1.5 },
};
