import CheckCircle from "@mui/icons-material/CheckCircle";
import CloudUpload from "@mui/icons-material/CloudUploadOutlined";
import Description from "@mui/icons-material/DescriptionOutlined";
import EditNote from "@mui/icons-material/EditNote";
import FolderZip from "@mui/icons-material/FolderZipOutlined";
import Schedule from "@mui/icons-material/Schedule";
import Paper from "@mui/material/Paper";
import { Timeline, type TimelineStep } from "./Timeline.tsx";

const steps: TimelineStep[] = [
  { state: "info", Icon: EditNote, label: "Record", note: "in progress" },
  { state: "info", Icon: Description, label: "YAML file", note: "into the model folder" },
  { state: "info", Icon: FolderZip, label: "Zip", note: "of the model folder" },
  { state: "info", Icon: CloudUpload, label: "Script", note: "sends the zip" },
  { state: "info", Icon: Schedule, label: "Pending", note: "admin acceptance" },
  { state: "info", Icon: CheckCircle, label: "Decided", note: "accepted, or rejected with reasons" },
];

export const ProcessDiagram = () => (
  <Paper variant="outlined" sx={{ my: 3, p: 2.5, bgcolor: "background.default" }}>
    <Timeline label="Steps from record to decision" steps={steps} />
  </Paper>
);
