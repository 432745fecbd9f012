import Box from "@mui/material/Box";
import { withTheme, type IChangeEvent } from "@rjsf/core";
import type { RJSFSchema } from "@rjsf/utils";
import {
  createContext,
  useContext,
  useMemo,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import type { Bag } from "../../contract/schema/fields.ts";
import { NO_REFERENCES } from "../../contract/schema/references.ts";
import { ActionsContext, AlertsContext, FaultsContext, SurroundingsContext } from "./formContext.ts";
import type { OptionLists } from "./options/optionLists.ts";
import { formTheme } from "./theme.ts";
import { uiSchemaOf } from "./uiSchema.ts";
import { useEntityForm, type EntityFormProps } from "./useEntityForm.ts";
import { RemovalContext } from "./useRemoval.ts";

const Form = withTheme<Bag>(formTheme);

const NO_OPTIONS: OptionLists = {};

/** Nothing is filled in behind the user's back: the page gives a new document its defaults, once. */
const NO_FILLING = { emptyObjectFields: "skipDefaults", arrayMinItems: { populate: "never" } } as const;

const nameOf = (path: (string | number)[]) => path.join(".");

/** A form generated from a schema and its x- words. RJSF holds its values, its errors and its submit. */
export function EntityForm(props: EntityFormProps) {
  const { schema, idPrefix = schema.$id, enterSubmits = false, disabled = false } = props;
  const { options = NO_OPTIONS, references = NO_REFERENCES, children } = props;
  const { uploadExtent, readExtent, holderOf } = props;
  const { actions, attach, validator, faultsIn, initial, alerts, removal, ...handlers } =
    useEntityForm(props);
  const surroundings = useMemo(
    () => ({ options, references, uploadExtent, readExtent, holderOf }),
    [options, references, uploadExtent, readExtent, holderOf],
  );
  const [uiSchema] = useState(() => uiSchemaOf(schema, props));
  return (
    <ActionsContext value={actions}>
      <SurroundingsContext value={surroundings}>
        <AlertsContext value={alerts}>
          <FaultsContext value={faultsIn}>
            <RemovalContext value={removal}>
              <FootContext value={children}>
                <Box onSubmitCapture={handlers.takeIn} onKeyDown={enterSubmits ? undefined : keepEnter}>
                  <Form
                    ref={attach}
                    schema={schema as RJSFSchema}
                    validator={validator}
                    uiSchema={uiSchema}
                    initialFormData={initial}
                    idPrefix={idPrefix}
                    nameGenerator={nameOf}
                    disabled={disabled}
                    noHtml5Validate
                    liveValidate="onChange"
                    showErrorList={false}
                    experimental_defaultFormStateBehavior={NO_FILLING}
                    onChange={({ formData }: IChangeEvent<Bag>) => handlers.onChange(formData ?? {})}
                    onError={handlers.onError}
                    onSubmit={({ formData }: IChangeEvent<Bag>, event: FormEvent) =>
                      handlers.onSubmit(formData ?? {}, intentOf(event.nativeEvent))
                    }
                  >
                    <Foot />
                  </Form>
                </Box>
              </FootContext>
            </RemovalContext>
          </FaultsContext>
        </AlertsContext>
      </SurroundingsContext>
    </ActionsContext>
  );
}

const FootContext = createContext<ReactNode>(undefined);

/** The page's own buttons: RJSF compares all it is given, and would walk through them at each change. */
const Foot = () => useContext(FootContext);

/** Enter in an input would press the form's first button. */
function keepEnter(event: KeyboardEvent): void {
  if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
}

function intentOf(event: Event): string | undefined {
  const { submitter } = event as SubmitEvent;
  return submitter instanceof HTMLButtonElement && submitter.value !== "" ? submitter.value : undefined;
}
