import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useMemo } from "react";
import {
  compareUploads,
  groupChangesByKind,
  type ComparedFile,
  type FileChange,
  type KindChanges,
} from "../../../contract/conflicts/compareUploads.ts";
import type { ModelReport } from "../../../contract/generated/entities.ts";
import { compareReports, type ReportComparison } from "../../../contract/models/compareReports.ts";
import { showInvisibleCharacters } from "../../../contract/showInvisibleCharacters.ts";
import { useDisplayLists } from "../../record-parts/formatFieldValue.ts";
import { useModelReport, useUploadReport } from "../../model-report/UploadedModelReport.tsx";
import type { RecordRow } from "../../providers/resources/recordRow.ts";
import { useUploadFiles } from "../../providers/useVendorQuery.ts";
import { getRecordList } from "../../ui/recordName.ts";
import { capitalize, formatQuantity } from "../../ui/format.ts";
import { AreaMap } from "../../ui/maps/AreaMap.tsx";
import { CollapsibleItems, NameList } from "../../ui/NameList.tsx";
import { Pill, type StatusState } from "../../ui/status/StatusBadge.tsx";
import { formatUploadName } from "../../ui/status/VersionBadge.tsx";
import { ReviewSection } from "./ReviewSection.tsx";
import { useEarlierDelivery, useMetadataAt, type EarlierDelivery } from "./useEarlierDelivery.ts";
import { formatFieldChanges } from "./usePreviousRecordChanges.ts";

/** For a record that was delivered before: what differs from that delivery. */
export function DeliveryChanges({ record }: { record: RecordRow }) {
  const earlier = useEarlierDelivery(record);
  if (!earlier) return null;
  const isOtherRecord = earlier.recordId !== record.id;
  const name = formatUploadName(earlier.upload);
  return (
    <ReviewSection title={`Changes since ${name}${isOtherRecord ? ` of record ${earlier.recordId}` : ""}`}>
      <Box sx={{ display: "grid", gap: 1.5 }}>
        <ComparedVersions record={record} earlier={earlier} />
      </Box>
    </ReviewSection>
  );
}

function ComparedVersions({ record, earlier }: { record: RecordRow; earlier: EarlierDelivery }) {
  const { recordId, upload, latest, date } = earlier;
  const { data: after } = useModelReport(record.id);
  const { data: before } = useUploadReport(recordId, upload.uploadBatchId);
  const comparison = useMemo(() => before && after && compareReports(before, after), [before, after]);
  const newFiles = useUploadFiles(record.id, latest.uploadBatchId);
  const oldFiles = useUploadFiles(recordId, upload.uploadBatchId);
  const compared = useMemo(
    () => newFiles.data && oldFiles.data && compareUploads(newFiles.data, oldFiles.data),
    [newFiles.data, oldFiles.data],
  );
  const kindByPath = useMemo(
    () =>
      new Map([before, after].flatMap((report) => report?.files ?? []).map(({ path, kind }) => [path, kind])),
    [before, after],
  );
  const maps = [
    { name: formatUploadName(upload), report: before },
    { name: formatUploadName(latest), report: after },
  ];
  return (
    <>
      <ReviewSection title="Files" isNested>
        {compared ? (
          <FileChanges changes={groupChangesByKind(compared, kindByPath)} />
        ) : (
          <Typography role="status" variant="body2" color="textSecondary">
            {newFiles.isPending || oldFiles.isPending
              ? "Comparing the versions…"
              : "The files of these versions could not be compared."}
          </Typography>
        )}
      </ReviewSection>
      {date !== undefined && <FieldChanges record={record} date={date} />}
      {comparison && <ReportChanges comparison={comparison} />}
      {comparison?.isSameArea === false && (
        <ReviewSection title="Footprint" isNested>
          <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "repeat(auto-fit, minmax(220px, 1fr))" }}>
            {maps.map(({ name, report }) => (
              <Footprint key={name} name={name} report={report} record={record} />
            ))}
          </Box>
        </ReviewSection>
      )}
    </>
  );
}

const CHANGES: { change: FileChange; label: string; state: StatusState }[] = [
  { change: "new", label: "added", state: "good" },
  { change: "changed", label: "changed", state: "pending" },
  { change: "gone", label: "removed", state: "bad" },
];

