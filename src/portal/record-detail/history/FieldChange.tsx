import Box from "@mui/material/Box";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { useMemo, type ReactNode } from "react";
import type { FieldSchema } from "../../../contract/schema/fields.ts";
import { listDifference, textDifference } from "./differences.ts";
import { EntryList, LongText } from "../MetadataValue.tsx";
import { FirstItems } from "../../ui/NameList.tsx";
import type { State } from "../../ui/status/StatusBadge.tsx";

interface FieldChangeProps {
  field: FieldSchema;
  /** The values' texts: one for each entry of a list. */
  before: string[];
  after: string[];
}

/** What became of one field: entries of a list, words of a long text, or one value in place of another. */
export function FieldChange({ field, before, after }: FieldChangeProps) {
  if (field.type === "array") return <ListChange before={before} after={after} label={field.title ?? ""} />;
  return <TextChange before={before[0] ?? ""} after={after[0] ?? ""} label={field.title ?? ""} />;
}

interface ListChangeProps {
  before: string[];
  after: string[];
  label: string;
}

function ListChange({ before, after, label }: ListChangeProps) {
  const { added, removed, kept, isReordered } = listDifference(before, after);
  if (isReordered)
    return (
      <>
        <div>The same entries in another order:</div>
        <EntryList entries={after} label={label} />
      </>
    );
  return (
    <>
      <Entries kind="added" entries={added} label={label} />
      <Entries kind="removed" entries={removed} label={label} />
      {kept > 0 && before.length > 0 && (
        <Box sx={{ color: "text.secondary" }}>{`${kept.toLocaleString("en-US")} unchanged`}</Box>
      )}
    </>
  );
}

const MOST_ENTRIES = 60;

interface EntriesProps {
  kind: "added" | "removed";
  entries: string[];
  label: string;
}

const Entries = ({ kind, entries, label }: EntriesProps) =>
  entries.length > 0 && (
    <Box component="ul" sx={{ m: 0, pl: 0, listStyle: "none", display: "flex", flexWrap: "wrap", gap: 0.5 }}>
      <FirstItems
        items={entries}
        noun={`that were ${kind}: ${label}`}
        most={MOST_ENTRIES}
        renderItem={(entry, index) => (
          <li key={index}>
            <Change kind={kind}>
              <span aria-hidden="true">{kind === "added" ? "+ " : "− "}</span>
              <bdi>{entry}</bdi>
            </Change>
          </li>
        )}
      />
    </Box>
  );

interface TextChangeProps {
  before: string;
  after: string;
  label: string;
}

/** Shorter values are read whole, one after the other. */
const SHORT = 80;

function TextChange({ before, after, label }: TextChangeProps) {
  const parts = useMemo(
    () => (before.length > SHORT && after.length > SHORT ? textDifference(before, after) : undefined),
    [before, after],
  );
  if (parts)
    return (
      <bdi>
        {parts.map(({ kind, text }, index) =>
          kind === "added" || kind === "removed" ? (
            <Change key={index} kind={kind}>
              {text}
            </Change>
          ) : (
            <span key={index}>{text}</span>
          ),
        )}
      </bdi>
    );
  return (
    <>
      {before !== "" && (
        <Change kind="removed">
          <LongText text={before} label={`${label}, before`} />
        </Change>
      )}
      {before !== "" && after !== "" && " "}
      {after !== "" && (
        <Change kind="added">
          <LongText text={after} label={label} />
        </Change>
      )}
    </>
  );
}

/** Something that was added or removed, told apart by a sign and in words, not by its colour alone. */
function Change({ kind, children }: { kind: "added" | "removed"; children: ReactNode }) {
  return (
    <Box component={kind === "added" ? "ins" : "del"} sx={kind === "added" ? added : removed}>
      <span style={visuallyHidden}>{kind === "added" ? "Added: " : "Removed: "}</span>
      {children}
    </Box>
  );
}

const tint = (state: State) => ({ bgcolor: `state.${state}.ground`, color: `state.${state}.text` });

const shape = { px: 0.25, borderRadius: 0.5, boxDecorationBreak: "clone" };
const added = { ...shape, ...tint("good"), textDecoration: "none" };
const removed = { ...shape, ...tint("bad"), textDecorationThickness: "1px" };
