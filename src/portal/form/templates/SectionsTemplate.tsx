import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { toErrorList, useDeepCompareMemo, type ObjectFieldTemplateProps } from "@rjsf/utils";
import { startTransition, useContext, useEffect, useMemo, useState } from "react";
import type { JsonObject } from "../../../contract/json.ts";
import type { EntitySchema, FieldSchema } from "../../../contract/schema/fields.ts";
import { getComparedField } from "../../../contract/schema/fieldSchema.ts";
import { groupBy } from "../../../contract/groupBy.ts";
import {
  buildHintId,
  FieldNotesContext,
  WHOLE_FORM_NOTE,
  FormValuesContext,
  RelatedValuesContext,
  FormUiStateContext,
  UnneededFieldContext,
  VisibleErrorsContext,
  useFormState,
} from "../formContext.ts";
import { widths } from "../../theme.ts";
import { isWideField, listFormSections } from "../../../contract/schema/formLayout.ts";
import { isLabeledByHeading, buildSectionId } from "../uiSchema.ts";
import { listVisibleErrors, sortErrors, toFormError } from "../validator.ts";
import { ErrorSummary } from "./ErrorSummary.tsx";
import { useConditionalFields, type ConditionalFields } from "./useConditionalFields.ts";
import { RequiredMark } from "./FieldFrame.tsx";
import { SectionMenu } from "./SectionMenu.tsx";

/** The whole form with its sections; for an object inside the form, only its fields. */
export const SectionsTemplate = (props: ObjectFieldTemplateProps<JsonObject>) =>
  props.fieldPathId.path.length === 0 ? <WholeForm {...props} /> : <ObjectInForm {...props} />;

function ObjectInForm({ properties, schema, formData, fieldPathId }: ObjectFieldTemplateProps<JsonObject>) {
  const conditional = useConditionalFields(fieldPathId.path, formData);
  const shown = properties.filter(({ name, hidden }) => !hidden && !conditional.hidden.includes(name));
  return <Fields id={fieldPathId.$id} properties={shown} schema={schema} conditional={conditional} />;
}

type Properties = ObjectFieldTemplateProps<JsonObject>["properties"];

interface FieldsProps {
  /** Of the object with the fields. */
  id: string;
  properties: Properties;
  schema: unknown;
  conditional: ConditionalFields;
}

function Fields({ id, properties, schema, conditional }: FieldsProps) {
  const fields = properties.map(({ name }) => (schema as FieldSchema).properties?.[name] ?? {});
  return (
    <div className="fields">
      {properties.map(({ name, content }, index) => {
        const isUnneeded = conditional.unneeded.includes(name);
        const fieldId = `${id}_${name}`;
        return (
          <div
            key={name}
            className={isWideField(fields, index) ? "wide" : undefined}
            {...(fields[index]?.["x-when"] && conditional.trackFocus(name))}
          >
            <UnneededFieldContext value={isUnneeded ? fieldId : ""}>{content}</UnneededFieldContext>
            {isUnneeded && (
              <Typography id={buildHintId(fieldId)} variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
                Clear this field if you no longer need it. It does not apply to your other entries.
              </Typography>
            )}
          </div>
        );
      })}
    </div>
  );
}

function WholeForm({ properties, errorSchema, formData = {} }: ObjectFieldTemplateProps<JsonObject>) {
  const formState = useFormState();
  const { schema, idPrefix, extension } = formState;
  const renderFieldNote = useContext(FieldNotesContext);
  const uiState = useContext(FormUiStateContext);
  const errors = useDeepCompareMemo(sortErrors(schema, toErrorList(errorSchema).map(toFormError)));
  const visibleErrors = useMemo(
    () => listVisibleErrors(formState, errors, uiState),
    [formState, errors, uiState],
  );
  const relatedValues = useValuesReadByOtherFields(schema, extension.rolesRead, formData);
  const conditional = useConditionalFields([], formData);
  const ordered = listShownProperties(schema, properties, conditional.hidden);
  const titles = [...new Set(ordered.map(({ title }) => title))];
  const isLong = titles.length > 1;
  const [renderedCount, renderAll] = useProgressiveRendering(ordered.length);
  const sections = [...groupBy(ordered.slice(0, renderedCount), ({ title }) => title)];
  return (
    <VisibleErrorsContext value={visibleErrors}>
      <RelatedValuesContext value={relatedValues}>
        <FormValuesContext value={formData}>
          <Box sx={isLong ? menuGridStyles : undefined}>
            {isLong && (
              <SectionMenu
                {...{ titles, errors }}
                values={formData}
                renderedCount={sections.length}
                onGo={renderAll}
              />
            )}
            <Box sx={{ minWidth: 0 }}>
              <ErrorSummary values={formData} />
              {renderFieldNote(WHOLE_FORM_NOTE, formData)}
              {isLong && (
                <Typography variant="body2" color="textSecondary" sx={{ mb: 3 }}>
                  Fields marked with an asterisk (*) are required.
                </Typography>
              )}
              {sections.map(([title, fields], index) => (
                <FormSection
                  key={title}
                  title={isLong ? title : ""}
                  id={buildSectionId(idPrefix, title)}
                  isFirst={index === 0}
                  conditional={conditional}
                >
                  {fields}
                </FormSection>
              ))}
            </Box>
          </Box>
        </FormValuesContext>
      </RelatedValuesContext>
    </VisibleErrorsContext>
  );
}

