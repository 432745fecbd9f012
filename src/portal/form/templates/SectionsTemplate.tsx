import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { toErrorList, useDeepCompareMemo, type ObjectFieldTemplateProps } from "@rjsf/utils";
import { startTransition, useContext, useEffect, useMemo, useState } from "react";
import type { JsonObject, EntitySchema, FieldSchema } from "../../../contract/schema/fields.ts";
import { comparedBy } from "../../../contract/schema/fieldSchema.ts";
import { groupBy } from "../../../contract/groupBy.ts";
import {
  FieldNotesContext,
  HolderContext,
  RelatedValuesContext,
  ShownContext,
  ShownErrorsContext,
  useFormActions,
  useSurroundings,
} from "../formContext.ts";
import { widths } from "../../theme.ts";
import { isNamedByHeading, isWide, sectionId, sectionsOf } from "../uiSchema.ts";
import { errorPlace } from "../validator.ts";
import { ErrorSummary } from "./ErrorSummary.tsx";
import { RequiredMark } from "./FieldFrame.tsx";
import { SectionMenu } from "./SectionMenu.tsx";

/** The form's fields in their sections, under what is wrong with them; of an object within the form, its fields alone. */
export function SectionsTemplate(props: ObjectFieldTemplateProps<JsonObject>) {
  return props.fieldPathId.path.length === 0 ? <WholeForm {...props} /> : <Fields {...props} />;
}

type Properties = ObjectFieldTemplateProps<JsonObject>["properties"];

function Fields({ properties, schema }: { properties: Properties; schema: unknown }) {
  const fields = properties.map(({ name }) => (schema as FieldSchema).properties?.[name] ?? {});
  return (
    <div className="fields">
      {properties.map(({ name, content }, index) => (
        <div key={name} className={isWide(fields, index) ? "wide" : undefined}>
          {content}
        </div>
      ))}
    </div>
  );
}

function WholeForm({ properties, errorSchema, formData = {} }: ObjectFieldTemplateProps<JsonObject>) {
  const { schema, idPrefix } = useFormActions();
  const { holderOf } = useSurroundings();
  const noteOf = useContext(FieldNotesContext);
  const errors = useDeepCompareMemo(toErrorList(errorSchema).map(errorPlace));
  const related = useRelatedValues(schema, formData);
  // Of all values, and so here: a field is drawn anew for its own only.
  const holder = useMemo(() => holderOf?.(formData), [holderOf, formData]);
  const ordered = sectionsOf(schema).flatMap(({ title, fields }) =>
    fields.flatMap((name) =>
      properties.filter((one) => one.name === name && !one.hidden).map((one) => ({ ...one, title })),
    ),
  );
  const isLong = new Set(ordered.map(({ title }) => title)).size > 1;
  const [drawn, drawAll] = useDrawing(ordered.length);
  const sections = [...groupBy(ordered.slice(0, drawn), ({ title }) => title)];
  return (
    <ShownErrorsContext value={errors}>
      <RelatedValuesContext value={related}>
        <HolderContext value={holder}>
          <Box sx={isLong ? WITH_MENU : undefined}>
            {isLong && <SectionMenu values={formData} onGo={drawAll} />}
            <Box sx={{ minWidth: 0 }}>
              <ErrorSummary values={formData} />
              {noteOf("", formData)}
              {isLong && (
                <Typography variant="body2" color="textSecondary" sx={{ mb: 3 }}>
                  Fields marked with an asterisk (*) are required.
                </Typography>
              )}
              {sections.map(([title, fields], index) => (
                <FormSection
                  key={title}
                  title={isLong ? title : ""}
                  id={sectionId(idPrefix, title)}
                  isFirst={index === 0}
                >
                  {fields}
                </FormSection>
              ))}
            </Box>
          </Box>
        </HolderContext>
      </RelatedValuesContext>
    </ShownErrorsContext>
  );
}

/** So many fields fill a window, and a phone's. */
const firstDrawn = () => (window.innerWidth > widths.phone ? 8 : 4);

/** A few at a time: each step lays the page out. */
const STEP = 3;

/**
 * How many fields of a form are drawn: those of the first window, then some more at a time, so that the browser answers
 * its user in between. All of them for whoever goes to one, or failed to save, and where something is half typed: that is
 * part of a save, however soon it comes.
 */
function useDrawing(total: number) {
  const { alerts } = useContext(ShownContext);
  const { isWhole, entries = {} } = useFormActions().props;
  const [drawn, setDrawn] = useState(() =>
    isWhole || Object.keys(entries).length > 0 ? total : firstDrawn(),
  );
  useEffect(() => {
    if (drawn < total) startTransition(() => setDrawn((now) => Math.max(now, drawn + STEP)));
  }, [drawn, total]);
  return [alerts > 0 ? total : drawn, () => setDrawn(Infinity)] as const;
}

/** The menu stands at the left where there is room for it beside the spec's width of the content. */
const WITH_MENU = {
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
  children: Properties;
}

function FormSection({ title, id, isFirst, children }: FormSectionProps) {
  const { schema } = useFormActions();
  const fields = <Fields properties={children} schema={schema} />;
  if (title === "") return fields;
  const isRequired = children.some(
    ({ name }) => isNamedByHeading(schema, name) && schema.required?.includes(name),
  );
  return (
    <Stack
      component="section"
      id={id}
      aria-labelledby={`${id}-heading`}
      spacing={2.5}
      sx={{
        scrollMarginTop: 96,
        ...(!isFirst && { mt: 2.5, pt: 2.5, borderTop: 1, borderColor: "divider" }),
      }}
    >
      <Typography
        id={`${id}-heading`}
        variant="h2"
        tabIndex={-1}
        sx={{ outline: "none", scrollMarginTop: "112px" }}
      >
        {title}
        {isRequired && <RequiredMark />}
      </Typography>
      {fields}
    </Stack>
  );
}

/** Roles of the fields that others look at: who is named, and where the record says its model lies. */
const LOOKED_AT = ["contacts", "county", "region"];

/** The values that other fields look at: what narrows their lists, what they begin with, who is named. */
function useRelatedValues(schema: EntitySchema, values: JsonObject): JsonObject {
  const others = Object.entries(schema.properties).flatMap(([name, field]) => [
    field["x-options"]?.filterBy,
    comparedBy("startsWith", field),
    LOOKED_AT.includes(field["x-role"] ?? "") ? name : undefined,
  ]);
  const known = others.filter((name) => name !== undefined);
  return useDeepCompareMemo(Object.fromEntries(known.map((name) => [name, values[name]])));
}
