import NotificationImportant from "@mui/icons-material/NotificationImportantOutlined";
import type { SvgIconComponent } from "@mui/icons-material";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { statuses, statusLabel, type Status } from "../../../contract/status.ts";
import { stateColors, statusLook, type State } from "./StatusBadge.tsx";

interface StatusStripProps {
  /** How many records there are in each status; undefined while that is not known. */
  counts: Record<Status, number> | undefined;
  /** The one status that is shown; undefined while all are. */
  selected: Status | undefined;
  onSelect: (status: Status | undefined) => void;
  /** What waits for its vendor, whatever its status; stands first. */
  needs: Pick<FilterProps, "count" | "isSelected" | "onToggle">;
}

/** How many records stand where, as a bar and as numbers; pressing one shows these alone, pressing it again all. */
export function StatusStrip({ counts, selected, onSelect, needs }: StatusStripProps) {
  return (
    <Box role="group" aria-label="Records by status" sx={strip}>
      <Box aria-hidden sx={bar}>
        {statuses.map((status) => (
          <Box
            key={status}
            sx={{ bgcolor: `state.${statusLook(status).state}.text`, transition: "flex-grow 200ms" }}
            style={{ flexGrow: counts?.[status], minWidth: counts?.[status] ? 4 : 0 }}
          />
        ))}
      </Box>
      <Filter label="needs you" state="info" Icon={NotificationImportant} {...needs} />
      {statuses.map((status) => (
        <Filter
          key={status}
          label={statusLabel(status)}
          {...statusLook(status)}
          count={counts?.[status]}
          isSelected={selected === status}
          onToggle={() => onSelect(selected === status ? undefined : status)}
        />
      ))}
    </Box>
  );
}

interface FilterProps {
  label: string;
  state: State;
  Icon: SvgIconComponent;
  count: number | undefined;
  isSelected: boolean;
  onToggle: () => void;
}

const Filter = ({ label, state, Icon, count, isSelected, onToggle }: FilterProps) => (
  <Button
    variant="outlined"
    color="inherit"
    startIcon={<Icon aria-hidden sx={{ color: `state.${state}.text` }} />}
    aria-pressed={isSelected}
    onClick={onToggle}
    sx={isSelected ? { ...filter, ...stateColors(state) } : filter}
  >
    <Box component="strong" sx={{ fontSize: "1.125rem", lineHeight: 1, mr: 1 }}>
      {count?.toLocaleString("en-US") ?? "–"}
    </Box>
    {label}
  </Button>
);

const strip = {
  display: "grid",
  gridTemplateColumns: {
    xs: "repeat(auto-fit, minmax(max(150px, 50% - 8px), 1fr))",
    md: "repeat(5, minmax(0, auto))",
  },
  gap: 1,
  "& > button:first-of-type": { gridColumn: { xs: "1 / -1", md: "auto" } },
};

const bar = {
  gridColumn: "1 / -1",
  display: "flex",
  gap: "2px",
  height: 6,
  borderRadius: 99,
  overflow: "hidden",
  bgcolor: "divider",
};

const filter = {
  justifyContent: "flex-start",
  minHeight: 44,
  px: 1.5,
  borderColor: "divider",
  bgcolor: "background.paper",
  fontWeight: 400,
  lineHeight: 1.25,
  textAlign: "left",
  whiteSpace: "normal",
};
