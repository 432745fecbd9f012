import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useDataProvider } from "react-admin";
import { schemaOf } from "../../contract/fields.ts";
import { refusedFaults } from "../providers/refusedFaults.ts";
import { SchemaForm } from "../form/SchemaForm.tsx";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import type { RecordRow } from "../providers/recordsDialect.ts";
import { InsertName } from "./InsertName.tsx";
import { pathsToName } from "./pathsToName.ts";
import type { RecordDecision } from "./useDecision.ts";

interface RejectFormProps {
  record: RecordRow;
  decision: RecordDecision;
  onCancel: () => void;
}

const FORM = "rejection";
const NO_FILES: string[] = [];
const fieldTitles = Object.values(schemaOf("metadata").properties).flatMap(({ title }) => title ?? []);

/** The reason a record is returned for, with the names of its fields and files at hand. */
export function RejectForm({ record, decision, onCancel }: RejectFormProps) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const files = useQuery({
    queryKey: ["review-files", record.id],
    queryFn: async () => pathsToName(await dataProvider.recordFiles(record.id)),
  });
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector("textarea")?.focus(), []);
  return (
    <div ref={box}>
      <SchemaForm
        schemaName={FORM}
        idPrefix={FORM}
        initial={{ recordId: record.id }}
        omit={["recordId"]}
        faults={refusedFaults(decision.error)}
        onSubmit={({ reason }) => decision.reject(String(reason))}
      >
        <Stack direction="row" useFlexGap sx={{ gap: 2, mt: 2, flexWrap: "wrap" }}>
          <InsertName label="Name a field" names={fieldTitles} />
          <InsertName
            label="Name a file"
            names={files.data ?? NO_FILES}
            onRetry={files.isError ? () => void files.refetch() : undefined}
          />
        </Stack>
        <Stack direction="row" useFlexGap sx={{ gap: 1, mt: 3, flexWrap: "wrap" }}>
          <Button type="submit" variant="contained" color="error" loading={decision.isPending}>
            Reject with this reason
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </Stack>
      </SchemaForm>
    </div>
  );
}
