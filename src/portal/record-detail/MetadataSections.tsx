import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import type { JsonObject } from "../../contract/json.ts";
import { isEmptyValue } from "../../contract/schema/emptyValues.ts";
import {
  isVisibleIn,
  listSectionTitles,
  type EntitySchema,
  type FieldSchema,
} from "../../contract/schema/fields.ts";
import type { DisplayLists } from "../record-parts/formatFieldValue.ts";
import { anchorIds } from "../routes.ts";
import { MetadataValue } from "./MetadataValue.tsx";

interface MetadataSectionsProps {
  schema: EntitySchema;
  metadata: JsonObject;
  lists: DisplayLists;
  /** Truncates values and renders nothing focusable. */
  isCollapsed: boolean;
  /** In a part of a card: with lower headings, and each label above its value. */
  isPart?: boolean;
  /** Marks of fields. These fields come first. */
  marks?: ReadonlyMap<string, ReactNode> | undefined;
}

const NO_MARKS: ReadonlyMap<string, ReactNode> = new Map();

/** The fields of a record by form section, read-only. */
export const MetadataSections = ({
  schema,
  metadata,
  lists,
  isCollapsed,
  isPart = false,
  marks = NO_MARKS,
}: MetadataSectionsProps) =>
  moveToFront(listDetailSections(schema, metadata), marks).map(({ title, fields }) => (
    <Box key={title} sx={{ "&:not(:first-of-type)": { mt: 3 } }}>
      <Typography
        component={isPart ? "h4" : "h3"}
        variant={isPart ? "subtitle2" : "h3"}
        sx={{ pb: 0.75, borderBottom: 1, borderColor: "divider", fontWeight: 650 }}
      >
        {title}
      </Typography>
      <Box component="dl" sx={isPart ? stackedListStyles : fieldListStyles}>
        {fields.map(([name, field]) => (
          <div key={name}>
            <dt>
              {field.title}
              {marks.has(name) && <> {marks.get(name)}</>}
            </dt>
            <dd id={anchorIds.field(name)} tabIndex={isCollapsed ? undefined : -1}>
              <MetadataValue {...{ field, metadata, lists, isCollapsed }} value={metadata[name]} />
            </dd>
          </div>
        ))}
      </Box>
    </Box>
  ));

interface DetailSection {
  title: string;
  fields: [name: string, field: FieldSchema][];
}

/** Fields without a section come last. */
export function listDetailSections(schema: EntitySchema, metadata: JsonObject): DetailSection[] {
  const isShown = ([name, field]: [string, FieldSchema]) =>
    isVisibleIn("detail", field) && !(field["x-when"] && isEmptyValue(metadata[name]));
  const detailFields = Object.entries(schema.properties).filter(isShown);
  return [...listSectionTitles(schema), undefined]
    .map((title) => ({
      title: title ?? "Other",
      fields: detailFields.filter(([, field]) => field["x-section"] === title),
    }))
    .filter(({ fields }) => fields.length > 0);
}

function moveToFront(sections: DetailSection[], marks: ReadonlyMap<string, unknown>): DetailSection[] {
  const isMarked = ([name]: DetailSection["fields"][number]) => marks.has(name);
  const marked = {
    title: "Fields with findings",
    fields: sections.flatMap(({ fields }) => fields.filter(isMarked)),
  };
  const others = sections.map(({ title, fields }) => ({
    title,
    fields: fields.filter((field) => !isMarked(field)),
  }));
  return [marked, ...others].filter(({ fields }) => fields.length > 0);
}

/** Styled as one list: styling each cell took as long as rendering the rest of the page. */
const fieldListStyles = {
  m: 0,
  "& > div": {
    display: "grid",
    gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "200px minmax(0, 1fr)" },
    gap: { xs: 0.25, sm: 2 },
    py: 1,
    borderBottom: 1,
    borderColor: "divider",
  },
  "& > div:last-of-type": { borderBottom: 0 },
  "& dt": { color: "text.secondary", fontSize: "0.875rem" },
  "& dd": { m: 0, minWidth: 0, whiteSpace: "pre-line" },
  "& dd:focus": { outline: "2px solid", outlineColor: "primary.main", outlineOffset: 4, borderRadius: 0.5 },
  "& .absent": { color: "text.secondary" },
};

const stackedListStyles = {
  ...fieldListStyles,
  fontSize: "0.875rem",
  "& > div": { py: 0.75, borderBottom: 1, borderColor: "divider" },
};
