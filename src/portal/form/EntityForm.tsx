import Box from "@mui/material/Box";
import { withTheme } from "@rjsf/core";
import type { RJSFSchema } from "@rjsf/utils";
import {
  createContext,
  useContext,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { validators } from "../../contract/generated/validators.ts";
import type { JsonObject } from "../../contract/json.ts";
import { getSchema } from "../../contract/schema/fields.ts";
import { NO_REFERENCES } from "../../contract/schema/references.ts";
import { FormStateContext, OptionsContext, FormUiStateContext, ReferencesContext } from "./formContext.ts";
import type { EntityFormProps } from "./formProps.ts";
import { FormState } from "./FormState.ts";
import { INITIAL_UI_STATE } from "./formUiState.ts";
import { formStyles } from "./formStyles.ts";
import type { OptionLists } from "./options/optionLists.ts";
import { formTheme } from "./theme.ts";
import { buildExtraErrors } from "./validator.ts";

const Form = withTheme<JsonObject>(formTheme);

const NO_OPTIONS: OptionLists = {};

/** RJSF must not fill in defaults: the page sets them once, when it creates the record. */
const NO_DEFAULTS = { emptyObjectFields: "skipDefaults", arrayMinItems: { populate: "never" } } as const;

const joinPath = (path: (string | number)[]) => path.join(".");

export interface SchemaFormProps extends Omit<EntityFormProps, "schema" | "validators"> {
  schemaName: keyof typeof validators;
}

export const SchemaForm = ({ schemaName, ...props }: SchemaFormProps) => (
  <EntityForm {...props} schema={getSchema(schemaName)} validators={validators[schemaName]} />
);

/** A form generated from a schema and its x- keywords. RJSF holds the values, the errors and the submit. */
export function EntityForm(props: EntityFormProps) {
  const { schema, disabled = false, children } = props;
  const { options = NO_OPTIONS, references = NO_REFERENCES } = props;
  const { state, uiState } = useCreateFormState(props);
  const { formRef, validator, initialValues, prepareSubmit, onChange, onError, onSubmit } = state;
  const { inputErrors, serverErrors } = uiState;
  const extraErrors = useMemo(
    () => buildExtraErrors({ inputErrors, serverErrors }),
    [inputErrors, serverErrors],
  );
  return (
    <FormStateContext value={state}>
      <ReferencesContext value={references}>
        <FormUiStateContext value={uiState}>
          <OptionsContext value={options}>
            <FormFooterContext value={children}>
              <Box
                onSubmitCapture={prepareSubmit}
                onKeyDown={props.shouldSubmitOnEnter ? undefined : preventEnterSubmit}
                sx={formStyles}
              >
                <Form
                  ref={formRef}
                  schema={schema as RJSFSchema}
                  validator={validator}
                  uiSchema={state.uiSchema}
                  widgets={state.extension.widgets}
                  initialFormData={initialValues}
                  idPrefix={state.idPrefix}
                  nameGenerator={joinPath}
                  disabled={disabled}
                  noHtml5Validate
                  liveValidate="onChange"
                  extraErrors={extraErrors}
                  extraErrorsBlockSubmit
                  showErrorList={false}
                  experimental_defaultFormStateBehavior={NO_DEFAULTS}
                  onChange={onChange}
                  onError={onError}
                  onSubmit={onSubmit}
                >
                  <FormFooter />
                </Form>
              </Box>
            </FormFooterContext>
          </OptionsContext>
        </FormUiStateContext>
      </ReferencesContext>
    </FormStateContext>
  );
}

function useCreateFormState(props: EntityFormProps) {
  const [uiState, setUiState] = useState(INITIAL_UI_STATE);
  const [state] = useState(() => new FormState(props, setUiState));
  useLayoutEffect(() => state.start(), [state]);
  useLayoutEffect(() => state.setProps(props));
  useImperativeHandle(props.ref, () => state, [state]);
  return { state, uiState };
}

const FormFooterContext = createContext<ReactNode>(undefined);

/** The buttons come through a context: RJSF deep-compares its children at each change. */
const FormFooter = () => useContext(FormFooterContext);

/** Enter in an input would press the form's first button (spec section 2 blocks it). */
export function preventEnterSubmit(event: KeyboardEvent): void {
  if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
}
