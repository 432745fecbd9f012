import Button from "@mui/material/Button";
import { useNotify, useUpdate } from "react-admin";
import { messages } from "../../contract/messages.ts";
import type { JsonObject } from "../../contract/json.ts";
import { getSchema } from "../../contract/schema/fields.ts";
import { SchemaForm } from "../form/EntityForm.tsx";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { useFormOptions } from "../record-parts/useFormOptions.ts";
import { SectionCard } from "../ui/SectionCard.tsx";
import { ErrorAlert, formatSaveFailure, getFieldErrors } from "../ui/states.tsx";

interface AgencyFieldsProps {
  record: RecordRow;
  /** Fields that only agency admins edit. */
  names: string[];
}

export function AgencyFields({ record, names }: AgencyFieldsProps) {
  const notify = useNotify();
  const { options } = useFormOptions();
  const [update, { error, isPending }] = useUpdate<RecordRow>();
  const save = (values: JsonObject) => {
    const agencyValues = Object.fromEntries(names.map((name) => [name, values[name]]));
    // Send only changed keys: react-admin would copy the others into its cached lists, without their labels.
    const data = { etag: record.etag, currentMetadata: { ...record.currentMetadata, ...agencyValues } };
    void update(
      "records",
      { id: record.id, data, previousData: record },
      { mutationMode: "pessimistic", onSuccess: () => notify(messages.savedRecord, { type: "success" }) },
    );
  };
  return (
    <SectionCard title="Filled in by the agency">
      <SchemaForm
        key={record.id}
        schemaName="metadata"
        initialValues={record.currentMetadata}
        hiddenFields={Object.keys(getSchema("metadata").properties).filter((name) => !names.includes(name))}
        options={options}
        serverErrors={getFieldErrors(error)}
        idPrefix="agency"
        onSubmit={save}
      >
        {error && <ErrorAlert title={formatSaveFailure("The record", error)} error={error} />}
        <Button type="submit" variant="contained" loading={isPending} sx={{ mt: 2 }}>
          Save
        </Button>
      </SchemaForm>
    </SectionCard>
  );
}
