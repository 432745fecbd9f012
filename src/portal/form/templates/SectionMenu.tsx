import CheckIcon from "@mui/icons-material/CheckCircleOutlined";
import ErrorIcon from "@mui/icons-material/ErrorOutlined";
import PendingIcon from "@mui/icons-material/RadioButtonUncheckedOutlined";
import Box from "@mui/material/Box";
import GlobalStyles from "@mui/material/GlobalStyles";
import Link from "@mui/material/Link";
import TextField from "@mui/material/TextField";
import useMediaQuery from "@mui/material/useMediaQuery";
import { getByPath } from "@rjsf/utils";
import { useContext, useEffect, useRef, useState, type MouseEvent } from "react";
import type { JsonObject } from "../../../contract/json.ts";
import { isEmptyValue } from "../../../contract/schema/emptyValues.ts";
import { PHONE, widths } from "../../theme.ts";
import { IsUnfinishedContext, VisibleErrorsContext, useFormState } from "../formContext.ts";
import { listFormSections } from "../../../contract/schema/formLayout.ts";
import { buildSectionId } from "../uiSchema.ts";
import { groupErrorsByLine, type FormError } from "../validator.ts";
import { useFindFieldAndCard } from "./ErrorSummary.tsx";

interface SectionState {
  title: string;
  id: string;
  /** Visible errors, counted as in the summary, without missing values. */
  errorCount: number;
  /** Visible errors, including missing values. */
  hasErrors: boolean;
  /** Missing required values, whether their errors are visible or not. */
  missingCount: number;
  /** No errors, visible or not, and no unfinished field. */
  isComplete: boolean;
}

interface SectionMenuProps {
  /** Of the sections that have a field to show. */
  titles: string[];
  values: JsonObject;
  /** All errors, visible or not. */
  errors: FormError[];
  /** The number of sections in the page so far. */
  renderedCount: number;
  onGo: () => void;
}

export function SectionMenu({ titles, values, errors, renderedCount, onGo }: SectionMenuProps) {
  const states = useSectionStates(values, errors).filter(({ title }) => titles.includes(title));
  const isPhone = useMediaQuery(`(max-width: ${widths.phone}px)`, { noSsr: true });
  const [currentId, goTo] = useCurrentSection(
    states.map(({ id }) => id),
    renderedCount,
    onGo,
  );
  return (
    <Box component="nav" aria-label="Sections of the form" sx={barStyles}>
      {CLEAR_OF_BAR}
      {isPhone ? (
        <SectionSelect states={states} currentId={currentId} onGo={goTo} />
      ) : (
        <Box component="ul" sx={listStyles}>
          {states.map((state) => (
            <li key={state.id}>
              <SectionLink state={state} isHere={state.id === currentId} onGo={goTo} />
            </li>
          ))}
        </Box>
      )}
    </Box>
  );
}

interface SectionSelectProps {
  states: SectionState[];
  currentId: string;
  onGo: (id: string, isPreview?: boolean) => void;
}

/** For phones. Arrow keys scroll to a section as a preview. Enter or a tap also moves the focus there. */
function SectionSelect({ states, currentId, onGo }: SectionSelectProps) {
  const isKeyboardChange = useRef(false);
  return (
    <TextField
      select
      fullWidth
      size="small"
      label="Section"
      value={currentId}
      onPointerDown={() => void (isKeyboardChange.current = false)}
      onKeyDown={({ key }) => void (isKeyboardChange.current = key !== "Enter")}
      // On key up: an open list has closed by then.
      onKeyUp={({ key }) => key === "Enter" && onGo(currentId)}
      onChange={({ target }) => onGo(target.value, isKeyboardChange.current)}
      // Native, because MUI's list would take the focus back from the section when it closes.
      slotProps={{ select: { native: true } }}
      sx={{ my: 1 }}
    >
      {states.map((state) => (
        <option key={state.id} value={state.id}>
          {state.title}: {formatSectionStatus(state)}
        </option>
      ))}
    </TextField>
  );
}

interface SectionLinkProps {
  state: SectionState;
  isHere: boolean;
  onGo: (id: string) => void;
}

function SectionLink({ state, isHere, onGo }: SectionLinkProps) {
  const { title, id, hasErrors, isComplete } = state;
  const [Icon, color] = hasErrors
    ? [ErrorIcon, "error.main"]
    : isComplete
      ? [CheckIcon, "success.main"]
      : [PendingIcon, "text.secondary"];
  return (
    <Link
      href={`#${id}`}
      underline="none"
      aria-current={isHere ? "location" : undefined}
      onClick={(event: MouseEvent) => {
        event.preventDefault();
        onGo(id);
      }}
      sx={itemStyles}
    >
      <Box component="span" sx={{ fontWeight: 600, color: hasErrors ? "error.main" : "text.primary" }}>
        {title}
      </Box>{" "}
      <Box component="span" sx={{ display: "flex", alignItems: "center", gap: 0.5, color }}>
        <Icon sx={{ fontSize: 15 }} aria-hidden="true" />
        {formatSectionStatus(state)}
      </Box>
    </Link>
  );
}

