import Box from "@mui/material/Box";
import { schemaOf, type Bag } from "../../../contract/fields.ts";
import { NO_REFERENCES } from "../../../contract/references.ts";
import { decode } from "../../../contract/wire.ts";
import { Loading } from "../../ui/Loading.tsx";
import { displayValue } from "../displayValue.ts";
import { EntryList } from "../metadata/EntryList.tsx";
import { LongText } from "../metadata/LongText.tsx";
import { useDisplayLists } from "../useDisplayLists.ts";
import { FieldChange } from "./FieldChange.tsx";

interface VersionChangesProps {
  fields: string[];
  before: Bag | null;
  after: Bag;
}

/** What one save changed, field by field; of the first version, what it began with. */
export function VersionChanges({ fields, before, after }: VersionChangesProps) {
  const lists = useDisplayLists();
  // Names of regions, agencies and software become codes by these lists: without them they would differ in vain.
  if (!lists.references && !lists.failed) return <Loading label="Loading names" />;
  const schema = schemaOf("metadata");
  const [old, now] = [before, after].map((values) => values && readValues(values, lists.references));
  if (!now || (before && !old)) return <p>This version holds values that cannot be read.</p>;
  return (
    <Box component="dl" sx={{ m: 0, mt: 1, display: "grid", gap: 1.25 }}>
      {fields.map((name) => {
        const field = schema.properties[name] ?? {};
        const texts = displayValue(field, now[name], lists);
        return (
          <Box key={name}>
            <Box component="dt" sx={{ fontSize: "0.875rem", color: "text.secondary" }}>
              {field.title}
            </Box>
            <Box component="dd" sx={value}>
              {old ? (
                <FieldChange field={field} before={displayValue(field, old[name], lists)} after={texts} />
              ) : texts.length > 1 ? (
                <EntryList entries={texts} label={field.title ?? ""} />
              ) : (
                <LongText text={texts[0] ?? ""} label={field.title ?? ""} />
              )}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}

const value = { m: 0, minWidth: 0, whiteSpace: "pre-line", overflowWrap: "anywhere" };

/** A version's values under our names; undefined where another system wrote what no codec understands. */
function readValues(values: Bag, references = NO_REFERENCES): Bag | undefined {
  try {
    return decode(schemaOf("metadata"), values, "read", references);
  } catch {
    return undefined;
  }
}
