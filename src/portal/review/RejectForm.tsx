import Autocomplete, { createFilterOptions } from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useMemo, useRef, useState, type SubmitEvent } from "react";
import { schemaOf } from "../../contract/schema/fields.ts";
import type { Rejection, StoredFile } from "../../contract/generated/entities.ts";
import validators from "../../contract/generated/validators/rejection.js";
import { check } from "../../contract/rules/check.ts";
import { keepEnter } from "../form/EntityForm.tsx";
import { useStandingFiles } from "../providers/recordQueries.ts";
import { fieldNames, fieldTitle } from "../recordName.ts";
import { filePaths } from "../ui/insideModel.ts";
import { visibleText } from "../ui/format.ts";
import { FailureNote, retryAll } from "../ui/states.tsx";
import { FINDINGS } from "./ReviewEvidence.tsx";

type Reasons = NonNullable<Rejection["reasons"]>;

interface RejectFormProps {
  recordId: string;
  reason: string;
  onReason: (reason: string) => void;
  isPending: boolean;
  onReject: (rejection: Omit<Rejection, "recordId">) => void;
  onCancel: () => void;
}

const schema = schemaOf("rejection");
const { reason: reasonField } = schema.properties;
const findings = new Set(Object.values(FINDINGS));
const fieldTitles = [...fieldNames.keys()];
const byName = new Intl.Collator("en", { numeric: true });

/**
 * The reason a record is returned for, with the names of its fields and files at hand. Each line that begins with one
 * of them is a reason of its own, which stands beside what it names and is ticked off by the vendor.
 */
export function RejectForm({ recordId, reason, onReason, isPending, onReject, onCancel }: RejectFormProps) {
  const files = useStandingFiles(recordId);
  const [fault, setFault] = useState<string>();
  const paths = useMemo(() => pathsToName(files.data?.files ?? []), [files.data]);
  const reasons = useMemo(() => reasonsIn(reason, paths), [reason, paths]);
  const named = [...new Set(reasons.map(nameOf))];
  const box = useRef<HTMLTextAreaElement>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const rejection = { reason: reason.trim(), ...(reasons.length > 0 && { reasons }) };
    const broken = faultOf({ recordId, ...rejection });
    setFault(broken);
    if (broken !== undefined) box.current?.focus();
    else if (!isPending) onReject(rejection);
  };
  const insert = (name: string) => {
    onReason(`${reason === "" ? "" : `${reason}\n`}${name}: `);
    setFault(undefined);
    // After the list has closed, which would take the focus back.
    setTimeout(() => {
      box.current?.focus();
      box.current?.setSelectionRange(box.current.value.length, box.current.value.length);
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
        inputRef={box}
        value={reason}
        onChange={(event) => onReason(event.target.value)}
        error={fault !== undefined}
        helperText={fault ?? reasonField?.description}
      />
      <Typography role="status" variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        {named.length > 0 && `The vendor ticks off, one by one: ${named.join(", ")}`}
      </Typography>
      <Stack direction="row" sx={{ gap: 2, mt: 2, flexWrap: "wrap" }}>
        <InsertName label="Name a field" names={fieldTitles} onInsert={insert} />
        <InsertName label="Name a file" names={[...paths.keys()]} onInsert={insert} />
      </Stack>
      {files.isLoadingError && (
        <FailureNote title="The list of files could not be loaded." {...retryAll([files])} />
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
 * The lines that begin with the title of a field, the path of a file or where a finding is from. One that says nothing
 * behind it is refused as it stands.
 *
 * @param paths the files' paths, by what is shown of them
 */
function reasonsIn(text: string, paths: ReadonlyMap<string, string>): Reasons {
  return text.split("\n").flatMap((line): Reasons => {
    const [, name = "", words = ""] = /^(.+?): *(.*?)\s*$/.exec(line) ?? [];
    const field = fieldNames.get(name);
    if (field !== undefined) return [{ kind: "field", name: field, text: words }];
    const path = paths.get(name);
    if (path !== undefined) return [{ kind: "file", name: path, text: words }];
    return findings.has(name) ? [{ kind: "finding", name, text: words }] : [];
  });
}

/** The paths of a record's files as its vendor knows them, each once, by what is shown of them. */
const pathsToName = (files: StoredFile[]): ReadonlyMap<string, string> =>
  new Map(
    filePaths(files)
      .toSorted(byName.compare)
      .map((path) => [visibleText(path), path]),
  );

/** What a reason is about, as the officer named it. */
const nameOf = ({ kind, name }: Reasons[number]): string =>
  kind === "field" ? fieldTitle(name) : visibleText(name);

/** What is wrong with a rejection, in the schema's words; of a line that is to be ticked off, with what it is about. */
function faultOf(rejection: Rejection): string | undefined {
  const [fault] = check(schema, validators, { ...rejection });
  const [field, index] = fault?.path ?? [];
  if (!fault || field !== "reasons") return fault?.message;
  const line = rejection.reasons?.[Number(index)];
  return `${line ? nameOf(line) : schema.properties[field]?.title}: ${fault.message}`;
}

interface InsertNameProps {
  label: string;
  names: string[];
  onInsert: (name: string) => void;
}

/** More than these nobody reads, and a long list is slow. */
const firstOnes = createFilterOptions<string>({ limit: 100 });

/** Puts a chosen name on a line of its own at the end of the reason. */
function InsertName({ label, names, onInsert }: InsertNameProps) {
  const [typed, setTyped] = useState("");
  return (
    <Autocomplete
      disablePortal
      autoHighlight
      onKeyDown={keepEnter}
      options={names}
      filterOptions={firstOnes}
      value={null}
      inputValue={typed}
      onInputChange={(_, text, cause) => cause !== "reset" && setTyped(text)}
      onChange={(_, name) => {
        setTyped("");
        if (name !== null) onInsert(name);
      }}
      noOptionsText={names.length === 0 ? "There are none." : "Nothing matches."}
      size="small"
      sx={{ flex: "1 1 240px" }}
      renderInput={(params) => <TextField {...params} label={label} />}
    />
  );
}
