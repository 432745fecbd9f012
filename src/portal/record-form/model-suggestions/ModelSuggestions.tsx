import { useCallback, useContext, useMemo, useState, type ReactNode } from "react";
import type { JsonObject } from "../../../contract/json.ts";
import type { ModelFolder } from "../../../contract/model-folder/checkModel.ts";
import { getSchema } from "../../../contract/schema/fields.ts";
import { listModelFacts, type DescribedModel } from "../../../contract/models/modelFacts.ts";
import { selectProject } from "../../../contract/models/projectFiles.ts";
import { FieldNotesContext, WHOLE_FORM_NOTE } from "../../form/formContext.ts";
import { usePortalDataProvider } from "../../providers/useVendorQuery.ts";
import { modelForUpload } from "../../model-report/modelForUpload.ts";
import { useModelReport } from "../../model-report/UploadedModelReport.tsx";
import { FootprintContext } from "../extent/extentServices.ts";
import { useUploadedArea } from "../extent/useUploadedArea.ts";
import { AllSuggestions } from "./AllSuggestions.tsx";
import type { AppliedSuggestions, SuggestionState } from "./applySuggestions.ts";
import { FieldSuggestion } from "./FieldSuggestion.tsx";

const schema = getSchema("metadata");

/** What the user has chosen, and what they have filled in from it. */
interface Choice {
  model?: DescribedModel;
  folder?: ModelFolder;
  projectPath?: string;
  applied: AppliedSuggestions;
  cancelUpload?: (() => void) | undefined;
  storedCoverage?: string;
}

const NO_CHOICE: Choice = { applied: {} };

interface ModelSuggestionsProps {
  /** Undefined for a new record. */
  recordId?: string;
  draftKey: string;
  children: ReactNode;
}

/** Suggests field values from the chosen model, else from the record's latest upload: at each field and all above the form. */
export function ModelSuggestions({ recordId, draftKey, children }: ModelSuggestionsProps) {
  const [choice, setChoice] = useState(NO_CHOICE);
  const { projectPath, storedCoverage } = choice;
  const { data: uploadedReport } = useModelReport(recordId);
  const { data: coverageArea, isFetching: isReadingCoverage } = useUploadedArea(
    storedCoverage,
    usePortalDataProvider().getUploadedExtent,
  );
  const wholeModel: DescribedModel | undefined = choice.model ?? uploadedReport;
  const model = useMemo(
    () =>
      wholeModel && { ...selectProjectAt(wholeModel, projectPath), coverageArea: coverageArea ?? undefined },
    [wholeModel, projectPath, coverageArea],
  );
  const facts = useMemo(() => (model ? listModelFacts(schema, model) : []), [model]);
  const renderOuterNote = useContext(FieldNotesContext);
  const renderFieldNote = useCallback(
    (name: string, value: unknown) => {
      const { applied, folder, cancelUpload } = choice;
      const change = (changed: Partial<Choice>) => setChoice((current) => ({ ...current, ...changed }));
      const state: SuggestionState = {
        ...{ applied, folder, cancelUpload },
        onApply: (added) =>
          setChoice((current) => ({ ...current, applied: { ...current.applied, ...added } })),
        onUpload: (cancel) => change({ cancelUpload: cancel }),
        onUploaded: (storedName) => change({ storedCoverage: storedName }),
      };
      const fact = facts.find(({ field }) => field === name);
      return (
        <>
          {renderOuterNote(name, value)}
          {fact && <FieldSuggestion {...{ fact, state }} />}
          {name === WHOLE_FORM_NOTE && (
            <AllSuggestions
              {...{ wholeModel, model, facts, values: value as JsonObject, state, isReadingCoverage }}
              onModel={(chosenModel, chosenFolder, chosenFiles) => {
                modelForUpload.keep(draftKey, chosenFiles);
                setChoice({ ...NO_CHOICE, model: chosenModel, folder: chosenFolder });
              }}
              onProject={(path) => change({ projectPath: path })}
            />
          )}
        </>
      );
    },
    [renderOuterNote, wholeModel, model, facts, choice, isReadingCoverage, draftKey],
  );
  return (
    <FootprintContext value={wholeModel?.footprint ?? null}>
      <FieldNotesContext value={renderFieldNote}>{children}</FieldNotesContext>
    </FootprintContext>
  );
}

/** By default, the first of several projects fills in the form. */
function selectProjectAt(model: DescribedModel, path: string | undefined): DescribedModel {
  const { projects } = model;
  const project = projects.find((one) => one.path === path) ?? projects[0];
  return project && projects.length > 1 ? { ...model, ...selectProject(model, project) } : model;
}
