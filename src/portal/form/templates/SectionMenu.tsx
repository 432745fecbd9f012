import CheckIcon from "@mui/icons-material/CheckCircleOutlined";
import ErrorIcon from "@mui/icons-material/ErrorOutlined";
import PendingIcon from "@mui/icons-material/RadioButtonUncheckedOutlined";
import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import TextField from "@mui/material/TextField";
import useMediaQuery from "@mui/material/useMediaQuery";
import { getByPath } from "@rjsf/utils";
import { useContext, useDeferredValue, useEffect, useMemo, useRef, useState, type MouseEvent } from "react";
import type { JsonObject } from "../../../contract/schema/fields.ts";
import { isAbsent } from "../../../contract/schema/isSame.ts";
import { widths } from "../../theme.ts";
import { ShownErrorsContext, useFormActions, useSurroundings } from "../formContext.ts";
import { sectionId, sectionsOf } from "../uiSchema.ts";
import { linesOf, plainCopy } from "../validator.ts";
import { placeOf } from "./ErrorSummary.tsx";

/** What is still to do in one section. */
interface SectionState {
  title: string;
  id: string;
  /** Errors the user has been shown, as the summary counts them, those of missing values aside. */
  errors: number;
  /** Whether the user has been shown any error, a missing value among them. */
  isFaulty: boolean;
  /** Required values that are missing, shown as errors already or not. */
  missing: number;
  /** Whether nothing is wrong, shown or not: a value may break a rule before its field was left. */
  isComplete: boolean;
}

/** The form's sections with what is still to do in each and where the user is; each leads to its section. */
export function SectionMenu({ values, onGo }: { values: JsonObject; onGo: () => void }) {
  const states = useSectionStates(useDeferredValue(values));
  const isPhone = useMediaQuery(`(max-width: ${widths.phone}px)`, { noSsr: true });
  const [here, goTo] = useSectionInSight(
    states.map(({ id }) => id),
    onGo,
  );
  return (
    <Box component="nav" aria-label="Sections of the form" sx={BAR}>
      {isPhone ? (
        <SectionChoice states={states} here={here} onGo={goTo} />
      ) : (
        <Box component="ul" sx={LIST}>
          {states.map((state) => (
            <li key={state.id}>
              <SectionLink state={state} isHere={state.id === here} onGo={goTo} />
            </li>
          ))}
        </Box>
      )}
    </Box>
  );
}

interface SectionChoiceProps {
  states: SectionState[];
  here: string;
  onGo: (id: string, isShownOnly?: boolean) => void;
}

