import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import { buildDataDictionary } from "../../contract/schema/dataDictionary.ts";
import { getSchema, listSectionTitles } from "../../contract/schema/fields.ts";
import {
  coverageGeodatabaseName,
  metadataFileName,
  MODEL_FOLDER_NAME_PATTERN,
} from "../../contract/model-folder/modelFolderNames.ts";
import { STATUSES, statusDescription } from "../../contract/status.ts";
import { routes } from "../routes.ts";
import { FolderLayout } from "../ui/FolderLayout.tsx";
import { ProcessDiagram } from "../ui/status/ProcessDiagram.tsx";
import { StatusBadge } from "../ui/status/StatusBadge.tsx";
import { usePortalConfig } from "../providers/usePortalConfig.ts";
import { FieldLinks, TextLink, TextPage } from "./TextPage.tsx";

const schema = getSchema("metadata");
const rows = buildDataDictionary(schema);

export function GuidePage() {
  const { middlewareBaseUrl } = usePortalConfig();
  return (
    <TextPage title="Guide for vendors">
      <h2>Describe the model</h2>
      <p>
        Press <strong>Create +</strong> on Home. One record describes one model. You can save it once all
        required fields are filled in. Until then your changes are stored on this device. Required fields have
        an asterisk.
      </p>
      {listSectionTitles(schema).map((section) => (
        <div key={section}>
          <h3>{section}</h3>
          <FieldLinks rows={rows.filter((row) => row.section === section)} />
        </div>
      ))}
      <h2>Put the model in its folder</h2>
      <FolderLayout
        root={MODEL_FOLDER_NAME_PATTERN}
        coverage={coverageGeodatabaseName("<MODEL_ID>")}
        metadataFile={metadataFileName("<RECORD_ID>")}
        metadataNote="the metadata YAML file from the upload instructions"
      />
      <p>Keep paths inside your model relative, and include the terrain it refers to.</p>
      <h2>Upload the model</h2>
      <ProcessDiagram />
      <p>
        Press <strong>Proceed to Upload</strong>. The instructions for Windows (PowerShell 7.2) and for Mac,
        Linux and Unix give you the YAML file, the upload script, and the command to run. An interrupted
        upload resumes where it stopped. Allow about 15 minutes after a successful upload for processing.
        Uploads of 15G or more need extra time.
      </p>
      <h2>What each status means</h2>
      <StatusMeanings />
      <h2>More help</h2>
      <p>
        <TextLink to={routes.dictionary}>What each field means</TextLink> lists the rules and error messages
        of each field. For other questions, contact <TextLink to={routes.support}>Support</TextLink>. For
        programmers, all calls of the services are in the{" "}
        <Link href={`${middlewareBaseUrl}/docs/`} underline="always">
          API documentation
        </Link>
        .
      </p>
    </TextPage>
  );
}

const StatusMeanings = () => (
  <Box component="dl" sx={{ m: 0, display: "grid", gap: 1.5 }}>
    {STATUSES.map((status) => (
      <div key={status}>
        <dt>
          <StatusBadge status={status} />
        </dt>
        <Box component="dd" sx={{ m: 0, mt: 0.5 }}>
          {statusDescription(status)}
        </Box>
      </div>
    ))}
  </Box>
);
