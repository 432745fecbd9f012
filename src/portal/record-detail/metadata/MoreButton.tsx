import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { visuallyHidden } from "../../form/visuallyHidden.ts";

interface MoreButtonProps {
  isOpen: boolean;
  /** What there is more of. */
  about: string;
  onToggle: () => void;
  children: ReactNode;
}

/** Shows the rest of a value, and hides it again. */
export const MoreButton = ({ isOpen, about, onToggle, children }: MoreButtonProps) => (
  <Button size="small" sx={{ ml: -2, display: "block" }} aria-expanded={isOpen} onClick={onToggle}>
    {children}
    <span style={visuallyHidden}>{`: ${about}`}</span>
  </Button>
);