/** On a phone. Each key that leads through it shows a section; Enter, or a finger's choice, leads there. */
function SectionChoice({ states, here, onGo }: SectionChoiceProps) {
  const isByKey = useRef(false);
  return (
    <TextField
      select
      fullWidth
      size="small"
      label="Section"
      value={here}
      onPointerDown={() => void (isByKey.current = false)}
      onKeyDown={({ key }) => void (isByKey.current = key !== "Enter")}
      // Its list, where one is open, has closed by then.
      onKeyUp={({ key }) => key === "Enter" && onGo(here)}
      onChange={({ target }) => onGo(target.value, isByKey.current)}
      // The browser's own: MUI's list would take the focus back from the section when it closes.
      slotProps={{ select: { native: true } }}
      sx={{ my: 1 }}
    >
      {states.map((state) => (
        <option key={state.id} value={state.id}>
          {state.title}: {wordsOf(state)}
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
  const { title, id, isFaulty, isComplete } = state;
  const [Icon, color] = isFaulty
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
      sx={ITEM}
    >
      <Box component="span" sx={{ fontWeight: 600, color: isFaulty ? "error.main" : "text.primary" }}>
        {title}
      </Box>{" "}
      <Box component="span" sx={{ display: "flex", alignItems: "center", gap: 0.5, color }}>
        <Icon sx={{ fontSize: 15 }} aria-hidden="true" />
        {wordsOf(state)}
      </Box>
    </Link>
  );
}

function useSectionStates(values: JsonObject): SectionState[] {
  const { schema, idPrefix, faultsIn } = useFormActions();
  const { references } = useSurroundings();
  const shown = useContext(ShownErrorsContext);
  return useMemo(() => {
    const fieldOf = ({ path }: { path: string[] }) => placeOf(schema, path, values, references).field;
    const isMissing = ({ path }: { path: string[] }) => isAbsent(getByPath(values, path));
    const faults = faultsIn(plainCopy(values), references);
    return sectionsOf(schema).map(({ title, fields }) => {
      const isHere = (fault: { path: string[] }) => fields.includes(fieldOf(fault));
      return {
        title,
        id: sectionId(idPrefix, title),
        errors: linesOf(
          schema,
          shown.filter((error) => isHere(error) && !isMissing(error)),
        ).size,
        isFaulty: shown.some(isHere),
        missing: faults.filter((fault) => isHere(fault) && isMissing(fault)).length,
        isComplete: ![...faults, ...shown].some(isHere),
      };
    });
  }, [schema, idPrefix, values, references, faultsIn, shown]);
}

function wordsOf({ errors, missing, isComplete }: SectionState): string {
  const parts = [
    ...(errors > 0 ? [errors === 1 ? "1 error" : `${errors} errors`] : []),
    ...(missing > 0 ? [`${missing} missing`] : []),
  ];
  return parts.join(", ") || (isComplete ? "Complete" : "Incomplete");
}

/** The section that the user is in, and the way to another. */
function useSectionInSight(ids: string[], onGo: () => void) {
  const [here, setHere] = useState(ids[0] ?? "");
  const all = ids.join(" ");
  useEffect(() => {
    const look = () => setHere(inSight(all.split(" ")) ?? "");
    document.addEventListener("scroll", look, { passive: true });
    return () => document.removeEventListener("scroll", look);
  }, [all]);
  const [aim, setAim] = useState<{ id: string; isShownOnly: boolean }>();
  // Once all is drawn: the section may just have come, or be moved by those above it.
  useEffect(() => {
    const heading = aim && document.getElementById(`${aim.id}-heading`);
    if (aim?.isShownOnly) heading?.scrollIntoView?.();
    // So that the next Tab is its first field.
    else heading?.focus();
  }, [aim]);
  const goTo = (id: string, isShownOnly = false) => {
    onGo();
    // Where the page scrolls no further, nothing else would tell.
    setHere(id);
    setAim({ id, isShownOnly });
  };
  return [here, goTo] as const;
}

/**
 * Of some sections the last whose beginning has passed the upper third of the window. At the foot of the page short
 * ones come no higher: there the one in use counts, else the last.
 */
function inSight(ids: string[]): string | undefined {
  const [upper, lower] = [window.innerHeight / 3, window.innerHeight];
  const isAbove = (line: number) => (id: string) =>
    (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < line;
  const passed = ids.findLast(isAbove(upper)) ?? ids[0];
  const page = document.documentElement;
  if (window.scrollY + lower < page.scrollHeight - 1) return passed;
  const inUse = document.activeElement;
  const isInUse = (id: string) =>
    (inUse instanceof HTMLSelectElement && inUse.value === id) ||
    document.getElementById(id)?.contains(inUse) === true;
  const low = ids.slice(ids.indexOf(passed ?? "") + 1).filter(isAbove(lower));
  return low.find(isInUse) ?? low.at(-1) ?? passed;
}

const BAR = {
  position: "sticky",
  // On a phone it stands under the page's own bar.
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

const LIST = {
  display: "flex",
  justifyContent: "space-between",
  gap: 0.5,
  m: 0,
  p: 0.5,
  listStyle: "none",
  "@media (min-width: 1200px)": { flexDirection: "column" },
};

const ITEM = {
  display: "block",
  px: 1.5,
  py: 0.75,
  borderRadius: 1,
  fontSize: "0.8125rem",
  lineHeight: 1.4,
  "&:hover": { bgcolor: "action.hover" },
  "&[aria-current]": { bgcolor: "action.selected" },
};
