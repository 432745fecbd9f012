import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useContext } from "react";
import { buildSuggestion, type ModelFact } from "../../../contract/models/modelFacts.ts";
import { showInvisibleCharacters } from "../../../contract/showInvisibleCharacters.ts";
import { focusField, FormValuesContext, useFormState } from "../../form/formContext.ts";
import { getFieldTitle } from "../../ui/recordName.ts";
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
  state: SuggestionState;
}

export function FieldSuggestion({ fact, state }: FieldSuggestionProps) {
  const { schema, idPrefix } = useFormState();
  const values = useContext(FormValuesContext);
  const { apply, undo } = useSuggestionActions(state);
  const isUploading = useIsUploading();
  const { field } = fact;
  const suggestion = buildSuggestion(schema, fact, values[field]);
  const title = getFieldTitle(field);
  const applyOrUndo = () => {
    if (suggestion) apply([suggestion]);
    else undo([field]);
    // The focused button disappears.
    focusField(`${idPrefix}_${field}`);
  };
  const used = canUndo(state.applied, field, values) ? state.applied[field] : undefined;
  const shown = suggestion ?? used;
  if (isUploading(field) || !shown) return null;
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1, mt: 0.5 }}>
      <Typography variant="body2">
        {showInvisibleCharacters(
          suggestion
            ? `From ${getSourceName(shown)}: ${suggestion.text}`
            : `Filled in from ${getSourceName(shown)}.`,
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
