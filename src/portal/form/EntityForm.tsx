import Box from "@mui/material/Box";
import { withTheme } from "@rjsf/core";
import type { RJSFSchema } from "@rjsf/utils";
import {
  createContext,
  useContext,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { validators } from "../../contract/generated/validators.ts";
import { schemaOf, type JsonObject } from "../../contract/schema/fields.ts";
import { NO_REFERENCES } from "../../contract/schema/references.ts";
import { ActionsContext, OptionsContext, ShownContext, SurroundingsContext } from "./formContext.ts";
import type { EntityFormProps } from "./formProps.ts";
import { FormState } from "./FormState.ts";
import { FORM_LOOK } from "./look.tsx";
import type { OptionLists } from "./options/optionLists.ts";
import { NOTHING_SHOWN } from "./removal.ts";
import { formTheme } from "./theme.ts";
import { uiSchemaOf } from "./uiSchema.ts";

const Form = withTheme<JsonObject>(formTheme);

const NO_OPTIONS: OptionLists = {};

/** Nothing is filled in behind the user's back: the page gives a new document its defaults, once. */
const NO_FILLING = { emptyObjectFields: "skipDefaults", arrayMinItems: { populate: "never" } } as const;

const nameOf = (path: (string | number)[]) => path.join(".");

export interface SchemaFormProps extends Omit<EntityFormProps, "schema" | "validators"> {
  /** One of the schemas that people fill in. */
  schemaName: keyof typeof validators;
}

/** The form of one of the project's schemas. */
export const SchemaForm = ({ schemaName, ...props }: SchemaFormProps) => (
  <EntityForm {...props} schema={schemaOf(schemaName)} validators={validators[schemaName]} />
);

/** A form generated from a schema and its x- words. RJSF holds its values, its errors and its submit. */
export function EntityForm(props: EntityFormProps) {
  const { schema, disabled = false, children } = props;
  const { options = NO_OPTIONS, references = NO_REFERENCES, uploadExtent, readExtent, holderOf } = props;
  const { state, shown } = useFormState(props);
  const { form, validator, initial, takeIn, onChange, onError, onSubmit } = state;
  const surroundings = useMemo(
    () => ({ references, uploadExtent, readExtent, holderOf }),
    [references, uploadExtent, readExtent, holderOf],
  );
  const [uiSchema] = useState(() => uiSchemaOf(schema, props));
  return (
    <ActionsContext value={state}>
      <SurroundingsContext value={surroundings}>
        <ShownContext value={shown}>
          <OptionsContext value={options}>
            <FootContext value={children}>
              <Box
                onSubmitCapture={takeIn}
                onKeyDown={props.submitsOnEnter ? undefined : keepEnter}
                sx={FORM_LOOK}
              >
                <Form
                  ref={form}
                  schema={schema as RJSFSchema}
                  validator={validator}
                  uiSchema={uiSchema}
                  initialFormData={initial}
                  idPrefix={state.idPrefix}
                  nameGenerator={nameOf}
                  disabled={disabled}
                  noHtml5Validate
                  liveValidate="onChange"
                  showErrorList={false}
                  experimental_defaultFormStateBehavior={NO_FILLING}
                  onChange={onChange}
                  onError={onError}
                  onSubmit={onSubmit}
                >
                  <Foot />
                </Form>
              </Box>
            </FootContext>
          </OptionsContext>
        </ShownContext>
      </SurroundingsContext>
    </ActionsContext>
  );
}

/** The form's state, which hears of what its page gives it later. */
function useFormState(props: EntityFormProps) {
  const { references, check, faults } = props;
  const [shown, setShown] = useState(NOTHING_SHOWN);
  const [state] = useState(() => new FormState(props, setShown));
  useLayoutEffect(() => state.lend(props));
  useImperativeHandle(props.ref, () => state, [state]);
  // Lists that come late are checked against at once.
  useEffect(() => state.recheck(), [state, references, check]);
  useEffect(() => {
    if (faults) state.refuse(faults);
  }, [state, faults]);
  return { state, shown };
}

const FootContext = createContext<ReactNode>(undefined);

/** The page's own buttons: RJSF compares all it is given, and would walk through them at each change. */
const Foot = () => useContext(FootContext);

/** Enter in an input would press the form's first button. */
export function keepEnter(event: KeyboardEvent): void {
  if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
}
