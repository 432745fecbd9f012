import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useContext } from "react";
import type { JsonObject } from "../../../contract/json.ts";
import type { ModelReport } from "../../../contract/generated/entities.ts";
import type { ModelFolder } from "../../../contract/model-folder/checkModel.ts";
import { readFolderFacts } from "../../../contract/model-folder/folderFacts.ts";
import {
  buildSuggestion,
  type DescribedModel,
  type ModelFact,
  type ModelSuggestion,
} from "../../../contract/models/modelFacts.ts";
import { showInvisibleCharacters } from "../../../contract/showInvisibleCharacters.ts";
import { focusField, OptionsContext, useFormState } from "../../form/formContext.ts";
import { formatFieldValue } from "../../record-parts/formatFieldValue.ts";
import type { ChosenFiles } from "../../model-report/localItems.ts";
import { ModelDropZone } from "../../model-report/ModelDropZone.tsx";
import { ReportSummary } from "../../model-report/UploadedModelReport.tsx";
import { getFieldTitle } from "../../ui/recordName.ts";
import { formatQuantity } from "../../ui/format.ts";
import {
  canUndo,
  getSourceName,
  ignoreDoubleClick,
  useSuggestionActions,
  useIsUploading,
  type SuggestionState,
} from "./applySuggestions.ts";

const FILL_IN_TEXTS = {
  title: "Fill in from the model",
  help: "Choose your model folder or zip to fill in fields automatically. Files are read in your browser. Only the coverage geodatabase is uploaded, and only when you use it.",
};

interface AllSuggestionsProps {
  /** With all projects; `model` has only the chosen one. */
  wholeModel: DescribedModel | undefined;
  model: DescribedModel | undefined;
  facts: ModelFact[];
  values: JsonObject;
  state: SuggestionState;
  /** The portal finds the counties of the uploaded coverage geodatabase. */
  isReadingCoverage: boolean;
  onModel: (model: DescribedModel, folder: ModelFolder, chosen: ChosenFiles) => void;
  onProject: (path: string) => void;
}

export function AllSuggestions(props: AllSuggestionsProps) {
  const { wholeModel, model, facts, values, state, isReadingCoverage, onModel, onProject } = props;
  const { applied, cancelUpload } = state;
  const projects = wholeModel?.projects ?? [];
  const { schema } = useFormState();
  const { apply, undo } = useSuggestionActions(state);
  const isUploading = useIsUploading();
  const coverageStep = facts.some(({ field }) => isUploading(field))
    ? "uploading"
    : isReadingCoverage
      ? "reading"
      : undefined;
  const suggestions = facts.flatMap((fact) =>
    isUploading(fact.field) ? [] : (buildSuggestion(schema, fact, values[fact.field]) ?? []),
  );
  const undoable = Object.keys(applied).filter((field) => canUndo(applied, field, values));
  const undoAll = () => {
    cancelUpload?.();
    undo(undoable);
  };
  const selectProject = (path: string) => {
    // Else the form's lists would mix the entries of both projects.
    undo(undoable.filter((field) => Array.isArray(applied[field]?.suggestedValue)));
    onProject(path);
  };
  return (
    <Box component="section" aria-label={FILL_IN_TEXTS.title} sx={{ mb: 4 }}>
      <ModelDropZone
        {...FILL_IN_TEXTS}
        onCheck={(check, local, _, chosen) => {
          if (!check || !local || !chosen) return;
          // Else the form would mix the values of two models.
          undoAll();
          const { folder } = local;
          onModel({ ...check.report, folder: readFolderFacts(folder.entries) }, folder, chosen);
        }}
        summary={model && formatSuggestionCount(facts, suggestions, coverageStep)}
      >
        {model && wholeModel && (
          <>
            <ReportSummary report={wholeModel} />
            {projects.length > 1 && (
              <ProjectSelect projects={projects} value={model.projects[0]!.path} onChange={selectProject} />
            )}
            {suggestions.length + undoable.length > 0 && (
              // One button above the list, so that it keeps the focus when the list disappears.
              <Button
                variant={suggestions.length > 0 ? "contained" : "outlined"}
                size="small"
                sx={{ mt: 1 }}
                onClick={ignoreDoubleClick(() => (suggestions.length > 0 ? apply(suggestions) : undoAll()))}
              >
                {suggestions.length > 0
                  ? formatAllLabel("Use", suggestions.length)
                  : formatAllLabel("Undo", undoable.length)}
              </Button>
            )}
            {suggestions.length > 0 && <SuggestionList suggestions={suggestions} values={values} />}
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

function formatSuggestionCount(
  facts: ModelFact[],
  suggestions: ModelSuggestion[],
  coverageStep: keyof typeof COVERAGE_TEXTS | undefined,
): string {
  if (facts.length === 0) return "These files contain no values for this form.";
  if (suggestions.length > 0) return `The model can fill in ${formatQuantity(suggestions.length, "field")}:`;
  return coverageStep ? COVERAGE_TEXTS[coverageStep] : "The form already has all values from the model.";
}

/** More values can follow. */
const COVERAGE_TEXTS = {
  uploading: "The coverage geodatabase is uploading.",
  reading: "The portal is reading the counties of the coverage geodatabase.",
};

const formatAllLabel = (verb: string, count: number) => (count === 1 ? `${verb} it` : `${verb} all ${count}`);

interface SuggestionListProps {
  suggestions: ModelSuggestion[];
  values: JsonObject;
}

function SuggestionList({ suggestions, values }: SuggestionListProps) {
  const { idPrefix } = useFormState();
  const formatReplaced = useFormatReplaced();
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
              {showInvisibleCharacters(` from ${getSourceName(suggestion)}`)}
              {formatReplaced(suggestion, values)}
            </Typography>
          </Typography>
        </li>
      ))}
    </Box>
  );
}

/** Lists are extended, other values are replaced. */
function useFormatReplaced() {
  const { schema } = useFormState();
  const options = useContext(OptionsContext);
  return ({ field, value }: ModelSuggestion, values: JsonObject): string => {
    const [replaced] = Array.isArray(value)
      ? []
      : formatFieldValue(schema.properties[field] ?? {}, values[field], { options });
    return replaced === undefined ? "" : `, replaces ${replaced}`;
  };
}

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
