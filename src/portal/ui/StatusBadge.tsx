import Cancel from "@mui/icons-material/CancelOutlined";
import CheckCircle from "@mui/icons-material/CheckCircle";
import EditOutlined from "@mui/icons-material/EditOutlined";
import Schedule from "@mui/icons-material/Schedule";
import type { SvgIconComponent } from "@mui/icons-material";
import Box from "@mui/material/Box";
import { statusLabel, type Status } from "../../contract/status.ts";

/** A colour and a shape of its own for each status, so that it is told apart without seeing colours. */
const looks: Record<Status, [color: "info" | "warning" | "success" | "error", shape: SvgIconComponent]> = {
  "in progress": ["info", EditOutlined],
  pending: ["warning", Schedule],
  accepted: ["success", CheckCircle],
  rejected: ["error", Cancel],
};

/** A record's status in words, colour and shape. */
export function StatusBadge({ status }: { status: Status }) {
  const [color, Shape] = looks[status];
  return (
    <Box
      component="span"
      sx={({ vars }) => ({
        display: "inline-flex",
        alignItems: "center",
        gap: 0.75,
        px: 1.25,
        py: 0.375,
        borderRadius: 99,
        border: "1px solid",
        borderColor: `color-mix(in srgb, ${vars!.palette[color].main} 35%, transparent)`,
        backgroundColor: `color-mix(in srgb, ${vars!.palette[color].main} 9%, transparent)`,
        color: vars!.palette[color].main,
        fontSize: "0.8125rem",
        fontWeight: 600,
        lineHeight: 1.4,
        whiteSpace: "nowrap",
      })}
    >
      <Shape aria-hidden sx={{ fontSize: 16 }} />
      {statusLabel(status)}
    </Box>
  );
}
