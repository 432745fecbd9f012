import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { buildSuggestion, type ModelFact } from "../../../contract/models/modelFacts.ts";
import { focusField, useFormState } from "../../form/formContext.ts";
import { getFieldTitle } from "../../recordName.ts";
import { showInvisibleCharacters } from "../../ui/format.ts";
import {
  canUndo,
  getSourceName,
  ignoreDoubleClick,
  useSuggestionActions,
  useIsUploading,
  type SuggestionState,
} from "./applySuggestions.ts";

interface FieldSuggestionProps {
  fact: ModelFact;
  value: unknown;
  state: SuggestionState;
}

export function FieldSuggestion({ fact, value, state }: FieldSuggestionProps) {
  const { schema, idPrefix } = useFormState();
  const { apply, undo } = useSuggestionActions(state);
  const isUploading = useIsUploading();
  const { field } = fact;
  const suggestion = buildSuggestion(schema, fact, value);
  const title = getFieldTitle(field);
  const applyOrUndo = () => {
    if (suggestion) apply([suggestion]);
    else undo([field]);
    // The focused button disappears.
    focusField(`${idPrefix}_${field}`);
  };
  if (isUploading(field) || (!suggestion && !canUndo(state.applied, field, value))) return null;
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1, mt: 0.5 }}>
      <Typography variant="body2">
        {showInvisibleCharacters(
          suggestion
            ? `From ${getSourceName(fact)}: ${suggestion.text}`
            : `Filled in from ${getSourceName(fact)}.`,
        )}
      </Typography>
      <Button
        size="small"
        color={suggestion ? "primary" : "inherit"}
        aria-label={
          suggestion ? `Use it: ${title}, ${showInvisibleCharacters(suggestion.text)}` : `Undo: ${title}`
        }
        onClick={ignoreDoubleClick(applyOrUndo)}
      >
        {suggestion ? "Use it" : "Undo"}
      </Button>
    </Box>
  );
}
