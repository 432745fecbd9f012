import Button from "@mui/material/Button";
import ListItemText from "@mui/material/ListItemText";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Form from "@rjsf/mui";
import type { RJSFSchema } from "@rjsf/utils";
import validator from "@rjsf/validator-ajv8";
import { useMemo, useState } from "react";
import type { JsonObject } from "../../../src/contract/json.ts";
import { Modal } from "../../../src/portal/ui/Modal.tsx";
import type { ActionContext, FieldAction } from "./fieldAction.ts";

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
  return (
    <Modal open title={action.label} onClose={onClose} width="md">
      <Form
        schema={schema}
        validator={validator}
        formData={values}
        onChange={({ formData }) => setValues(formData as JsonObject)}
        onSubmit={({ formData }) => onSubmit(formData as JsonObject)}
        noHtml5Validate
        showErrorList={false}
        experimental_defaultFormStateBehavior={NO_DEFAULTS}
      >
        {hidden.length > 0 && (
          <TextField
            select
            size="small"
            label="Add a keyword"
            value=""
            onChange={({ target }) => setChosen([...chosen, target.value])}
            sx={{ minWidth: 240, mt: 2, display: "flex" }}
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

/** A keyword is written only if the user sets it. */
const NO_DEFAULTS = { emptyObjectFields: "skipDefaults", constAsDefaults: "never" } as const;

const describeKeyword = ({ properties = {} }: RJSFSchema, name: string) =>
  (properties[name] as RJSFSchema).description;

const withoutInputs = (schema: RJSFSchema, names: string[]): RJSFSchema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(schema.properties ?? {}).filter(([name]) => !names.includes(name)),
  ),
});
