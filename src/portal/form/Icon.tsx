import type { MouseEventHandler } from "react";

interface IconProps {
  path: string;
  onClick?: MouseEventHandler;
}

export const Icon = ({ path, onClick }: IconProps) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" onClick={onClick}>
    <path d={path} />
  </svg>
);

export const ARROW_ICON = "M7 10l5 5 5-5z";
export const CALENDAR_ICON =
  "M20 3h-1V1h-2v2H7V1H5v2H4c-1.1 0-2 .9-2 2v16c0 1.1.9 2 2 2h16c1.1 0 2-.9 2-2V5c0-1.1-.9-2-2-2m0 18H4V10h16zm0-13H4V5h16z";
export const CLEAR_ICON =
  "M19 6.41L17.59 5 12 10.59 6.41 5 5 6.41 10.59 12 5 17.59 6.41 19 12 13.41 17.59 19 19 17.59 13.41 12z";
export const REMOVE_ICON =
  "M12 2C6.47 2 2 6.47 2 12s4.47 10 10 10 10-4.47 10-10S17.53 2 12 2zm5 13.59L15.59 17 12 13.41 8.41 17 7 15.59 10.59 12 7 8.41 8.41 7 12 10.59 15.59 7 17 8.41 13.41 12 17 15.59z";
