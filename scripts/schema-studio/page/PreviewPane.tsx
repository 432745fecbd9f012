import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { memo, useEffect, useMemo, useRef, useState, type ComponentType } from "react";
import { getYamlConstants } from "../../../src/contract/schema/fields.ts";
import type { References } from "../../../src/contract/schema/references.ts";
import { buildServerOptions, useReferenceOptions } from "../../../src/portal/form/options/optionLists.ts";
import { buildRoleOptions } from "../../../src/portal/record-form/contacts/roleOptions.ts";
import type { SchemaView } from "../protocol.ts";
import { ChangesView } from "./ChangesView.tsx";
import { ChecklistForm, ComposerForm, ReasonsForm, ReviewerForm, VendorForm } from "./FormPreview.tsx";
import { PreviewBoundary } from "./PreviewBoundary.tsx";
import { DetailView, TableView } from "./recordViews.tsx";
import { DictionaryView, OpenApiView, StacView, WireView, YamlView } from "./textViews.tsx";
import { useLiveValues } from "./useLiveValues.ts";
import type { ViewProps } from "./viewProps.ts";

interface PreviewTab {
  label: string;
  Content: ComponentType<ViewProps>;
}

const VENDOR_FORM: PreviewTab = { label: "Form", Content: VendorForm };

/** Forms of the portal that are not those of a vendor, or show only some fields. */
const OTHER_FORMS: Record<string, PreviewTab> = {
  message: { label: "Composer", Content: ComposerForm },
  rejection: { label: "Agency form", Content: ReasonsForm },
  "review-checklist": { label: "Agency form", Content: ChecklistForm },
};

function listForms({ name, hasForm }: SchemaView): PreviewTab[] {
  if (OTHER_FORMS[name]) return [OTHER_FORMS[name]];
  return hasForm ? [VENDOR_FORM] : [];
}

/** Only records are written as metadata YAML. */
const isRecord = ({ schema }: SchemaView) => getYamlConstants(schema) !== undefined;
const isAny = () => true;

const TABS: (PreviewTab & { isOffered(view: SchemaView): boolean })[] = [
  { label: "Agency form", isOffered: isRecord, Content: ReviewerForm },
  { label: "Changes", isOffered: isAny, Content: ChangesView },
  { label: "Table", isOffered: isRecord, Content: TableView },
  { label: "Detail", isOffered: isRecord, Content: DetailView },
  { label: "YAML", isOffered: isRecord, Content: YamlView },
  { label: "Wire", isOffered: isAny, Content: WireView },
  { label: "OpenAPI", isOffered: isAny, Content: OpenApiView },
  { label: "Dictionary", isOffered: isAny, Content: DictionaryView },
  { label: "STAC", isOffered: isRecord, Content: StacView },
];

interface PreviewPaneProps extends Pick<ViewProps, "references" | "comparison" | "onEdit"> {
  /** Undefined until the text of the schema can be read. */
  view: SchemaView | undefined;
  isLoading: boolean;
  /** The chosen field, to which a form scrolls. */
  fieldName?: string | undefined;
}

/** What the edited schema becomes in the portal and its exports. Memoized: a key in the editor does not render the form. */
export const PreviewPane = memo(function PreviewPane({
  view,
  isLoading,
  fieldName,
  ...props
}: PreviewPaneProps) {
  const [label, setLabel] = useState("Form");
  const options = useOptions(props.references);
  const { values, setValues } = useLiveValues(view);
  const panel = useRef<HTMLDivElement>(null);
  const schemaText = useMemo(() => JSON.stringify(view?.schema), [view]);
  const inputId = `${view?.schema.$id}_${fieldName}`;
  useEffect(() => scrollOnceShown(panel.current, inputId), [inputId, schemaText]);
  if (!view && isLoading) return <Box sx={{ p: 2 }}>Loading the preview…</Box>;
  if (!view) return <Alert severity="info">The preview appears once the text can be read.</Alert>;
  const tabs = [...listForms(view), ...TABS.filter(({ isOffered }) => isOffered(view))];
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
      <Box
        id={PANEL_ID}
        ref={panel}
        role="tabpanel"
        aria-labelledby={tabId(tab)}
        tabIndex={0}
        sx={panelStyles}
      >
        <Box component="h2" sx={visuallyHidden}>
          {tab.label}
        </Box>
        {/* A form reads its schema once. */}
        <PreviewBoundary key={`${tab.label} ${schemaText}`} title="This view cannot be shown.">
          <Content {...props} view={view} values={values} onValues={setValues} options={options} />
        </PreviewBoundary>
      </Box>
    </>
  );
});

const PANEL_ID = "preview";
const tabId = ({ label }: PreviewTab) => `tab-${label.toLowerCase().replaceAll(" ", "-")}`;

/** A form renders its fields step by step. */
function scrollOnceShown(panel: HTMLElement | null, inputId: string) {
  const scroll = () => {
    const input = panel?.querySelector(`[id="${inputId}"]`);
    if (!panel || !input) return;
    observer.disconnect();
    scrollToInput(panel, input);
  };
  const observer = new MutationObserver(scroll);
  if (panel) observer.observe(panel, { childList: true, subtree: true });
  scroll();
  return () => observer.disconnect();
}

/** Unlike scrollIntoView, does not scroll the page, which shows the fields on a narrow window. */
function scrollToInput(panel: HTMLElement, input: Element): void {
  const [shown, own] = [panel.getBoundingClientRect(), input.getBoundingClientRect()];
  const isInView = own.top >= shown.top && own.bottom <= shown.bottom;
  if (!isInView) panel.scrollTop += own.top - shown.top - shown.height / 3;
}

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