const MAX_NAMED_FILES = 4;

const FileChanges = ({ changes }: { changes: KindChanges[] }) =>
  changes.length === 0 ? (
    <Typography variant="body2">The files are unchanged.</Typography>
  ) : (
    <Box component="ul" aria-label="Changed files by kind" sx={listStyles}>
      {changes.map(({ kind, files }) => (
        <li key={kind}>
          {capitalize(kind)}
          {CHANGES.map(({ change, label, state }) => (
            <FileNames
              key={change}
              {...{ label, state }}
              files={files.filter((file) => file.change === change)}
            />
          ))}
        </li>
      ))}
    </Box>
  );

interface FileNamesProps {
  label: string;
  state: StatusState;
  files: ComparedFile[];
}

const FileNames = ({ label, state, files }: FileNamesProps) =>
  files.length > 0 && (
    <div>
      <Pill state={state}>{`${files.length.toLocaleString("en-US")} ${label}`}</Pill>{" "}
      <NameList
        names={files.map(({ path }) => showInvisibleCharacters(path))}
        pluralNoun={`${label} files`}
        maxShown={MAX_NAMED_FILES}
      />
    </div>
  );

function FieldChanges({ record, date }: { record: RecordRow; date: string }) {
  const before = useMetadataAt(record, date);
  const lists = useDisplayLists();
  if (!before) return null;
  const lines = formatFieldChanges(before, record.currentMetadata, lists);
  return (
    <ReviewSection title="Metadata" isNested>
      {lines.length === 0 && <Typography variant="body2">The metadata is unchanged.</Typography>}
      <Lines label="Changed fields" lines={lines} />
    </ReviewSection>
  );
}

const ReportChanges = ({ comparison }: { comparison: ReportComparison }) => {
  const { changes, newFindings, goneFindings, isSameArea } = comparison;
  const isUnchanged = changes.length + newFindings.length + goneFindings.length === 0;
  return (
    <ReviewSection title="Model report" isNested>
      {isUnchanged && <Typography variant="body2">The model report is unchanged.</Typography>}
      <Lines
        label="Changed facts of the model report"
        lines={changes.map(({ label, before, after }) => `${capitalize(label)}: ${before} → ${after}`)}
      />
      {newFindings.length > 0 && (
        <>
          <Typography variant="body2">{`${formatQuantity(newFindings.length, "new finding")}:`}</Typography>
          <Lines label="New findings" lines={newFindings} />
        </>
      )}
      {goneFindings.length > 0 && (
        <>
          <Typography variant="body2">
            {`${formatQuantity(goneFindings.length, "finding")} no longer found:`}
          </Typography>
          <Lines label="Findings no longer found" lines={goneFindings} />
        </>
      )}
      {isSameArea && <Typography variant="body2">The footprint is unchanged.</Typography>}
    </ReviewSection>
  );
};

const MAX_SHOWN_LINES = 6;

const Lines = ({ label, lines }: { label: string; lines: string[] }) =>
  lines.length > 0 && (
    <Box component="ul" aria-label={label} sx={listStyles}>
      <CollapsibleItems
        items={lines}
        pluralNoun={label.toLowerCase()}
        maxShown={MAX_SHOWN_LINES}
        renderItem={(line) => (
          <li key={line}>
            <bdi>{showInvisibleCharacters(line)}</bdi>
          </li>
        )}
      />
    </Box>
  );

interface FootprintProps {
  name: string;
  report: ModelReport | undefined;
  record: RecordRow;
}

const Footprint = ({ name, report, record }: FootprintProps) => (
  <div>
    <Typography variant="body2" sx={{ fontWeight: 600, mb: 0.5 }}>
      {name}
    </Typography>
    {report?.footprint || report?.coverage ? (
      <AreaMap
        delivered={report.coverage}
        footprint={report.footprint}
        recordCounties={getRecordList(record.currentMetadata, "county")}
      />
    ) : (
      <Typography variant="body2" color="textSecondary">
        No area
      </Typography>
    )}
  </div>
);

const listStyles = {
  listStyle: "none",
  m: 0,
  p: 0,
  fontSize: "0.875rem",
  overflowWrap: "anywhere",
  "& > li": { py: 0.25 },
};
