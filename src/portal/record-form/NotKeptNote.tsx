import Typography from "@mui/material/Typography";

/** Says quietly that only saving makes sure of what is typed. */
export function NotKeptNote({ isShown }: { isShown: boolean }) {
  return (
    <Typography role="status" variant="body2" color="textSecondary" sx={isShown ? { mb: 1 } : undefined}>
      {isShown && "Unsaved changes cannot be kept on this device: its storage is full or blocked."}
    </Typography>
  );
}
