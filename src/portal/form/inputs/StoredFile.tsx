import FileIcon from "@mui/icons-material/FolderZipOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";

interface StoredFileProps {
  name: string;
  disabled?: boolean | undefined;
  onRemove(): void;
}

/** A file that has been sent, under the name its owner gave it. */
export function StoredFile({ name, disabled, onRemove }: StoredFileProps) {
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 1, maxWidth: "100%" }}>
      <FileIcon fontSize="small" color="action" aria-hidden="true" />
      <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
        {withoutPrefix(name)}
      </Typography>
      <Button
        size="small"
        color="inherit"
        disabled={disabled ?? false}
        onClick={onRemove}
        aria-label="Remove the file"
      >
        Remove
      </Button>
    </Box>
  );
}

/** Stored names begin with an id that keeps them apart; people know the file by what follows. */
const withoutPrefix = (name: string) => name.replace(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}_/i, "");
