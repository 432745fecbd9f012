import { useCallback, useContext, useMemo, useState, type ReactNode } from "react";
import type { JsonObject } from "../../../contract/json.ts";
import { getSchema } from "../../../contract/schema/fields.ts";
import { listModelFacts, type DescribedModel } from "../../../contract/models/modelFacts.ts";
import { selectProject } from "../../../contract/models/projectFiles.ts";
import { FieldNotesContext, WHOLE_FORM_NOTE } from "../../form/formContext.ts";
import { useModelReport } from "../../model-report/UploadedModelReport.tsx";
import { FootprintContext } from "../extent/extentServices.ts";
import { AllSuggestions } from "./AllSuggestions.tsx";
import type { AppliedSuggestions } from "./applySuggestions.ts";
import { FieldSuggestion } from "./FieldSuggestion.tsx";

const schema = getSchema("metadata");

/** What the user has chosen, and what they have filled in from it. */
interface Choice {
  model?: DescribedModel | undefined;
  projectPath?: string;
  applied: AppliedSuggestions;
}

const NO_CHOICE: Choice = { applied: {} };

/** Suggests field values from the chosen model, else from the record's latest upload: at each field and all above the form. */
export function ModelSuggestions({ recordId, children }: { recordId?: string; children: ReactNode }) {
  const [{ model: chosenModel, projectPath, applied }, setChoice] = useState(NO_CHOICE);
  const { data: uploadedReport } = useModelReport(recordId);
  const wholeModel: DescribedModel | undefined = chosenModel ?? uploadedReport;
  const model = useMemo(
    () => wholeModel && selectProjectAt(wholeModel, projectPath),
    [wholeModel, projectPath],
  );
  const facts = useMemo(() => (model ? listModelFacts(schema, model) : []), [model]);
  const renderOuterNote = useContext(FieldNotesContext);
  const renderFieldNote = useCallback(
    (name: string, value: unknown) => {
      const onApply = (added: AppliedSuggestions) =>
        setChoice((choice) => ({ ...choice, applied: { ...choice.applied, ...added } }));
      const fact = facts.find(({ field }) => field === name);
      return (
        <>
          {renderOuterNote(name, value)}
          {fact && <FieldSuggestion {...{ fact, value, applied, onApply }} />}
          {name === WHOLE_FORM_NOTE && (
            <AllSuggestions
              {...{ wholeModel, model, facts, values: value as JsonObject, applied, onApply }}
              onStartOver={() => setChoice(NO_CHOICE)}
              onModel={(chosen) => setChoice((choice) => ({ ...choice, model: chosen }))}
              onProject={(path) => setChoice((choice) => ({ ...choice, projectPath: path }))}
            />
          )}
        </>
      );
    },
    [renderOuterNote, wholeModel, model, facts, applied],
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
