import ErrorOutlineIcon from "@mui/icons-material/ErrorOutlined";
import HelpOutlineIcon from "@mui/icons-material/HelpOutlined";
import Chip, { type ChipProps } from "@mui/material/Chip";

const LOOKS = {
  faulty: { color: "error", variant: "outlined", icon: <ErrorOutlineIcon aria-hidden="true" /> },
  kept: { variant: "outlined", icon: <HelpOutlineIcon aria-hidden="true" /> },
} satisfies Record<string, ChipProps>;

interface EntryChipProps extends ChipProps {
  /** `faulty`: breaks a rule. `kept`: no list offers it. */
  mark?: keyof typeof LOOKS | undefined;
}

/** One entry of a list inside its input. */
export function EntryChip({ mark, ...props }: EntryChipProps) {
  return <Chip size="small" {...(mark && LOOKS[mark])} {...props} />;
}
