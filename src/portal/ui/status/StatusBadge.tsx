import Cancel from "@mui/icons-material/CancelOutlined";
import CheckCircle from "@mui/icons-material/CheckCircle";
import EditOutlined from "@mui/icons-material/EditOutlined";
import Schedule from "@mui/icons-material/Schedule";
import type { SvgIconComponent } from "@mui/icons-material";
import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { statusLabel, statusTone, type Status } from "../../../contract/status.ts";

export type StatusState = ReturnType<typeof statusTone>;

/** One shape per state, so that color is not the only cue. */
const stateIcons: Record<StatusState, SvgIconComponent> = {
  info: EditOutlined,
  pending: Schedule,
  good: CheckCircle,
  bad: Cancel,
};

export const getStatusStyle = (status: Status) => ({
  state: statusTone(status),
  Icon: stateIcons[statusTone(status)],
});

export function StatusBadge({ status }: { status: Status }) {
  const { state, Icon } = getStatusStyle(status);
  return (
    <Pill state={state}>
      <Icon aria-hidden sx={{ fontSize: 16 }} />
      {statusLabel(status)}
    </Pill>
  );
}

/** Neutral colors without `state`. */
export const Pill = ({ state, children }: { state?: StatusState | undefined; children: ReactNode }) => (
  <Box component="span" sx={state ? { ...pillStyles, ...getStateColors(state) } : pillStyles}>
    {children}
  </Box>
);

export const getStateColors = (state: StatusState) => ({
  bgcolor: `state.${state}.ground`,
  borderColor: `state.${state}.border`,
  color: `state.${state}.text`,
});

const pillStyles = {
  display: "inline-flex",
  alignItems: "center",
  gap: 0.5,
  px: 1,
  py: "1px",
  borderRadius: 99,
  border: 1,
  borderColor: "divider",
  color: "text.secondary",
  fontSize: "0.8125rem",
  fontWeight: 600,
  lineHeight: 1.5,
  whiteSpace: "nowrap",
};
