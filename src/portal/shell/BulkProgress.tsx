import PlaylistAddCheckOutlined from "@mui/icons-material/PlaylistAddCheckOutlined";
import { NavLink, useLocation } from "react-router";
import { formatProgress, useBulkRunState } from "../review-queue/bulkRunState.ts";
import { routes } from "../routes.ts";

/** An entry of the side menu while selected records of the review list are processed. The list itself shows more. */
export function BulkProgress() {
  const state = useBulkRunState();
  const isListShown = useLocation().pathname === routes.review;
  if (!state.isRunning || isListShown) return null;
  return (
    <li>
      <NavLink to={routes.review}>
        <PlaylistAddCheckOutlined fontSize="small" />
        <span>{formatProgress(state)}</span>
      </NavLink>
    </li>
  );
}
