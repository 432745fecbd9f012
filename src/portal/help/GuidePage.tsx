import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import { dataDictionary } from "../../contract/schema/dataDictionary.ts";
import { schemaOf, sectionTitles } from "../../contract/schema/fields.ts";
import {
  coverageName,
  metadataFileName,
  MODEL_ROOT_PATTERN,
} from "../../contract/model-folder/modelFolder.ts";
import { statuses, statusMeaning } from "../../contract/status.ts";
import { routes } from "../routes.ts";
import { FolderLayout } from "../ui/FolderLayout.tsx";
import { ProcessPicture } from "../ui/status/ProcessPicture.tsx";
import { StatusBadge } from "../ui/status/StatusBadge.tsx";
import { usePortalConfig } from "../usePortalConfig.ts";
import { FieldLinks, TextLink, TextPage } from "./TextPage.tsx";

const schema = schemaOf("metadata");
const rows = dataDictionary(schema);

/** How a vendor delivers a model, from the first field to the agency's decision; fields and folders are told as the schemas have them. */
export function GuidePage() {
  const { middlewareBaseUrl } = usePortalConfig();
  return (
    <TextPage title="Guide for vendors">
      <h2>Describe the model</h2>
      <p>
        Press <strong>Create +</strong> on Home. One record describes one model. A record is saved once
        everything required is filled in; what you type before that is kept on this device. Fields with an
        asterisk are required.
      </p>
      {sectionTitles(schema).map((section) => (
        <div key={section}>
          <h3>{section}</h3>
          <FieldLinks rows={rows.filter((row) => row.section === section)} />
        </div>
      ))}
      <h2>Put the model in its folder</h2>
      <FolderLayout
        root={MODEL_ROOT_PATTERN}
        coverage={coverageName("<MODEL_ID>")}
        metadataFile={metadataFileName("<RECORD_ID>")}
        metadataNote="the metadata YAML file, which the upload instructions give you"
      />
      <p>Keep paths inside your model relative, and include the terrain it refers to.</p>
      <h2>Upload it</h2>
      <ProcessPicture />
      <p>
        <strong>Proceed to Upload</strong> leads to the instructions for Windows (PowerShell 7.2) and for Mac,
        Linux and Unix: they give you the YAML file, the upload script, and the command to run. Uploads of any
        size go on where they broke off. Allow about 15 minutes after a successful upload for processing;
        uploads of 15G or more need extra time.
      </p>
      <h2>What each status means</h2>
      <Statuses />
      <h2>Where to find more</h2>
      <p>
        <TextLink to={routes.dictionary}>What each field means</TextLink> says what is checked, and in which
        words you are told. <TextLink to={routes.support}>Support</TextLink> answers what is left. Programmers
        find every call of the services in{" "}
        <Link href={`${middlewareBaseUrl}/docs/`} underline="always">
          their description
        </Link>
        .
      </p>
    </TextPage>
  );
}

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
