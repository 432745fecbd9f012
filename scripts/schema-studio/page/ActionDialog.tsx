import Button from "@mui/material/Button";
import ListItemText from "@mui/material/ListItemText";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Form from "@rjsf/mui";
import type { RJSFSchema, RJSFValidationError, UiSchema } from "@rjsf/utils";
import validator from "@rjsf/validator-ajv8";
import { useMemo, useRef, useState } from "react";
import type { JsonObject } from "../../../src/contract/json.ts";
import { getErrorMessage } from "../../../src/contract/rules/errorMessage.ts";
import type { EntitySchema } from "../../../src/contract/schema/fields.ts";
import { Modal } from "../../../src/portal/ui/Modal.tsx";
import { getLabel, type ActionContext, type FieldAction } from "./fieldAction.ts";
import { LinesWidget } from "./LinesWidget.tsx";
import { SelectWidget } from "./SelectWidget.tsx";

interface ActionDialogProps {
  action: FieldAction;
  context: ActionContext;
  onClose(): void;
  onSubmit(values: JsonObject): void;
}

/** The form of an edit. */
export function ActionDialog({ action, context, onClose, onSubmit }: ActionDialogProps) {
  const [values, setValues] = useState<JsonObject>(() => action.getValues?.(context) ?? {});
  const [chosen, setChosen] = useState(() => Object.keys(values));
  const optional = action.listOptional?.(context) ?? [];
  const hidden = optional.filter((name) => !chosen.includes(name));
  const form = useMemo(
    () => action.buildForm(context),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- The schema cannot change while the dialog is open.
    [action],
  );
  const schema = useMemo(
    () => withoutInputs(form, hidden),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- What is hidden depends only on what is chosen.
    [form, chosen],
  );
  const uiSchema = useMemo(() => buildUiSchema(form), [form]);
  const added = useRef<string>(undefined);
  const addKeyword = (name: string) => {
    added.current = name;
    setChosen([...chosen, name]);
  };
  // The closing menu moves the focus first.
  const focusAdded = () => {
    if (added.current !== undefined) findInput(added.current)?.focus();
    added.current = undefined;
  };
  return (
    <Modal open title={buildTitle(action, context)} onClose={onClose} width="md">
      <Form
        schema={schema}
        uiSchema={uiSchema}
        widgets={WIDGETS}
        validator={validator}
        transformErrors={(errors) => errors.map((error) => withPortalMessage(form, error))}
        formData={values}
        onChange={({ formData }) => setValues(formData as JsonObject)}
        onSubmit={({ formData }) => onSubmit(formData as JsonObject)}
        noHtml5Validate
        showErrorList={false}
        focusOnFirstError
        experimental_defaultFormStateBehavior={NO_DEFAULTS}
      >
        {hidden.length > 0 && (
          <TextField
            select
            size="small"
            label="Add a keyword"
            value=""
            onChange={({ target }) => addKeyword(target.value)}
            sx={{ minWidth: 240, mt: 2, display: "flex" }}
            slotProps={{
              select: {
                MenuProps: {
                  slotProps: {
                    paper: { sx: menuStyles },
                    transition: { onExited: focusAdded },
                  },
                },
              },
            }}
          >
            {hidden.map((name) => (
              <MenuItem key={name} value={name} sx={{ whiteSpace: "normal" }}>
                <ListItemText primary={name} secondary={describeKeyword(form, name)} />
              </MenuItem>
            ))}
          </TextField>
        )}
        <Button type="submit" variant="contained" sx={{ mt: 2 }}>
          {action.label}
        </Button>
      </Form>
    </Modal>
  );
}

/** Names the chosen field, unless the edit is of the whole schema. */
const buildTitle = ({ label, isOffered }: FieldAction, context: ActionContext) =>
  isOffered({ ...context, name: "" }) ? label : `${label}: ${getLabel(context, context.name)}`;

/** The first input, as RJSF names it. */
const findInput = (name: string) =>
  document.querySelector<HTMLElement>(
    `:is(input, textarea, [role="combobox"]):is([id="root_${name}"], [id^="root_${name}_"])`,
  );

const menuStyles = { maxWidth: 640, maxHeight: "60vh" };

const WIDGETS = { SelectWidget };

/** A keyword is written only if the user sets it. */
const NO_DEFAULTS = { emptyObjectFields: "skipDefaults", constAsDefaults: "never" } as const;

const buildUiSchema = ({ properties = {} }: RJSFSchema): UiSchema =>
  Object.fromEntries(
    Object.entries(properties as Record<string, RJSFSchema>).map(([name, { type, items }], index) => [
      name,
      {
        ...(index === 0 && { "ui:autofocus": true }),
        ...(type === "array" && isPlainText(items) && { "ui:widget": LinesWidget }),
      },
    ]),
  );

const isPlainText = (items: RJSFSchema["items"]) =>
  typeof items === "object" && "type" in items && items.type === "string" && !items.enum;

const withPortalMessage = (schema: RJSFSchema, error: RJSFValidationError): RJSFValidationError => {
  const { name: keyword = "", schemaPath = "", params = {} } = error;
  const message = getErrorMessage(schema as EntitySchema, { keyword, schemaPath, params });
  return { ...error, message };
};

const describeKeyword = ({ properties = {} }: RJSFSchema, name: string) =>
  (properties[name] as RJSFSchema).description;

const withoutInputs = (schema: RJSFSchema, names: string[]): RJSFSchema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(schema.properties ?? {}).filter(([name]) => !names.includes(name)),
  ),
});
