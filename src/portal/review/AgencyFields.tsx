import Button from "@mui/material/Button";
import { useMemo } from "react";
import { useNotify, useUpdate } from "react-admin";
import { messages } from "../../contract/messages.ts";
import { schemaOf, type JsonObject } from "../../contract/schema/fields.ts";
import { listedOptions, usePlaceOptions } from "../form/options/optionLists.ts";
import { SchemaForm } from "../form/EntityForm.tsx";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { useReferences } from "../providers/useAnswer.ts";
import { SectionCard } from "../ui/SectionCard.tsx";
import { FailureNote, refusedFaults } from "../ui/states.tsx";

interface AgencyFieldsProps {
  record: RecordRow;
  /** The names of the fields that the agency's admins edit. */
  names: string[];
}

/** What the agency itself says of a record, in whatever status it is. */
export function AgencyFields({ record, names }: AgencyFieldsProps) {
  const notify = useNotify();
  const { data: places } = usePlaceOptions();
  const { data: references } = useReferences();
  const options = useMemo(() => ({ ...places, ...listedOptions({ ...references }) }), [places, references]);
  const [update, { error, isPending }] = useUpdate<RecordRow>();
  const save = (values: JsonObject) => {
    const own = Object.fromEntries(names.map((name) => [name, values[name]]));
    // Without the rest: react-admin puts a copy of it into its lists, and the names in a copy are no longer found.
    const data = { etag: record.etag, currentMetadata: { ...record.currentMetadata, ...own } };
    void update(
      "records",
      { id: record.id, data, previousData: record },
      { mutationMode: "pessimistic", onSuccess: () => notify(messages.savedRecord, { type: "success" }) },
    );
  };
  return (
    <SectionCard title="From the agency">
      <SchemaForm
        key={record.id}
        schemaName="metadata"
        initial={record.currentMetadata}
        omit={Object.keys(schemaOf("metadata").properties).filter((name) => !names.includes(name))}
        options={options}
        faults={refusedFaults(error)}
        idPrefix="agency"
        onSubmit={save}
      >
        {error && <FailureNote title="The record was not saved." error={error} />}
        <Button type="submit" variant="contained" loading={isPending} sx={{ mt: 2 }}>
          Save
        </Button>
      </SchemaForm>
    </SectionCard>
  );
}
