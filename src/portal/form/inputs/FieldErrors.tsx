import ErrorOutlineIcon from "@mui/icons-material/ErrorOutlined";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";

/** What is wrong with a field, under its input. */
export function FieldErrors({ id, messages }: { id: string; messages: string[] }) {
  if (messages.length === 0) return null;
  return (
    <Box id={id} sx={{ mt: 0.75, color: "error.main" }}>
      {messages.map((message) => (
        <Box key={message} sx={{ display: "flex", gap: 0.75, alignItems: "flex-start" }}>
          <ErrorOutlineIcon sx={{ fontSize: 18, mt: "1px" }} aria-hidden="true" />
          <Typography variant="body2">{message}</Typography>
        </Box>
      ))}
    </Box>
  );
}
