import Button from "@mui/material/Button";
import { useId, type CSSProperties, type ReactNode } from "react";

interface CardProps {
  /** Names the card among its like, for example "Contact 2". */
  title: string;
  disabled?: boolean | undefined;
  /** Without it the card cannot be removed. */
  onRemove?: (() => void) | undefined;
  /** How the inputs share the width; evenly without it. */
  columns?: string;
  children: ReactNode;
}

const EVEN = "repeat(2, minmax(0, 1fr))";

/** One entry of a list of groups: its inputs side by side where there is room. */
export function Card({ title, disabled, onRemove, columns = EVEN, children }: CardProps) {
  const titleId = useId();
  return (
    <div role="group" aria-labelledby={titleId} className="card">
      <div className="card-head">
        <span id={titleId}>{title}</span>
        {onRemove && (
          <Button
            size="small"
            color="inherit"
            disabled={disabled ?? false}
            onClick={onRemove}
            aria-label={`Remove ${title}`}
          >
            Remove
          </Button>
        )}
      </div>
      <div className="card-inputs" style={{ "--columns": columns } as CSSProperties}>
        {children}
      </div>
    </div>
  );
}
