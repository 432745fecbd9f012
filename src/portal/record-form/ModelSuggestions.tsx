import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { deepEquals } from "@rjsf/utils";
import { useCallback, useContext, useMemo, useState, type MouseEvent, type ReactNode } from "react";
import type { JsonObject } from "../../contract/json.ts";
import { getSchema } from "../../contract/schema/fields.ts";
import type { ModelReport } from "../../contract/generated/entities.ts";
import { readFolderFacts } from "../../contract/model-folder/folderFacts.ts";
import {
  listModelFacts,
  buildSuggestion,
  type DescribedModel,
  type ModelFact,
  type ModelSuggestion,
} from "../../contract/models/modelFacts.ts";
import { selectProject } from "../../contract/models/projectFiles.ts";
import { FieldNotesContext, focusField, useFormState, WHOLE_FORM_NOTE } from "../form/formContext.ts";
import { ModelDropZone } from "../model-report/ModelDropZone.tsx";
import { formatReportSummary, useModelReport } from "../model-report/UploadedModelReport.tsx";
import { FootprintContext } from "./extent/extentServices.ts";
import { getFieldTitle } from "../recordName.ts";
import { formatQuantity, showInvisibleCharacters } from "../ui/format.ts";

const schema = getSchema("metadata");

/** Suggests field values from the chosen model, else from the record's latest upload: at each field and all above the form. */
export function ModelSuggestions({ recordId, children }: { recordId?: string; children: ReactNode }) {
  const [chosenModel, setChosenModel] = useState<DescribedModel>();
  const { data: uploadedReport } = useModelReport(recordId);
  const wholeReport: DescribedModel | undefined = chosenModel ?? uploadedReport;
  const [projectPath, setProjectPath] = useState<string>();
  const report = useMemo(
    () => wholeReport && selectProjectAt(wholeReport, projectPath),
    [wholeReport, projectPath],
  );
  const facts = useMemo(() => (report ? listModelFacts(schema, report) : []), [report]);
  const [applied, setApplied] = useState<Record<string, AppliedSuggestion>>({});
  const renderOuterNote = useContext(FieldNotesContext);
  const renderFieldNote = useCallback(
    (name: string, value: unknown) => {
      const onApply = (added: Record<string, AppliedSuggestion>) =>
        setApplied((current) => ({ ...current, ...added }));
      const fact = facts.find(({ field }) => field === name);
      return (
        <>
          {renderOuterNote(name, value)}
          {fact && <FieldSuggestion {...{ fact, value, applied: applied[name], onApply }} />}
          {name === WHOLE_FORM_NOTE && (
            <AllSuggestions
              {...{ report, facts, values: value as JsonObject, applied, onApply, onModel: setChosenModel }}
              wholeReport={wholeReport}
              onProject={setProjectPath}
            />
          )}
        </>
      );
    },
    [renderOuterNote, wholeReport, report, facts, applied],
  );
  return (
    <FootprintContext value={wholeReport?.footprint ?? null}>
      <FieldNotesContext value={renderFieldNote}>{children}</FieldNotesContext>
    </FootprintContext>
  );
}

/** By default, the first of several projects fills in the form. */
function selectProjectAt(model: DescribedModel, path: string | undefined): DescribedModel {
  const { projects, folder } = model;
  const project = projects.find((one) => one.path === path) ?? projects[0];
  return project && projects.length > 1 ? { ...selectProject(model, project), folder } : model;
}

interface AppliedSuggestion {
  previousValue: unknown;
  suggestedValue: unknown;
}

type OnApply = (applied: Record<string, AppliedSuggestion>) => void;

function useApplySuggestions(onApply: OnApply) {
  const { getValues, setField } = useFormState();
  return (suggestions: ModelSuggestion[]) => {
    const values = getValues();
    const applied = suggestions.map(({ field, suggestedValue }): [string, AppliedSuggestion] => [
      field,
      { previousValue: values[field], suggestedValue },
    ]);
    onApply(Object.fromEntries(applied));
    for (const { field, suggestedValue } of suggestions) setField(field, suggestedValue);
  };
}

/** No Undo after the user edited the applied value: it would discard that edit. */
const isUnchangedSinceApply = (applied: AppliedSuggestion | undefined, value: unknown) =>
  applied !== undefined && deepEquals(applied.suggestedValue, value);

interface FieldSuggestionProps {
  fact: ModelFact;
  value: unknown;
  applied: AppliedSuggestion | undefined;
  onApply: OnApply;
}

function FieldSuggestion({ fact, value, applied, onApply }: FieldSuggestionProps) {
  const { idPrefix, setField } = useFormState();
  const applySuggestions = useApplySuggestions(onApply);
  const { field } = fact;
  const suggestion = buildSuggestion(schema, fact, value);
  const title = getFieldTitle(field);
  const applyOrUndo = () => {
    if (suggestion) applySuggestions([suggestion]);
    else setField(field, applied!.previousValue);
    // The focused button disappears.
    focusField(`${idPrefix}_${field}`);
  };
  if (!suggestion && !isUnchangedSinceApply(applied, value)) return null;
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1, mt: 0.5 }}>
      <Typography variant="body2">
        {suggestion
          ? showInvisibleCharacters(`From ${getFileName(fact)}: ${suggestion.text}`)
          : `Filled in from ${getFileName(fact)}.`}
      </Typography>
      <Button
        size="small"
        color={suggestion ? "primary" : "inherit"}
        aria-label={
          suggestion ? `Use it: ${title}, ${showInvisibleCharacters(suggestion.text)}` : `Undo: ${title}`
        }
        onClick={ignoreDoubleClick(applyOrUndo)}
      >
        {suggestion ? "Use it" : "Undo"}
      </Button>
    </Box>
  );
}

