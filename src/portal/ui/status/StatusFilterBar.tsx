import NotificationImportant from "@mui/icons-material/NotificationImportantOutlined";
import type { SvgIconComponent } from "@mui/icons-material";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { STATUSES, statusLabel, type Status } from "../../../contract/status.ts";
import { getStateColors, getStatusStyle, type StatusState } from "./StatusBadge.tsx";

interface StatusFilterBarProps {
  /** Undefined while loading. */
  counts: Record<Status, number> | undefined;
  selected: Status | undefined;
  onSelect: (status: Status | undefined) => void;
  /** The first button: records in any status that need the vendor's attention. */
  needsAttention: Pick<FilterButtonProps, "count" | "isSelected" | "onToggle">;
}

/** A second press removes the filter. */
export function StatusFilterBar({ counts, selected, onSelect, needsAttention }: StatusFilterBarProps) {
  return (
    <Box role="group" aria-label="Records by status">
      <Box aria-hidden sx={barStyles}>
        {STATUSES.map((status) => (
          <Box
            key={status}
            sx={{ bgcolor: `state.${getStatusStyle(status).state}.text`, transition: "flex-grow 200ms" }}
            style={{ flexGrow: counts?.[status], minWidth: counts?.[status] ? 4 : 0 }}
          />
        ))}
      </Box>
      <Box sx={buttonRowStyles}>
        <FilterButton
          label={needsAttention.count === 1 ? "needs your attention" : "need your attention"}
          state="info"
          Icon={NotificationImportant}
          {...needsAttention}
        />
        {STATUSES.map((status) => (
          <FilterButton
            key={status}
            label={statusLabel(status)}
            {...getStatusStyle(status)}
            count={counts?.[status]}
            isSelected={selected === status}
            onToggle={() => onSelect(selected === status ? undefined : status)}
          />
        ))}
      </Box>
    </Box>
  );
}

interface FilterButtonProps {
  label: string;
  state: StatusState;
  Icon: SvgIconComponent;
  count: number | undefined;
  isSelected: boolean;
  onToggle: () => void;
}

const FilterButton = ({ label, state, Icon, count, isSelected, onToggle }: FilterButtonProps) => (
  <Button
    variant="outlined"
    color="inherit"
    startIcon={<Icon aria-hidden sx={{ color: `state.${state}.text` }} />}
    aria-pressed={isSelected}
    onClick={onToggle}
    sx={isSelected ? { ...buttonStyles, ...getStateColors(state) } : buttonStyles}
  >
    <Box component="strong" sx={{ fontSize: "1.125rem", lineHeight: 1, mr: 1 }}>
      {count?.toLocaleString("en-US") ?? "–"}
    </Box>
    {label}
  </Button>
);

/** One line that scrolls, so that on phones the first record is near the top. */
const buttonRowStyles = {
  display: { xs: "flex", md: "grid" },
  gridTemplateColumns: "repeat(5, minmax(0, auto))",
  gap: 1,
  // Room for the focus ring, which scrolling would cut off.
  m: -0.5,
  p: 0.5,
  overflowX: "auto",
};

const barStyles = {
  mb: 1,
  display: "flex",
  gap: "2px",
  height: 6,
  borderRadius: 99,
  overflow: "hidden",
  bgcolor: "divider",
};

const buttonStyles = {
  justifyContent: "flex-start",
  minHeight: 44,
  px: 1.5,
  borderColor: "divider",
  bgcolor: "background.paper",
  fontWeight: 400,
  lineHeight: 1.25,
  textAlign: "left",
  whiteSpace: { xs: "nowrap", md: "normal" },
  flexShrink: 0,
};
