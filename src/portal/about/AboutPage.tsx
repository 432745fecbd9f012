import Link from "@mui/material/Link";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { Link as RouterLink } from "react-router";
import { routes } from "../routes.ts";
import { PageFrame } from "../ui/PageFrame.tsx";
import { ProcessPicture } from "../ui/status/ProcessPicture.tsx";

/** Help on records and the way of a model from description to acceptance. */
export function AboutPage() {
  return (
    <PageFrame title="About metadata records & the upload process" back={{ to: routes.home, label: "Back" }}>
      <Paper variant="outlined" sx={look}>
        <Typography variant="h2">One record, one model</Typography>
        <Typography>
          A metadata record describes exactly one flood model: what it is called and where it lies, what it
          was made for, with which software, by whom, and whom to ask about it.
        </Typography>
        <Typography>
          A record is saved once everything required is filled in and nothing is wrong; the form lists what is
          missing. Until then this device keeps what you have typed, and the form offers it to you when you
          come back. You can edit a record while it is in progress. Once its model has been uploaded it can
          only be read, unless the agency returns it to you.
        </Typography>
        <Typography>
          Models that resemble each other need not be described from scratch: duplicate a record from the menu
          on its card, then change what differs.
        </Typography>
        <Typography>
          A page of its own says{" "}
          <Link component={RouterLink} to={routes.dictionary} underline="always">
            what each field means
          </Link>
          , what is checked, and what the field is called in the metadata YAML file.
        </Typography>
        <Typography variant="h2">From record to acceptance</Typography>
        <ProcessPicture />
        <UploadSteps />
        <Typography variant="h2">After the upload</Typography>
        <Typography>
          After a successful upload, wait about 15 minutes for the record to become pending admin acceptance.
          Uploads of 15G or more need extra time.
        </Typography>
        <Typography>
          An admin of the agency then accepts or rejects the model. A rejection gives its reasons in detail;
          you find them on the record, where you can also write to the admin.
        </Typography>
        <Typography variant="h2">Several uploads of one model</Typography>
        <Typography>
          If you upload a model again before it is decided on, files that differ between the uploads are
          listed as conflicts. Home shows a banner for them, and the record lets you choose a whole upload, or
          a version file by file.
        </Typography>
        <Typography variant="h2">Something does not work?</Typography>
        <Typography>
          <Link component={RouterLink} to={routes.support} underline="always">
            Write to support
          </Link>{" "}
          with the details of the problem.
        </Typography>
      </Paper>
    </PageFrame>
  );
}

const look = {
  p: { xs: 2.5, sm: 4 },
  "& h2": { mt: 4, mb: 1 },
  "& h2:first-of-type": { mt: 0 },
  "& > p + p": { mt: 1.5 },
  "& > ol": { pl: 2.5, "& > li": { mt: 2 } },
};

const steps = [
  {
    title: "Metadata YAML file",
    text: "Fill in the record and proceed to upload. Download the metadata YAML file there, place it in the model's root folder, and zip that folder.",
  },
  {
    title: "Upload script",
    text: "Download the upload script for Windows or for Mac and Linux, and run it with the command the page builds for you. It sends the zip to the agency's storage.",
  },
  {
    title: "Status tracking",
    text: "Watch the record's status on Home: in progress, then pending admin acceptance, then accepted or rejected.",
  },
];

/** The three stages of handing over a model. */
const UploadSteps = () => (
  <ol>
    {steps.map(({ title, text }) => (
      <li key={title}>
        <Typography variant="h3">{title}</Typography>
        <Typography color="textSecondary">{text}</Typography>
      </li>
    ))}
  </ol>
);
