import { Notification } from "react-admin";

const AUTO_HIDE = 3000;

/** Short news at the bottom right, announced by screen readers, gone after three seconds. */
export function Toasts() {
  return (
    <Notification
      autoHideDuration={AUTO_HIDE}
      anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
      slotProps={{ clickAwayListener: { mouseEvent: false, touchEvent: false } }}
    />
  );
}
