import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { memo, useMemo, useState, type ComponentType } from "react";
import { getYamlConstants } from "../../../src/contract/schema/fields.ts";
import type { References } from "../../../src/contract/schema/references.ts";
import { buildServerOptions, useReferenceOptions } from "../../../src/portal/form/options/optionLists.ts";
import { buildRoleOptions } from "../../../src/portal/record-form/contacts/roleOptions.ts";
import type { SchemaView } from "../protocol.ts";
import { ChangesView } from "./ChangesView.tsx";
import { ComposerForm, ReviewerForm, VendorForm } from "./FormPreview.tsx";
import { PreviewBoundary } from "./PreviewBoundary.tsx";
import { DetailView, TableView } from "./recordViews.tsx";
import { DictionaryView, OpenApiView, StacView, WireView, YamlView } from "./textViews.tsx";
import { useLiveValues } from "./useLiveValues.ts";
import type { ViewProps } from "./viewProps.ts";

interface PreviewTab {
  label: string;
  isOffered(view: SchemaView): boolean;
  Content: ComponentType<ViewProps>;
}

/** Only records are written as metadata YAML. */
const isRecord = ({ schema }: SchemaView) => getYamlConstants(schema) !== undefined;
const isMessage = ({ name }: SchemaView) => name === "message";
/** The inputs of a rejection need the files of a model. */
const hasPlainForm = ({ name, hasForm }: SchemaView) => hasForm && name !== "message" && name !== "rejection";

const TABS: PreviewTab[] = [
  { label: "Form", isOffered: hasPlainForm, Content: VendorForm },
  { label: "Composer", isOffered: isMessage, Content: ComposerForm },
  { label: "Agency form", isOffered: isRecord, Content: ReviewerForm },
  { label: "Changes", isOffered: () => true, Content: ChangesView },
  { label: "Table", isOffered: isRecord, Content: TableView },
  { label: "Detail", isOffered: isRecord, Content: DetailView },
  { label: "YAML", isOffered: isRecord, Content: YamlView },
  { label: "Wire", isOffered: () => true, Content: WireView },
  { label: "OpenAPI", isOffered: () => true, Content: OpenApiView },
  { label: "Dictionary", isOffered: () => true, Content: DictionaryView },
  { label: "STAC", isOffered: isRecord, Content: StacView },
];

interface PreviewPaneProps extends Pick<ViewProps, "references" | "comparison" | "onEdit"> {
  /** Undefined until the text of the schema can be read. */
  view: SchemaView | undefined;
}

/** What the edited schema becomes in the portal and its exports. Memoized: a key in the editor does not render the form. */
export const PreviewPane = memo(function PreviewPane({ view, ...props }: PreviewPaneProps) {
  const [label, setLabel] = useState("Form");
  const options = useOptions(props.references);
  const { values, setValues } = useLiveValues(view);
  if (!view) return <Alert severity="info">The preview appears once the text can be read.</Alert>;
  const tabs = TABS.filter(({ isOffered }) => isOffered(view));
  const tab = tabs.find((one) => one.label === label) ?? tabs[0]!;
  const { Content } = tab;
  return (
    <>
      <Tabs
        value={tab.label}
        onChange={(_, chosen: string) => setLabel(chosen)}
        variant="scrollable"
        scrollButtons="auto"
        aria-label="Views of the edited schema"
        sx={{ borderBottom: 1, borderColor: "divider" }}
      >
        {tabs.map((one) => (
          <Tab key={one.label} value={one.label} label={one.label} id={tabId(one)} aria-controls={PANEL_ID} />
        ))}
      </Tabs>
      <Box id={PANEL_ID} role="tabpanel" aria-labelledby={tabId(tab)} tabIndex={0} sx={panelStyles}>
        <Box component="h2" sx={visuallyHidden}>
          {tab.label}
        </Box>
        {/* A form reads its schema once. */}
        <PreviewBoundary
          key={`${tab.label} ${JSON.stringify(view.schema)}`}
          title="This view cannot be shown."
        >
          <Content {...props} view={view} values={values} onValues={setValues} options={options} />
        </PreviewBoundary>
      </Box>
    </>
  );
});

const PANEL_ID = "preview";
const tabId = ({ label }: PreviewTab) => `tab-${label.toLowerCase().replaceAll(" ", "-")}`;

/** Positioned: hidden texts would make the page higher than the window. */
const panelStyles = { position: "relative", flex: 1, minHeight: 0, overflow: "auto", p: 2 };

function useOptions(references: References) {
  const { data: places } = useReferenceOptions();
  return useMemo(
    () => ({
      ...places,
      ...buildServerOptions(references),
      contactRoles: buildRoleOptions(references.contactRoles),
    }),
    [places, references],
  );
}
