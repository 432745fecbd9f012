import { Notification } from "react-admin";

const AUTO_HIDE = 3000;

/** A page may have its buttons in a bar at its foot; the news must not lie on them. */
const ABOVE_BARS = { mb: 13 };

/** Short news at the bottom right, announced by screen readers, gone after three seconds. */
export function Toasts() {
  return (
    <Notification
      autoHideDuration={AUTO_HIDE}
      anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
      sx={ABOVE_BARS}
      slotProps={{ clickAwayListener: { mouseEvent: false, touchEvent: false } }}
    />
  );
}
