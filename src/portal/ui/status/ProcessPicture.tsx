import CheckCircle from "@mui/icons-material/CheckCircle";
import CloudUpload from "@mui/icons-material/CloudUploadOutlined";
import Description from "@mui/icons-material/DescriptionOutlined";
import EditNote from "@mui/icons-material/EditNote";
import FolderZip from "@mui/icons-material/FolderZipOutlined";
import Schedule from "@mui/icons-material/Schedule";
import Paper from "@mui/material/Paper";
import { Timeline, type TimelineStep } from "./Timeline.tsx";

const steps: TimelineStep[] = [
  { state: "told", Icon: EditNote, label: "Record", note: "in progress" },
  { state: "told", Icon: Description, label: "YAML file", note: "into the model folder" },
  { state: "told", Icon: FolderZip, label: "Zip", note: "of the model folder" },
  { state: "told", Icon: CloudUpload, label: "Script", note: "sends the zip" },
  { state: "told", Icon: Schedule, label: "Pending", note: "admin acceptance" },
  { state: "told", Icon: CheckCircle, label: "Decided", note: "accepted, or rejected with reasons" },
];

/** The way of a model in one line: from the record over the script to the agency's decision. On a phone it goes down. */
export const ProcessPicture = () => (
  <Paper variant="outlined" sx={{ my: 3, p: 2.5, bgcolor: "background.default" }}>
    <Timeline label="The way of a model" steps={steps} />
  </Paper>
);
