import Autocomplete, { createFilterOptions } from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useMemo, useRef, useState, type SubmitEvent } from "react";
import { getSchema } from "../../contract/schema/fields.ts";
import type { Rejection, StoredFile } from "../../contract/generated/entities.ts";
import validators from "../../contract/generated/validators/rejection.js";
import { validateEntity } from "../../contract/rules/validateEntity.ts";
import { preventEnterSubmit } from "../form/EntityForm.tsx";
import { useCurrentFiles } from "../providers/recordQueries.ts";
import { fieldNamesByTitle, getFieldTitle } from "../recordName.ts";
import { listModelFilePaths } from "../ui/modelPaths.ts";
import { showInvisibleCharacters } from "../ui/format.ts";
import { ErrorAlert, buildRetryProps } from "../ui/states.tsx";
import { FINDING_SOURCES } from "./ReviewEvidence.tsx";

type Reasons = NonNullable<Rejection["reasons"]>;

interface RejectFormProps {
  recordId: string;
  reason: string;
  onReason: (reason: string) => void;
  isPending: boolean;
  onReject: (rejection: Omit<Rejection, "recordId">) => void;
  onCancel: () => void;
}

const schema = getSchema("rejection");
const { reason: reasonField } = schema.properties;
const findings = new Set(Object.values(FINDING_SOURCES));
const fieldTitles = [...fieldNamesByTitle.keys()];
const nameCollator = new Intl.Collator("en", { numeric: true });

/** Each line that starts with a field, file or finding name and a colon becomes a checklist item for the vendor. */
export function RejectForm({ recordId, reason, onReason, isPending, onReject, onCancel }: RejectFormProps) {
  const files = useCurrentFiles(recordId);
  const [error, setError] = useState<string>();
  const paths = useMemo(() => mapPathsByShownText(files.data?.files ?? []), [files.data]);
  const reasons = useMemo(() => parseReasons(reason, paths), [reason, paths]);
  const reasonNames = [...new Set(reasons.map(formatReasonName))];
  const textarea = useRef<HTMLTextAreaElement>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const rejection = { reason: reason.trim(), ...(reasons.length > 0 && { reasons }) };
    const newError = findError({ recordId, ...rejection });
    setError(newError);
    if (newError !== undefined) textarea.current?.focus();
    else if (!isPending) onReject(rejection);
  };
  const insertName = (name: string) => {
    onReason(`${reason === "" ? "" : `${reason}\n`}${name}: `);
    setError(undefined);
    // After the option list has closed: closing it moves the focus back.
    setTimeout(() => {
      textarea.current?.focus();
      textarea.current?.setSelectionRange(textarea.current.value.length, textarea.current.value.length);
    });
  };
  return (
    <Box component="form" noValidate onSubmit={submit}>
      <TextField
        label={reasonField?.title}
        required
        multiline
        minRows={4}
        maxRows={16}
        fullWidth
        autoFocus
        inputRef={textarea}
        value={reason}
        onChange={(event) => onReason(event.target.value)}
        error={error !== undefined}
        helperText={error ?? reasonField?.description}
      />
      <Typography role="status" variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        {reasonNames.length > 0 && `The vendor will see a checklist: ${reasonNames.join(", ")}`}
      </Typography>
      <Stack direction="row" sx={{ gap: 2, mt: 2, flexWrap: "wrap" }}>
        <NamePicker label="Add a field" names={fieldTitles} onInsert={insertName} />
        <NamePicker
          label="Add a file"
          names={[...paths.keys()]}
          isLoading={files.isPending}
          emptyText={files.isLoadingError ? "The files could not be loaded" : "This record has no files"}
          onInsert={insertName}
        />
      </Stack>
      {files.isLoadingError && (
        <ErrorAlert title="The list of files could not be loaded." {...buildRetryProps([files])} />
      )}
      <Stack direction="row" sx={{ gap: 1, mt: 3, flexWrap: "wrap" }}>
        <Button type="submit" variant="contained" color="error" loading={isPending}>
          Reject with this reason
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </Stack>
    </Box>
  );
}

/**
 * A line with a name but no text after it is kept, so that validation rejects it.
 *
 * @param paths file paths by their displayed text
 */
function parseReasons(text: string, paths: ReadonlyMap<string, string>): Reasons {
  return text.split("\n").flatMap((line): Reasons => {
    const [, name = "", reasonText = ""] = /^(.+?): *(.*?)\s*$/.exec(line) ?? [];
    const field = fieldNamesByTitle.get(name);
    if (field !== undefined) return [{ kind: "field", name: field, text: reasonText }];
    const path = paths.get(name);
    if (path !== undefined) return [{ kind: "file", name: path, text: reasonText }];
    return findings.has(name) ? [{ kind: "finding", name, text: reasonText }] : [];
  });
}

const mapPathsByShownText = (files: StoredFile[]): ReadonlyMap<string, string> =>
  new Map(
    listModelFilePaths(files)
      .toSorted(nameCollator.compare)
      .map((path) => [showInvisibleCharacters(path), path]),
  );

const formatReasonName = ({ kind, name }: Reasons[number]): string =>
  kind === "field" ? getFieldTitle(name) : showInvisibleCharacters(name);

function findError(rejection: Rejection): string | undefined {
  const [error] = validateEntity(schema, validators, { ...rejection });
  const [field, index] = error?.path ?? [];
  if (!error || field !== "reasons") return error?.message;
  const line = rejection.reasons?.[Number(index)];
  return `${line ? formatReasonName(line) : schema.properties[field]?.title}: ${error.message}`;
}

interface NamePickerProps {
  label: string;
  names: string[];
  isLoading?: boolean;
  /** Shown if there are no names. */
  emptyText?: string;
  onInsert: (name: string) => void;
}

// A longer list is slow to open.
const limitOptions = createFilterOptions<string>({ limit: 100 });

/** Adds the chosen name as a new line at the end of the reason. */
function NamePicker({ label, names, isLoading = false, emptyText, onInsert }: NamePickerProps) {
  const [inputText, setPendingText] = useState("");
  return (
    <Autocomplete
      disablePortal
      autoHighlight
      onKeyDown={preventEnterSubmit}
      options={names}
      filterOptions={limitOptions}
      value={null}
      inputValue={inputText}
      onInputChange={(_, text, cause) => cause !== "reset" && setPendingText(text)}
      onChange={(_, name) => {
        setPendingText("");
        if (name !== null) onInsert(name);
      }}
      loading={isLoading}
      noOptionsText={names.length === 0 ? emptyText : "No matches"}
      size="small"
      sx={{ flex: "1 1 240px" }}
      renderInput={(params) => <TextField {...params} label={label} />}
    />
  );
}
