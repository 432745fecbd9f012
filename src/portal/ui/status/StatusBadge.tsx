import Cancel from "@mui/icons-material/CancelOutlined";
import CheckCircle from "@mui/icons-material/CheckCircle";
import EditOutlined from "@mui/icons-material/EditOutlined";
import Schedule from "@mui/icons-material/Schedule";
import type { SvgIconComponent } from "@mui/icons-material";
import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { statusLabel, statusState, type Status } from "../../../contract/status.ts";

export type State = ReturnType<typeof statusState>;

/** A shape of its own for each state, so that it is told apart without seeing colours. */
const icons: Record<State, SvgIconComponent> = {
  info: EditOutlined,
  pending: Schedule,
  good: CheckCircle,
  bad: Cancel,
};

/** The colours and the shape of a status. */
export const statusLook = (status: Status) => ({
  state: statusState(status),
  Icon: icons[statusState(status)],
});

/** A record's status in words, colour and shape. */
export function StatusBadge({ status }: { status: Status }) {
  const { state, Icon } = statusLook(status);
  return (
    <Mark state={state}>
      <Icon aria-hidden sx={{ fontSize: 16 }} />
      {statusLabel(status)}
    </Mark>
  );
}

/** A word or two about something, set apart in the colours of a state; without one, in quiet ones. */
export const Mark = ({ state, children }: { state?: State | undefined; children: ReactNode }) => (
  <Box component="span" sx={state ? { ...mark, ...stateColors(state) } : mark}>
    {children}
  </Box>
);

export const stateColors = (state: State) => ({
  bgcolor: `state.${state}.ground`,
  borderColor: `state.${state}.border`,
  color: `state.${state}.text`,
});

const mark = {
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
