import Typography from "@mui/material/Typography";
import Form from "@rjsf/core";
import type { RJSFSchema, TemplatesType } from "@rjsf/utils";
import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from "react";
import type { Fault } from "../../contract/faults.ts";
import type { Bag, EntitySchema } from "../../contract/fields.ts";
import { NO_REFERENCES, type References } from "../../contract/references.ts";
import { ErrorSummary } from "./ErrorSummary.tsx";
import { FormLook } from "./FormLook.tsx";
import { FormController } from "./formController.ts";
import { ControllerContext, SurroundingsContext, type UploadExtent } from "./formScope.ts";
import { keptFields } from "./keptFields.ts";
import type { OptionLists } from "./optionLists.ts";
import { SectionMenu } from "./SectionMenu.tsx";
import { FieldTemplate } from "./templates/FieldTemplate.tsx";
import { SectionsTemplate } from "./templates/SectionsTemplate.tsx";
import { TypingForm, typingHandlers } from "./TypingForm.tsx";
import { uiSchemaOf } from "./uiSchema.ts";
import { widgets } from "./widgets.ts";
import { withDefaults } from "./withDefaults.ts";

/** What a page may ask of a form. */
export interface FormHandle {
  submit(): void;
  /** Passes on all typed text, and answers the values with it. What is half typed stays so. */
  collect(): Bag;
}

export interface EntityFormProps {
  schema: EntitySchema;
  /** The precompiled functions of the same schema. */
  validators: ValidatorFunctions;
  /** Read once: a form never changes under its user. Give another `key` for other values. */
  initial: Bag;
  /** True for values that were in a form before: what is missing was emptied there, and gets no default. */
  isResumed?: boolean;
  options?: OptionLists;
  references?: References;
  /** What the server refused; shown until the field is edited. A new array is a new refusal. */
  faults?: Fault[];
  /** Valid values; `intent` is the value of the button that was pressed, where it has one. */
  onSubmit(values: Bag, intent?: string): void;
  /** The faults that kept the values from being submitted. */
  onInvalid?: (faults: Fault[]) => void;
  onChange?: (values: Bag) => void;
  /** What is wrong with the values that no schema can know, such as what else exists. Keep it stable. */
  check?: (values: Bag) => Fault[];
  uploadExtent?: UploadExtent;
  /** Hears whether a field's value is on its way, such as a file. Keep it stable. */
  onBusy?: (isBusy: boolean) => void;
  disabled?: boolean;
  /** Names or roles of fields not shown; their values are kept. */
  omit?: string[];
  /** Names or roles of fields shown but not editable. */
  locked?: string[];
  /** Ids of the form's elements begin with it; two forms of one page need two. */
  idPrefix?: string;
  /** Enter submits, as in a login. Elsewhere it never does. */
  enterSubmits?: boolean;
  /** Stands under the fields, inside the form: its buttons. */
  children?: ReactNode;
  ref?: Ref<FormHandle>;
}

const NO_OPTIONS: OptionLists = {};

const TEMPLATES = {
  FieldTemplate,
  ObjectFieldTemplate: SectionsTemplate,
} satisfies Partial<TemplatesType<Bag>>;

/** Nothing is filled in behind the user's back: defaults are given once, at the start. */
const NO_FILLING = { emptyObjectFields: "skipDefaults" } as const;

/** A form generated from a schema and its x- words. */
export function EntityForm(props: EntityFormProps) {
  const { schema, idPrefix = schema.$id, enterSubmits = false, disabled = false } = props;
  const { options = NO_OPTIONS, references = NO_REFERENCES, uploadExtent } = props;
  const [controller] = useState(
    () =>
      new FormController({
        ...props,
        initial: props.isResumed ? props.initial : withDefaults(schema, props.initial),
        references,
        idPrefix,
        kept: keptFields(schema, props),
      }),
  );
  const [values] = useState(() => controller.get().values);
  const [uiSchema] = useState(() => uiSchemaOf(schema, props));
  const surroundings = useMemo(
    () => ({ options, references, uploadExtent }),
    [options, references, uploadExtent],
  );
  useAttention(controller, props, references);
  const box = useRef<HTMLDivElement>(null);
  const isLong = schema["x-sections"] !== undefined;
  const attach = useCallback((form: Form<Bag> | null) => controller.attach(form), [controller]);
  return (
    <ControllerContext value={controller}>
      <SurroundingsContext value={surroundings}>
        <FormLook
          ref={box}
          onSubmitCapture={controller.flush}
          onKeyDown={enterSubmits ? undefined : keepEnter}
          {...(isLong && !enterSubmits && typingHandlers(idPrefix))}
        >
          <ErrorSummary form={box} />
          {isLong && <LongFormStart idPrefix={idPrefix} />}
          <Form<Bag>
            ref={attach}
            schema={schema as RJSFSchema}
            validator={controller.validation.validator}
            uiSchema={uiSchema}
            widgets={widgets}
            templates={TEMPLATES}
            initialFormData={values}
            idPrefix={idPrefix}
            disabled={disabled}
            noHtml5Validate
            noValidate
            showErrorList={false}
            experimental_defaultFormStateBehavior={NO_FILLING}
            onChange={({ formData }) => controller.receive(formData ?? {})}
            onSubmit={({ formData }, event) =>
              controller.conclude(formData ?? {}, intentOf(event.nativeEvent))
            }
          >
            {props.children ?? <></>}
          </Form>
        </FormLook>
      </SurroundingsContext>
    </ControllerContext>
  );
}

const LongFormStart = ({ idPrefix }: { idPrefix: string }) => (
  <>
    <TypingForm idPrefix={idPrefix} />
    <SectionMenu />
    <Typography variant="body2" color="textSecondary" sx={{ mb: 4 }}>
      Fields marked with an asterisk (*) are required.
    </Typography>
  </>
);

/** Keeps the controller in touch with the page. */
function useAttention(controller: FormController, props: EntityFormProps, references: References): void {
  const { onSubmit, onInvalid, onChange, onBusy, check, faults, ref } = props;
  const isBusy = useSyncExternalStore(
    controller.subscribe,
    () => Object.keys(controller.get().busy).length > 0,
  );
  useEffect(() => onBusy?.(isBusy), [onBusy, isBusy]);
  useImperativeHandle(ref, () => ({ submit: controller.submit, collect: controller.collect }), [controller]);
  useEffect(() => controller.attend({ onSubmit, onInvalid, onChange, check }, references));
  useEffect(() => {
    if (faults) controller.refuse(faults);
  }, [controller, faults]);
  // Before the inputs go: their typed text goes with them.
  useLayoutEffect(() => () => controller.leave(), [controller]);
  useEffect(() => {
    document.addEventListener("visibilitychange", controller.collect);
    const leave = controller.pointer.watch();
    return () => {
      leave();
      document.removeEventListener("visibilitychange", controller.collect);
    };
  }, [controller]);
}

/** Enter in an input would press the form's first button. */
function keepEnter(event: KeyboardEvent): void {
  if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
}

function intentOf(event: Event): string | undefined {
  const { submitter } = event as SubmitEvent;
  return submitter instanceof HTMLButtonElement && submitter.value !== "" ? submitter.value : undefined;
}
