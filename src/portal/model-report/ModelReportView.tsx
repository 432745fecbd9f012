import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMemo, useState, type ReactNode } from "react";
import type { ModelReport } from "../../contract/generated/entities.ts";
import { groupBy } from "../../contract/groupBy.ts";
import { showInvisibleCharacters } from "../../contract/showInvisibleCharacters.ts";
import { CollapsibleItems } from "../ui/NameList.tsx";
import { FileTree } from "../ui/tree/FileTree.tsx";
import type { TreeNode } from "../ui/tree/buildFileTree.ts";
import { formatQuantity } from "../ui/format.ts";

type Reference = ModelReport["references"][number];

/** In display order: references that need attention first. */
const REFERENCE_STATE_LABELS: Record<Reference["state"] | "optional", string> = {
  missing: "missing",
  elsewhere: "found in another folder",
  capitals: "found with different upper/lower case or accents",
  optional: "missing, not needed to run the model",
  outside: "on the web, not expected",
  found: "found",
};

const getReferenceState = ({ state, isOptional }: Reference): string =>
  state === "missing" && isOptional ? "optional" : state;

interface ModelReportViewProps {
  report: ModelReport;
  /** Its `ReportFindings`, unless they are shown elsewhere. */
  children?: ReactNode;
}

export function ModelReportView({ report, children }: ModelReportViewProps) {
  const factTree = useMemo(() => buildFactTree(report), [report]);
  return (
    <Stack sx={{ gap: 2 }}>
      <Typography>{formatSoftware(report)}</Typography>
      {report.footprint && <Typography>{formatFootprint(report.footprint)}</Typography>}
      {children}
      <References references={report.references} />
      {factTree.length > 0 && (
        <FileTree label="Model contents" fileNoun={["entry", "entries"]} nodes={factTree} />
      )}
    </Stack>
  );
}

interface ReportFindingsProps extends Pick<ModelReport, "findings"> {
  /** Undefined if folder layout and metadata file were not checked. */
  isLayoutValid?: boolean | undefined;
}

/** What the model lacks, or that it lacks nothing. */
export function ReportFindings({ findings, isLayoutValid }: ReportFindingsProps) {
  if (findings.length > 0) return <Findings findings={findings} />;
  if (isLayoutValid === false) return null;
  return (
    <Alert severity="success">
      {isLayoutValid ? "All files that the model needs were found." : "All referenced files were found."}
    </Alert>
  );
}

function formatSoftware({ software, totals }: ModelReport): string {
  const names = software.map(({ name, version, otherVersions, isRead }) => {
    const others = otherVersions.length > 0 ? `, also files from ${otherVersions.join(", ")}` : "";
    return `${[name, version].filter(Boolean).join(" ")}${others}${isRead ? "" : " (recognized, contents not read)"}`;
  });
  const read = `The report is based on ${formatCount(totals.read)} of ${formatCount(totals.files)} files.`;
  return names.length > 0 ? `${names.join("; ")}. ${read}` : read;
}

function formatFootprint({
  bounds: [west, south, east, north],
  areas,
  lines,
}: NonNullable<ModelReport["footprint"]>): string {
  const degrees = (value: number, positive: string, negative: string) =>
    `${Math.abs(value).toFixed(3)}° ${value < 0 ? negative : positive}`;
  const latitudes = [south, north].map((value) => degrees(value, "N", "S"));
  const longitudes = [west, east].map((value) => degrees(value, "E", "W"));
  const isBox = areas.length + lines.length === 0;
  const note = isBox ? " This is a bounding box: the files contain no outline." : "";
  return `The model covers ${latitudes.join(" to ")}, ${longitudes.join(" to ")}.${note}`;
}

const formatCount = (count: number) => count.toLocaleString("en-US");

/** In display order: the most severe first. */
const ALERT_SEVERITIES = { missing: "error", warning: "warning", note: "info" } as const;

export function Findings({ findings }: Pick<ModelReport, "findings">) {
  const bySeverity = groupBy(findings, ({ severity }): string => severity);
  return Object.entries(ALERT_SEVERITIES).map(([severity, alertSeverity]) => {
    const found = bySeverity.get(severity);
    return (
      found && (
        <Alert key={severity} severity={alertSeverity}>
          <TextList texts={found.map(({ text }) => text)} maxShown={MAX_SHOWN_FINDINGS} />
        </Alert>
      )
    );
  });
}