/** In the order of the form, each with the title of its section. */
const listShownProperties = (schema: EntitySchema, properties: Properties, hiddenFields: string[]) =>
  listFormSections(schema).flatMap(({ title, fields }) =>
    fields.flatMap((name) =>
      properties
        .filter(({ name: other, hidden }) => other === name && !hidden && !hiddenFields.includes(name))
        .map((property) => ({ ...property, title })),
    ),
  );

const getInitialFieldCount = () => (window.innerWidth > widths.phone ? 8 : 4);

/** Each step causes one layout of the page. */
const FIELDS_PER_STEP = 3;

/** Renders the first screen of fields, then a few more at a time to keep the page responsive. A submit renders them all. */
function useProgressiveRendering(total: number) {
  const { isSubmitAttempted } = useContext(FormUiStateContext);
  const { shouldRenderAllFields } = useFormState().props;
  const [renderedCount, setRenderedCount] = useState(() =>
    shouldRenderAllFields ? total : getInitialFieldCount(),
  );
  useEffect(() => {
    if (renderedCount >= total) return;
    startTransition(() => setRenderedCount((current) => Math.max(current, renderedCount + FIELDS_PER_STEP)));
  }, [renderedCount, total]);
  return [isSubmitAttempted ? total : renderedCount, () => setRenderedCount(Infinity)] as const;
}

/** A wide window has room for the menu beside the content width of spec section 9. */
const menuGridStyles = {
  "@media (min-width: 1200px)": {
    display: "grid",
    gridTemplateColumns: "200px minmax(0, 1fr)",
    columnGap: 5,
    alignItems: "start",
  },
};

interface FormSectionProps {
  title: string;
  id: string;
  isFirst: boolean;
  conditional: ConditionalFields;
  children: Properties;
}

function FormSection({ title, id, isFirst, conditional, children }: FormSectionProps) {
  const { schema, idPrefix } = useFormState();
  const fields = <Fields id={idPrefix} properties={children} schema={schema} conditional={conditional} />;
  if (title === "") return fields;
  const isRequired = children.some(
    ({ name }) => isLabeledByHeading(schema, name) && schema.required?.includes(name),
  );
  return (
    <Stack
      component="section"
      id={id}
      aria-labelledby={`${id}-heading`}
      spacing={2.5}
      sx={isFirst ? undefined : { mt: 2.5, pt: 2.5, borderTop: 1, borderColor: "divider" }}
    >
      <Typography id={`${id}-heading`} variant="h2" tabIndex={-1} sx={{ outline: "none" }}>
        {title}
        {isRequired && <RequiredMark />}
      </Typography>
      {fields}
    </Stack>
  );
}

function useValuesReadByOtherFields(
  schema: EntitySchema,
  rolesRead: string[],
  values: JsonObject,
): JsonObject {
  const others = Object.entries(schema.properties).flatMap(([name, field]) => [
    field["x-options"]?.filterBy,
    getComparedField("startsWith", field),
    getComparedField("notBefore", field),
    rolesRead.includes(field["x-role"] ?? "") ? name : undefined,
  ]);
  const known = others.filter((name) => name !== undefined);
  return useDeepCompareMemo(Object.fromEntries(known.map((name) => [name, values[name]])));
}