const FILL_IN_TEXTS = {
  title: "Fill in from the model",
  help: "Choose your model folder or zip to fill in fields automatically. Files are read in your browser; nothing is uploaded.",
};

interface AllSuggestionsProps {
  report: ModelReport | undefined;
  facts: ModelFact[];
  values: JsonObject;
  applied: Record<string, AppliedSuggestion>;
  onApply: OnApply;
  onModel: (model: DescribedModel | undefined) => void;
  /** With all projects; `report` is that of the chosen one. */
  wholeReport: ModelReport | undefined;
  onProject: (path: string) => void;
}

function AllSuggestions(props: AllSuggestionsProps) {
  const { report, facts, values, applied, onApply, onModel, wholeReport, onProject } = props;
  const projects = wholeReport?.projects ?? [];
  const { setField } = useFormState();
  const applySuggestions = useApplySuggestions(onApply);
  const suggestions = facts.flatMap((fact) => buildSuggestion(schema, fact, values[fact.field]) ?? []);
  const undoable = Object.entries(applied).filter(([field, suggestion]) =>
    isUnchangedSinceApply(suggestion, values[field]),
  );
  const undo = () => undoable.forEach(([field, { previousValue }]) => setField(field, previousValue));
  return (
    <Box component="section" aria-label={FILL_IN_TEXTS.title} sx={{ mb: 4 }}>
      <ModelDropZone
        {...FILL_IN_TEXTS}
        onCheck={(check, model) =>
          onModel(check && model && { ...check.report, folder: readFolderFacts(model.folder.entries) })
        }
        summary={report && formatSuggestionCount(facts, suggestions)}
      >
        {report && wholeReport && (
          <>
            <Typography variant="body2" color="textSecondary">
              {formatReportSummary(wholeReport)}
            </Typography>
            {projects.length > 1 && (
              <ProjectSelect projects={projects} value={report.projects[0]!.path} onChange={onProject} />
            )}
            {suggestions.length + undoable.length > 0 && (
              // One button above the list, so that it keeps the focus when the list disappears.
              <Button
                variant={suggestions.length > 0 ? "contained" : "outlined"}
                size="small"
                sx={{ mt: 1 }}
                onClick={ignoreDoubleClick(() =>
                  suggestions.length > 0 ? applySuggestions(suggestions) : undo(),
                )}
              >
                {suggestions.length > 0
                  ? formatAllLabel("Use", suggestions.length)
                  : formatAllLabel("Undo", undoable.length)}
              </Button>
            )}
            {suggestions.length > 0 && <SuggestionList suggestions={suggestions} />}
          </>
        )}
      </ModelDropZone>
    </Box>
  );
}

interface ProjectSelectProps {
  projects: ModelReport["projects"];
  value: string;
  onChange: (path: string) => void;
}

const ProjectSelect = ({ projects, value, onChange }: ProjectSelectProps) => (
  <TextField
    select
    size="small"
    label="Fill in from this project"
    helperText={`The model has ${formatQuantity(projects.length, "project")}. Choose the one that this record describes.`}
    value={value}
    onChange={(event) => {
      // A surrounding form must not treat this as a changed field.
      event.stopPropagation();
      onChange(event.target.value);
    }}
    slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    sx={{ mt: 2, mb: 1, display: "block" }}
  >
    {projects.map(({ path, title }) => (
      <option key={path} value={path}>
        {showInvisibleCharacters(title ? `${title} (${path})` : path)}
      </option>
    ))}
  </TextField>
);

function formatSuggestionCount(facts: ModelFact[], suggestions: ModelSuggestion[]): string {
  if (facts.length === 0) return "These files contain no values for this form.";
  return suggestions.length === 0
    ? "The form already has all values from the model."
    : `The model can fill in ${formatQuantity(suggestions.length, "field")}:`;
}

/** Undo replaces the pressed button, so a double click would undo at once. */
const ignoreDoubleClick = (action: () => void) => (event: MouseEvent) => void (event.detail < 2 && action());

const formatAllLabel = (verb: string, count: number) => (count === 1 ? `${verb} it` : `${verb} all ${count}`);

function SuggestionList({ suggestions }: { suggestions: ModelSuggestion[] }) {
  const { idPrefix } = useFormState();
  return (
    <Box component="ul" aria-label="Values from the model" sx={SUGGESTION_LIST}>
      {suggestions.map((suggestion) => (
        <li key={suggestion.field}>
          <Link
            component="button"
            type="button"
            variant="body2"
            onClick={() => focusField(`${idPrefix}_${suggestion.field}`)}
          >
            {getFieldTitle(suggestion.field)}
          </Link>
          <Typography variant="body2">
            {showInvisibleCharacters(suggestion.text)}
            <Typography component="span" variant="body2" color="textSecondary">
              {showInvisibleCharacters(` from ${getFileName(suggestion)}`)}
            </Typography>
          </Typography>
        </li>
      ))}
    </Box>
  );
}

const getFileName = ({ sourceFile }: ModelFact) => sourceFile.slice(sourceFile.lastIndexOf("/") + 1);

const SUGGESTION_LIST = {
  listStyle: "none",
  m: 0,
  mt: 1.5,
  p: 0,
  display: "grid",
  rowGap: 0.5,
  "& li": {
    display: "grid",
    gridTemplateColumns: { xs: "1fr", sm: "200px minmax(0, 1fr)" },
    columnGap: 2,
    justifyItems: "start",
  },
};
