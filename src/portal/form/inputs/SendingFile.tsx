import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Typography from "@mui/material/Typography";

interface SendingFileProps {
  name: string;
  /** How much of it has been sent, from 0 to 1. */
  share: number;
  onCancel(): void;
}

/** A file on its way, which can be called back. */
export function SendingFile({ name, share, onCancel }: SendingFileProps) {
  const percent = Math.round(share * 100);
  return (
    <Box sx={{ width: "100%" }}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 1, mb: 0.5 }}>
        <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
          Sending {name}: {percent}%
        </Typography>
        <Button size="small" color="inherit" aria-label={`Cancel sending ${name}`} onClick={onCancel}>
          Cancel
        </Button>
      </Box>
      <LinearProgress variant="determinate" value={percent} aria-label={`Sending ${name}`} />
    </Box>
  );
}
