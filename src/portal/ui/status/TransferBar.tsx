import Box from "@mui/material/Box";
import LinearProgress from "@mui/material/LinearProgress";
import Typography from "@mui/material/Typography";

interface TransferBarProps {
  label: string;
  /** From 0 to 100; without it, only the text is shown. */
  percent: number | undefined;
  text: string;
}

export const TransferBar = ({ label, percent, text }: TransferBarProps) => (
  <>
    {percent !== undefined && (
      <Box sx={{ display: "flex", alignItems: "center", gap: 1.5 }}>
        <LinearProgress
          variant="determinate"
          value={percent}
          aria-label={label}
          aria-valuetext={text}
          sx={{ flexGrow: 1, height: 8, borderRadius: 4 }}
        />
        <Typography variant="body2" aria-hidden>
          {percent}%
        </Typography>
      </Box>
    )}
    <Typography variant="body2" sx={{ mt: 0.5 }}>
      {text}
    </Typography>
  </>
);
