import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { Link as RouterLink } from "react-router";
import { dataDictionary } from "../../contract/schema/dataDictionary.ts";
import { schemaOf, sectionTitles } from "../../contract/schema/fields.ts";
import {
  coverageName,
  MODEL_ROOT_PATTERN,
  REQUIRED_FOLDERS,
} from "../../contract/model-folder/modelFolder.ts";
import { statuses, statusMeaning } from "../../contract/status.ts";
import { routes } from "../routes.ts";
import { PageFrame } from "../ui/PageFrame.tsx";
import { ProcessPicture } from "../ui/status/ProcessPicture.tsx";
import { StatusBadge } from "../ui/status/StatusBadge.tsx";
import { usePortalConfig } from "../usePortalConfig.ts";

const schema = schemaOf("metadata");

/** How a vendor delivers a model, from the first field to the agency's decision; fields and folders are told as the schemas have them. */
export function GuidePage() {
  const { middlewareBaseUrl } = usePortalConfig();
  return (
    <PageFrame title="Guide for vendors" back={{ to: routes.home, label: "Back" }}>
      <Paper variant="outlined" sx={look}>
        <Contents />
        <Part id="describe">
          <Typography>
            Press <strong>Create +</strong> on Home. One record describes one model. A record is saved once
            everything required is filled in; what you type before that is kept on this device. Fields with an
            asterisk are required.
          </Typography>
          {sectionTitles(schema).map((section) => (
            <FieldList key={section} section={section} />
          ))}
        </Part>
        <Part id="folder">
          <RootFolder />
          <Typography>
            Keep paths inside your model relative, and include the terrain it refers to.
          </Typography>
        </Part>
        <Part id="upload">
          <ProcessPicture />
          <Typography>
            <strong>Proceed to Upload</strong> leads to the instructions for Windows (PowerShell 7.2) and for
            Mac, Linux and Unix: they give you the YAML file, the upload script, and the command to run.
            Uploads of any size go on where they broke off. Allow about 15 minutes after a successful upload
            for processing; uploads of 15G or more need extra time.
          </Typography>
        </Part>
        <Part id="status">
          <Statuses />
        </Part>
        <Part id="help">
          <Typography>
            <Inside to={routes.dictionary}>What each field means</Inside> says what is checked, and in which
            words you are told. <Inside to={routes.support}>Support</Inside> answers what is left. Programmers
            find every call of the services in{" "}
            <Link href={`${middlewareBaseUrl}/docs/`} underline="always">
              their description
            </Link>
            .
          </Typography>
        </Part>
      </Paper>
    </PageFrame>
  );
}

const parts = {
  describe: "Describe the model",
  folder: "Put the model in its folder",
  upload: "Upload it",
  status: "What each status means",
  help: "Where to find more",
};

type PartId = keyof typeof parts;

const Contents = () => (
  <Box component="nav" aria-label="On this page">
    <ol>
      {Object.entries(parts).map(([id, title]) => (
        <li key={id}>
          <Link href={`#${id}`} underline="always">
            {title}
          </Link>
        </li>
      ))}
    </ol>
  </Box>
);

const Part = ({ id, children }: { id: PartId; children: ReactNode }) => (
  <section aria-labelledby={id}>
    <Typography id={id} variant="h2" tabIndex={-1}>
      {parts[id]}
    </Typography>
    {children}
  </section>
);

const RootFolder = () => (
  <>
    <Typography>
      The root folder is named <code>{MODEL_ROOT_PATTERN}/</code>. It holds:
    </Typography>
    <ul>
      {REQUIRED_FOLDERS.map(({ name, mayBeEmpty }) => (
        <li key={name}>
          <code>{name}/</code>
          {mayBeEmpty && " (may be empty but must be included)"}
        </li>
      ))}
      <li>
        <code>{coverageName("<MODEL_ID>")}</code> (a zipped geodatabase with a feature class of the area
        covered)
      </li>
      <li>the metadata YAML file, which the upload instructions give you</li>
    </ul>
  </>
);

const Statuses = () => (
  <Box component="dl" sx={{ m: 0, display: "grid", gap: 1.5 }}>
    {statuses.map((status) => (
      <div key={status}>
        <dt>
          <StatusBadge status={status} />
        </dt>
        <Box component="dd" sx={{ m: 0, mt: 0.5 }}>
          {statusMeaning(status)}
        </Box>
      </div>
    ))}
  </Box>
);

const rows = dataDictionary(schema);

/** The fields of one section of the form, each leading to what the dictionary says of it. */
const FieldList = ({ section }: { section: string }) => (
  <>
    <Typography variant="h3">{section}</Typography>
    <Box component="ul" sx={{ columns: { sm: 2 } }}>
      {rows
        .filter((row) => row.section === section)
        .map(({ name, label, isRequired }) => (
          <li key={name}>
            <Inside to={`${routes.dictionary}#${name}`}>{label}</Inside>
            {isRequired && " *"}
          </li>
        ))}
    </Box>
  </>
);

const Inside = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link component={RouterLink} to={to} underline="always">
    {children}
  </Link>
);

const look = {
  p: { xs: 2, sm: 3 },
  "& section": { mt: 5 },
  "& h2": { mb: 1.5, outline: "none" },
  "& h3": { mt: 2.5, mb: 0.5, fontSize: "1rem" },
  "& ul, & nav ol": { mt: 0.5, mb: 1, pl: 2.5 },
  "& li": { py: 0.25 },
};
