import Box from "@mui/material/Box";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { useMemo, type ReactNode } from "react";
import type { FieldSchema } from "../../../contract/schema/fields.ts";
import { diffLists, diffTexts } from "./differences.ts";
import { EntryList, LongText } from "../MetadataValue.tsx";
import { CollapsibleItems } from "../../ui/NameList.tsx";
import type { StatusState } from "../../ui/status/StatusBadge.tsx";

interface FieldChangeProps {
  field: FieldSchema;
  /** Display texts, one per list entry. */
  before: string[];
  after: string[];
}

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
  const { added, removed, kept, isReordered } = diffLists(before, after);
  if (isReordered)
    return (
      <>
        <div>Same entries in a different order:</div>
        <EntryList entries={after} label={label} />
      </>
    );
  return (
    <>
      <EntryChanges kind="added" entries={added} label={label} />
      <EntryChanges kind="removed" entries={removed} label={label} />
      {kept > 0 && before.length > 0 && (
        <Box sx={{ color: "text.secondary" }}>{`${kept.toLocaleString("en-US")} unchanged`}</Box>
      )}
    </>
  );
}

const MAX_SHOWN_ENTRIES = 60;

interface EntryChangesProps {
  kind: "added" | "removed";
  entries: string[];
  label: string;
}

const EntryChanges = ({ kind, entries, label }: EntryChangesProps) =>
  entries.length > 0 && (
    <Box component="ul" sx={{ m: 0, pl: 0, listStyle: "none", display: "flex", flexWrap: "wrap", gap: 0.5 }}>
      <CollapsibleItems
        items={entries}
        pluralNoun={`that were ${kind}: ${label}`}
        maxShown={MAX_SHOWN_ENTRIES}
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

const MAX_WHOLE_LENGTH = 80;

function TextChange({ before, after, label }: TextChangeProps) {
  const parts = useMemo(
    () =>
      before.length > MAX_WHOLE_LENGTH && after.length > MAX_WHOLE_LENGTH
        ? diffTexts(before, after)
        : undefined,
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

/** Marks a change with text for screen readers, not by color alone. */
function Change({ kind, children }: { kind: "added" | "removed"; children: ReactNode }) {
  return (
    <Box component={kind === "added" ? "ins" : "del"} sx={kind === "added" ? addedStyles : removedStyles}>
      <span style={visuallyHidden}>{kind === "added" ? "Added: " : "Removed: "}</span>
      {children}
    </Box>
  );
}

const getTintStyles = (state: StatusState) => ({
  bgcolor: `state.${state}.ground`,
  color: `state.${state}.text`,
});

const changeStyles = { px: 0.25, borderRadius: 0.5, boxDecorationBreak: "clone" };
const addedStyles = { ...changeStyles, ...getTintStyles("good"), textDecoration: "none" };
const removedStyles = { ...changeStyles, ...getTintStyles("bad"), textDecorationThickness: "1px" };
