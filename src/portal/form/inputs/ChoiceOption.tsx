import CheckIcon from "@mui/icons-material/Check";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { HTMLAttributes } from "react";
import type { Option } from "../optionLists.ts";
import { isMore } from "../matches.ts";

interface ChoiceOptionProps extends HTMLAttributes<HTMLLIElement> {
  option: Option;
  isChosen: boolean;
}

/** One line of an open list of choices. */
export function ChoiceOption({ option, isChosen, ...props }: ChoiceOptionProps) {
  return (
    <li {...props}>
      <Box sx={{ flexGrow: 1 }}>
        {option.label}
        {option.detail && !isMore(option) && (
          <Typography variant="body2" color="textSecondary">
            {option.detail}
          </Typography>
        )}
      </Box>
      {isChosen && <CheckIcon fontSize="small" color="primary" aria-hidden="true" />}
    </li>
  );
}
