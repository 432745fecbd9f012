import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";
import type { UploadConflict } from "../../../contract/generated/entities.ts";
import type { PortalDataProvider } from "../../providers/dataProvider.ts";
import { fileSize } from "../../ui/fileSize.ts";
import { longDate } from "../../ui/longDate.ts";
import { usePortalConfig } from "../../usePortalConfig.ts";

/** The files of which several uploads brought different versions; nothing while there are none. */
export function ConflictPanel({ recordId }: { recordId: string }) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const { refreshInterval } = usePortalConfig();
  const { data: conflicts = [] } = useQuery({
    queryKey: ["conflicts", recordId],
    queryFn: () => dataProvider.recordConflicts(recordId),
    refetchInterval: refreshInterval,
  });
  if (conflicts.length === 0) return null;
  return (
    <Alert severity="warning" sx={{ "& .MuiAlert-message": { flexGrow: 1, minWidth: 0 } }}>
      <AlertTitle component="h2" sx={{ fontWeight: 650 }}>
        Multiple Uploads Detected
      </AlertTitle>
      <Typography sx={{ mb: 2 }}>
        Several uploads of this model hold different versions of these files.
      </Typography>
      {[...byFile(conflicts)].map(([filename, versions]) => (
        <Box key={filename} sx={{ mb: 1.5 }}>
          <Typography component="h3" variant="body2" sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>
            {filename}
          </Typography>
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {versions.map((version) => (
              <li key={version.uploadId}>
                Uploaded on {longDate(version.uploaded)} by {version.username}, {fileSize(version.size)}
              </li>
            ))}
          </Box>
        </Box>
      ))}
    </Alert>
  );
}

function byFile(conflicts: UploadConflict[]): Map<string, UploadConflict[]> {
  const files = new Map<string, UploadConflict[]>();
  for (const conflict of conflicts)
    files.set(conflict.filename, [...(files.get(conflict.filename) ?? []), conflict]);
  return files;
}
