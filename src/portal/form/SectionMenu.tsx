import CheckIcon from "@mui/icons-material/CheckCircleOutlined";
import ErrorIcon from "@mui/icons-material/ErrorOutlined";
import PendingIcon from "@mui/icons-material/RadioButtonUncheckedOutlined";
import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import { useMemo, useSyncExternalStore, type MouseEvent } from "react";
import { useController } from "./formScope.ts";
import { sectionCounts, wordsOf, type SectionCount } from "./sectionCounts.ts";
import { sectionId } from "./sections.ts";

/** The form's sections with what is still to do in each, always in sight; each leads to its section. */
export function SectionMenu() {
  const controller = useController();
  const text = useSyncExternalStore(controller.subscribe, () => JSON.stringify(sectionCounts(controller)));
  const counts = useMemo(() => JSON.parse(text) as SectionCount[], [text]);
  return (
    <Box component="nav" aria-label="Sections of the form" sx={BAR}>
      <Box component="ul" sx={LIST}>
        {counts.map((count) => (
          <li key={count.title}>
            <SectionLink count={count} id={sectionId(controller.idPrefix, count.title)} />
          </li>
        ))}
      </Box>
    </Box>
  );
}

function SectionLink({ count, id }: { count: SectionCount; id: string }) {
  const { errors, isComplete } = count;
  const [Icon, color] =
    errors > 0
      ? [ErrorIcon, "error.main"]
      : isComplete
        ? [CheckIcon, "success.main"]
        : [PendingIcon, "text.secondary"];
  return (
    <Link href={`#${id}`} underline="none" onClick={(event) => goTo(event, id)} sx={ITEM}>
      <Box component="span" sx={{ fontWeight: 600, color: "text.primary" }}>
        {count.title}
      </Box>
      <Box component="span" sx={{ display: "flex", alignItems: "center", gap: 0.5, color }}>
        <Icon sx={{ fontSize: 15 }} aria-hidden="true" />
        {wordsOf(count)}
      </Box>
    </Link>
  );
}

/** Focuses the section's heading, so that the next Tab is its first field. */
function goTo(event: MouseEvent, id: string): void {
  const heading = document.getElementById(`${id}-heading`);
  if (!heading) return;
  event.preventDefault();
  heading.focus();
}

const BAR = {
  position: "sticky",
  // On a phone it stands under the page's own bar.
  top: { xs: 56, md: 0 },
  zIndex: 3,
  mb: 4,
  mx: { xs: -2, sm: -3, md: 0 },
  bgcolor: "background.default",
  borderBottom: 1,
  borderColor: "divider",
};

const LIST = {
  display: "flex",
  justifyContent: "space-between",
  gap: { xs: 0.5, md: 1 },
  m: 0,
  p: 0.5,
  listStyle: "none",
  overflowX: "auto",
};

const ITEM = {
  display: "block",
  px: 1,
  py: 0.75,
  borderRadius: 1,
  fontSize: "0.8125rem",
  lineHeight: 1.4,
  whiteSpace: "nowrap",
  "&:hover": { bgcolor: "action.hover" },
};
