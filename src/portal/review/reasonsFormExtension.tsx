import Autocomplete, { createFilterOptions } from "@mui/material/Autocomplete";
import Typography from "@mui/material/Typography";
import type { WidgetProps } from "@rjsf/utils";
import { createContext, useContext, useMemo } from "react";
import { getReasonSubject } from "../../contract/review/formatReason.ts";
import type { JsonObject } from "../../contract/json.ts";
import { getSchema } from "../../contract/schema/fields.ts";
import type { NewReason } from "../../contract/review/reasonState.ts";
import { FINDING_SOURCES } from "../../contract/review/reviewFindings.ts";
import { FormValuesContext, useFormState, useInputAria } from "../form/formContext.ts";
import type { FormExtension } from "../form/formExtension.ts";
import type { Option } from "../form/options/optionLists.ts";
import { Input } from "../form/templates/BaseInputTemplate.tsx";
import { AUTOCOMPLETE_PROPS } from "../form/widgets/optionList.tsx";
import { CheckboxWidget } from "../form/widgets/themeWidgets.tsx";

type SubjectKind = NonNullable<NewReason["kind"]>;

interface SubjectOption extends Option {
  kind: SubjectKind;
  name: string;
}

const nameCollator = new Intl.Collator("en", { numeric: true });

/** What a reason can be about: the fields of a record, the checks of the portal and the files of the model. */
export const buildSubjectOptions = (paths: string[]): SubjectOption[] => [
  ...Object.keys(getSchema("metadata").properties).map((name) => toOption("field", name)),
  ...Object.values(FINDING_SOURCES).map((name) => toOption("finding", name)),
  ...paths.toSorted(nameCollator.compare).map((path) => toOption("file", path)),
];

const toOption = (kind: SubjectKind, name: string): SubjectOption => ({
  ...{ kind, name, value: `${kind}:${name}` },
  label: getReasonSubject({ kind, name }),
});

export const SubjectsContext = createContext<SubjectOption[]>([]);

// A longer list is slow to open.
const limitOptions = createFilterOptions<SubjectOption>({ limit: 100 });

/** Chooses kind and name of a reason together. */
function SubjectWidget({ id, htmlName = "", schema, disabled }: WidgetProps<JsonObject>) {
  const formState = useFormState();
  const options = useContext(SubjectsContext);
  const aria = useInputAria({ id, schema });
  const [list = "", index = ""] = htmlName.split(".");
  const reasons = (useContext(FormValuesContext)[list] ?? []) as NewReason[];
  const { kind, name } = reasons[Number(index)] ?? {};
  // Memoized: the Autocomplete treats a new object as a new choice.
  const chosen = useMemo(
    () => (kind !== undefined && name !== undefined ? toOption(kind, name) : null),
    [kind, name],
  );
  const choose = (option: SubjectOption | null) =>
    formState.setField(
      list,
      reasons.map((reason, at) =>
        at === Number(index) ? { ...reason, kind: option?.kind, name: option?.name } : reason,
      ),
    );
  return (
    <>
      <Autocomplete<SubjectOption>
        {...AUTOCOMPLETE_PROPS}
        id={id}
        disabled={disabled ?? false}
        options={options}
        filterOptions={limitOptions}
        value={chosen}
        onChange={(_, option) => choose(option)}
        renderInput={({ id: inputId, disabled: isDisabled, slotProps }) => (
          <Input
            {...slotProps.input}
            id={inputId ?? ""}
            disabled={isDisabled}
            placeholder="The whole record"
            error={aria["aria-invalid"]}
            slotProps={{ input: { ...slotProps.htmlInput, ...aria } }}
          />
        )}
      />
      {chosen?.kind === "file" && (
        // The input cuts off the end, in which the files of a model differ.
        <Typography
          aria-hidden
          variant="body2"
          color="textSecondary"
          sx={{ mt: 0.5, overflowWrap: "anywhere" }}
        >
          {chosen.label}
        </Typography>
      )}
    </>
  );
}

/** A reason blocks acceptance by default. */
const BlockingWidget = (props: WidgetProps<JsonObject>) => (
  <CheckboxWidget {...props} value={props.value !== false} />
);

/** The portal writes the text of a rejection from its reasons. */
export const HIDDEN_REJECTION_FIELDS = ["recordId", "reason"];

const createExtension = (labels: { title?: string; entry: string; card: string }): FormExtension => ({
  widgets: { subject: SubjectWidget, blocking: BlockingWidget },
  uiSchemas: {
    reasons: {
      "ui:options": labels,
      items: {
        kind: { "ui:widget": "hidden" },
        name: { "ui:widget": "subject" },
        text: { "ui:widget": "textarea" },
        blocking: { "ui:widget": "blocking" },
        finding: { "ui:widget": "hidden" },
      },
    },
  },
  rolesRead: [],
  findEntryField: () => undefined,
});

export const reasonsFormExtensions = {
  requestChanges: createExtension({ entry: "change", card: "Change" }),
  reject: createExtension({ title: "Reasons for the rejection", entry: "reason", card: "Reason" }),
};