function useSectionStates(values: JsonObject, errors: FormError[]): SectionState[] {
  const formState = useFormState();
  const { schema, idPrefix } = formState;
  const findFieldAndCard = useFindFieldAndCard(values);
  const visibleErrors = useContext(VisibleErrorsContext);
  const isUnfinished = useContext(IsUnfinishedContext);
  return listFormSections(schema).map(({ title, fields }) => {
    const isInSection = ({ path }: FormError) => fields.includes(findFieldAndCard(path).field);
    const isMissing = ({ path }: FormError) => isEmptyValue(getByPath(values, path));
    const visible = visibleErrors.filter(isInSection);
    const all = errors.filter(isInSection);
    return {
      title,
      id: buildSectionId(idPrefix, title),
      errorCount: groupErrorsByLine(
        formState,
        visible.filter((error) => !isMissing(error)),
      ).size,
      hasErrors: visible.length > 0,
      missingCount: all.filter(isMissing).length,
      isComplete: all.length === 0 && !fields.some((name) => isUnfinished(name, values)),
    };
  });
}

function formatSectionStatus({ errorCount, missingCount, isComplete }: SectionState): string {
  const parts = [
    ...(errorCount > 0 ? [errorCount === 1 ? "1 error" : `${errorCount} errors`] : []),
    ...(missingCount > 0 ? [`${missingCount} missing`] : []),
  ];
  return parts.join(", ") || (isComplete ? "Complete" : "Incomplete");
}

function useCurrentSection(ids: string[], renderedCount: number, onGo: () => void) {
  const [currentId, setCurrentId] = useState(ids[0] ?? "");
  const joinedIds = ids.join(" ");
  useEffect(() => {
    const sections = joinedIds.split(" ");
    const shares = new Map<string, number>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, intersectionRatio } of entries) shares.set(target.id, intersectionRatio);
        const visible = sections.filter((id) => (shares.get(id) ?? 0) > 0);
        const last = sections.at(-1) ?? "";
        // Short sections at the end of the page never reach the upper third of the window.
        setCurrentId((current) => (shares.get(last) === 1 ? last : (visible[0] ?? current)));
      },
      { rootMargin: "-33% 0px 0px", threshold: [0, 1] },
    );
    for (const id of sections) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [joinedIds, renderedCount]);
  const [target, setTarget] = useState<{ id: string; isPreview: boolean }>();
  // In an effect: the section may not be rendered yet, or sections above may still move it.
  useEffect(() => {
    const heading = target && document.getElementById(`${target.id}-heading`);
    if (target?.isPreview) heading?.scrollIntoView?.();
    // From the heading, Tab leads to the first field.
    else heading?.focus();
  }, [target]);
  const goTo = (id: string, isPreview = false) => {
    onGo();
    // At the end of the page there may be no scroll event.
    setCurrentId(id);
    setTarget({ id, isPreview });
  };
  return [currentId, goTo] as const;
}

const barStyles = {
  position: "sticky",
  // On a phone, below the app bar.
  top: { xs: 56, md: 0 },
  zIndex: 3,
  mb: 3,
  mx: { xs: -2, sm: -3, md: 0 },
  px: { xs: 2, sm: 3, md: 0 },
  bgcolor: "background.default",
  borderBottom: 1,
  borderColor: "divider",
  "@media (min-width: 1200px)": { top: 24, borderBottom: 0 },
};

/** Headings and focused fields stay visible below the sticky bar. */
const CLEAR_OF_BAR = (
  <GlobalStyles
    styles={{
      [PHONE]: { html: { scrollPaddingTop: 120 } },
      "@media (min-width: 1200px)": { html: { scrollPaddingTop: 24 } },
    }}
  />
);

const listStyles = {
  display: "flex",
  justifyContent: "space-between",
  gap: 0.5,
  m: 0,
  p: 0.5,
  listStyle: "none",
  "@media (min-width: 1200px)": { flexDirection: "column" },
};

const itemStyles = {
  display: "block",
  px: 1.5,
  py: 0.75,
  borderRadius: 1,
  fontSize: "0.8125rem",
  lineHeight: 1.4,
  "&:hover": { bgcolor: "action.hover" },
  "&[aria-current]": { bgcolor: "action.selected" },
};