const MAX_SHOWN_FINDINGS = 20;

interface TextListProps {
  texts: string[];
  maxShown?: number;
}

export const TextList = ({ texts, maxShown = Infinity }: TextListProps) => (
  <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
    <CollapsibleItems
      items={texts}
      pluralNoun="findings"
      maxShown={maxShown}
      renderItem={(text) => <li key={text}>{showInvisibleCharacters(text)}</li>}
    />
  </Box>
);

const MAX_LISTED_REFERENCES = 100;

function References({ references }: Pick<ModelReport, "references">) {
  const [chosen, setChosen] = useState<string>();
  const byState = useMemo(() => groupBy(references, getReferenceState), [references]);
  if (references.length === 0) return null;
  const listed = byState.get(chosen ?? "") ?? [];
  return (
    <div>
      <Typography variant="h3">{`${formatQuantity(references.length, "reference")} to other files`}</Typography>
      <Stack
        direction="row"
        role="group"
        aria-label="Filter file references by status"
        sx={{ flexWrap: "wrap", gap: 1, mt: 1 }}
      >
        {Object.entries(REFERENCE_STATE_LABELS).map(([state, label]) => {
          const { length } = byState.get(state) ?? [];
          const isChosen = state === chosen;
          return (
            length > 0 && (
              <Chip
                key={state}
                label={`${formatCount(length)} ${label}`}
                variant={isChosen ? "filled" : "outlined"}
                color={isChosen ? "primary" : "default"}
                aria-pressed={isChosen}
                onClick={() => setChosen(isChosen ? undefined : state)}
              />
            )
          );
        })}
      </Stack>
      {listed.length > 0 && (
        <Box component="ul" aria-label="References" sx={{ mb: 0, pl: 2.5 }}>
          <CollapsibleItems
            key={chosen}
            items={listed}
            pluralNoun="references"
            maxShown={MAX_LISTED_REFERENCES}
            renderItem={(reference, index) => <li key={index}>{formatReference(reference)}</li>}
          />
        </Box>
      )}
    </div>
  );
}

const formatReference = ({ from, kind, target, found, state }: Reference) =>
  showInvisibleCharacters(
    `${from} refers to ${kind} ${target}${found && state !== "found" ? ` (found: ${found})` : ""}`,
  );

const formatCounts = (counts: { what: string; count: number }[]) =>
  counts.map(({ what, count }) => `${formatCount(count)} ${what}`).join(", ");

const getDatePart = (isoTime?: string) => isoTime?.slice(0, 10);

type FactRow = [path: string, ...facts: (string | false | undefined)[]];

const FACT_GROUPS: Record<string, (report: ModelReport) => FactRow[]> = {
  Projects: ({ projects }) =>
    projects.map(({ path, title, units, coordinateSystem }) => [
      path,
      title,
      units,
      coordinateSystem ?? "coordinate system unknown, needed only for the map",
    ]),
  Plans: ({ plans }) =>
    plans.map(({ path, title, start, end, result, isCurrent }) => [
      path,
      title,
      start && end && `${getDatePart(start)} to ${getDatePart(end)}`,
      result && (result === "missing" ? "no result file, which is optional" : `result: ${result}`),
      isCurrent && "current plan",
    ]),
  Geometries: ({ geometries }) =>
    geometries.map(({ path, title, dimensions, counts }) => [path, title, dimensions, formatCounts(counts)]),
  "Flow files": ({ flows }) => flows.map(({ path, title, counts }) => [path, title, formatCounts(counts)]),
  "Not read": ({ files }) =>
    files.filter(({ state }) => state !== "read").map(({ path, kind, reason }) => [path, kind, reason]),
};

const buildFactTree = (report: ModelReport): TreeNode[] =>
  Object.entries(FACT_GROUPS).flatMap(([name, factsOf]) => {
    const children = factsOf(report).map(([path, ...facts]) => ({
      path: `${name}/${path}`,
      name: path,
      note: facts.filter(Boolean).join(" · "),
    }));
    return children.length === 0 ? [] : [{ path: name, name, note: formatCount(children.length), children }];
  });
