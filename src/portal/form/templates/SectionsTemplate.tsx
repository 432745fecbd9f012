import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ObjectFieldTemplateProps } from "@rjsf/utils";
import { startTransition, useEffect, useState } from "react";
import type { Bag } from "../../../contract/fields.ts";
import { useController, useFormState } from "../formScope.ts";
import { RequiredMark } from "../inputs/RequiredMark.tsx";
import { isNamedByHeading, sectionId, sectionsOf } from "../sections.ts";

/** The form's fields in their sections, each under its heading and reachable by its anchor. */
export function SectionsTemplate({ properties }: ObjectFieldTemplateProps<Bag>) {
  const { schema, idPrefix } = useController();
  const shown = new Map(
    properties.filter(({ hidden }) => !hidden).map(({ name, content }) => [name, content]),
  );
  const sections = sectionsOf(schema)
    .map(({ title, fields }) => ({ title, fields: fields.filter((name) => shown.has(name)) }))
    .filter(({ fields }) => fields.length > 0);
  const drawn = useOneByOne(sections.length);
  return sections.map(({ title, fields }, index) => {
    const contents = <Stack spacing={4}>{index < drawn && fields.map((name) => shown.get(name))}</Stack>;
    if (title === "") return <div key={title}>{contents}</div>;
    const id = sectionId(idPrefix, title);
    return (
      <Stack
        component="section"
        key={title}
        id={id}
        aria-labelledby={`${id}-heading`}
        spacing={3}
        sx={{
          scrollMarginTop: (theme) => theme.spacing(12),
          ...(index > 0 && { mt: 6, pt: 5, borderTop: 1, borderColor: "divider" }),
        }}
      >
        <Typography id={`${id}-heading`} variant="h2" tabIndex={-1} sx={HEADING}>
          {title}
          {fields.some((name) => isNamedByHeading(schema, name) && schema.required?.includes(name)) && (
            <RequiredMark />
          )}
        </Typography>
        {contents}
      </Stack>
    );
  });
}

/**
 * How many sections to draw by now: one after the other, so that the first can be seen and typed in while the rest of
 * a long form is still being drawn. An attempt to submit draws them all: its errors lead to any field.
 */
function useOneByOne(total: number): number {
  const [count, setCount] = useState(1);
  const wasAttempted = useFormState((state) => state.wasAttempted);
  useEffect(() => {
    if (count < total) startTransition(() => setCount(count + 1));
  }, [count, total]);
  return wasAttempted ? total : count;
}

const HEADING = { outline: "none", scrollMarginTop: "96px" };
