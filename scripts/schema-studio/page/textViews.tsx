import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { buildStacItem } from "../../../src/contract/records/catalogExports.ts";
import { encode } from "../../../src/contract/wire/wire.ts";
import { buildMetadataYaml } from "../../../src/contract/yaml/metadataYaml.ts";
import { MONOSPACE } from "../../../src/portal/theme.ts";
import { buildExampleContacts } from "./exampleContacts.ts";
import type { ViewProps } from "./viewProps.ts";

const RECORD_ID = "1";

export const YamlView = (props: ViewProps) => (
  <Text>{buildMetadataYaml(toExportedRecord(props), props.view.schema)}</Text>
);

export const StacView = (props: ViewProps) => (
  <Text>{toJson(buildStacItem(toExportedRecord(props), props.view.schema))}</Text>
);

export const WireView = ({ view, values, references }: ViewProps) => (
  <>
    <Typography variant="h3">Response</Typography>
    <Text>{toJson(encode(view.schema, values, "read", references))}</Text>
    <Typography variant="h3">Request</Typography>
    <Text>{toJson(encode(view.schema, values, "write", references))}</Text>
  </>
);

export const OpenApiView = ({ view }: ViewProps) => (
  <>
    <Typography variant="h3">Response</Typography>
    <Text>{toJson(view.openApi.read)}</Text>
    <Typography variant="h3">Request</Typography>
    <Text>{toJson(view.openApi.write)}</Text>
  </>
);

export const DictionaryView = ({ view }: ViewProps) => <Text>{view.dictionary}</Text>;

const Text = ({ children }: { children: string }) => (
  <Box component="pre" sx={{ fontFamily: MONOSPACE, fontSize: 13, whiteSpace: "pre-wrap", mt: 1 }}>
    {children}
  </Box>
);

const toJson = (value: unknown) => JSON.stringify(value, null, 2);

const toExportedRecord = ({ values, references }: ViewProps) => ({
  recordId: RECORD_ID,
  metadata: values,
  references,
  contacts: buildExampleContacts(values),
});
