import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMemo, useState } from "react";
import type { ModelReport } from "../../contract/generated/entities.ts";
import { FirstItems } from "../ui/NameList.tsx";
import { FileTree } from "../ui/tree/FileTree.tsx";
import type { TreeNode } from "../ui/tree/fileNodes.ts";
import { visibleText } from "../ui/format.ts";

type Reference = ModelReport["references"][number];

/** The states of references, what needs attention first; the words stand for any number of them. */
const STATES: { state: string; label: string; holds: (reference: Reference) => boolean }[] = [
  { state: "missing", label: "missing", holds: (one) => one.state === "missing" && !one.isOptional },
  { state: "elsewhere", label: "elsewhere, path to be mended", holds: ({ state }) => state === "elsewhere" },
  { state: "capitals", label: "under other capitals", holds: ({ state }) => state === "capitals" },
  {
    state: "optional",
    label: "missing, not needed",
    holds: (one) => one.state === "missing" && one.isOptional,
  },
  { state: "outside", label: "outside by design", holds: ({ state }) => state === "outside" },
  { state: "found", label: "found", holds: ({ state }) => state === "found" },
];

/** What a model's files say: what to look at, the references by state, and everything that was read as a tree. */
export function ModelReportView({ report }: { report: ModelReport }) {
  const nodes = useMemo(() => nodesOf(report), [report]);
  return (
    <Stack sx={{ gap: 2 }}>
      <Typography>{softwareText(report)}</Typography>
      {report.footprint && <Typography>{placeText(report.footprint)}</Typography>}
      <Findings findings={report.findings} />
      <References references={report.references} />
      {nodes.length > 0 && (
        <FileTree label="What the model's files say" leaf={["entry", "entries"]} nodes={nodes} />
      )}
    </Stack>
  );
}

function softwareText({ software, totals }: ModelReport): string {
  const names = software.map(({ name, version, otherVersions, isRead }) => {
    const others = otherVersions.length > 0 ? `, files of ${otherVersions.join(", ")}` : "";
    return `${[name, version].filter(Boolean).join(" ")}${others}${isRead ? "" : " (recognised, not read)"}`;
  });
  const read = `${count(totals.read)} of ${count(totals.files)} files were read.`;
  return names.length > 0 ? `${names.join("; ")}. ${read}` : read;
}

/** The box around the model, in degrees as maps print them. */
function placeText({ bounds: [west, south, east, north] }: NonNullable<ModelReport["footprint"]>): string {
  const degrees = (value: number, positive: string, negative: string) =>
    `${Math.abs(value).toFixed(3)}° ${value < 0 ? negative : positive}`;
  const latitudes = [south, north].map((value) => degrees(value, "N", "S"));
  const longitudes = [west, east].map((value) => degrees(value, "E", "W"));
  return `The model lies between ${latitudes.join(" and ")}, ${longitudes.join(" and ")}.`;
}

const count = (number: number) => number.toLocaleString("en-US");

const SEVERITIES = { missing: "error", warning: "warning", note: "info" } as const;

function Findings({ findings }: Pick<ModelReport, "findings">) {
  if (findings.length === 0) return <Alert severity="success">Nothing is missing.</Alert>;
  const severities = (["missing", "warning", "note"] as const).filter((severity) =>
    findings.some((finding) => finding.severity === severity),
  );
  return severities.map((severity) => (
    <Alert key={severity} severity={SEVERITIES[severity]}>
      <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: "anywhere" }}>
        {findings
          .filter((finding) => finding.severity === severity)
          .map(({ text }) => (
            <li key={text}>{visibleText(text)}</li>
          ))}
      </Box>
    </Alert>
  ));
}

/** References that are listed at once. */
const SHOWN = 100;

function References({ references }: Pick<ModelReport, "references">) {
  const [chosen, setChosen] = useState<string>();
  const states = STATES.map((one) => ({ ...one, found: references.filter(one.holds) })).filter(
    ({ found }) => found.length > 0,
  );
  if (states.length === 0) return null;
  const listed = states.find(({ state }) => state === chosen)?.found ?? [];
  return (
    <div>
      <Typography variant="h3">{`${count(references.length)} references to other files`}</Typography>
      <Stack
        direction="row"
        role="group"
        aria-label="References by state"
        sx={{ flexWrap: "wrap", gap: 1, mt: 1 }}
      >
        {states.map(({ state, label, found }) => (
          <Chip
            key={state}
            label={`${count(found.length)} ${label}`}
            variant={state === chosen ? "filled" : "outlined"}
            color={state === chosen ? "primary" : "default"}
            aria-pressed={state === chosen}
            onClick={() => setChosen(state === chosen ? undefined : state)}
          />
        ))}
      </Stack>
      {listed.length > 0 && (
        <Box component="ul" aria-label="References" sx={{ mb: 0, pl: 2.5, overflowWrap: "anywhere" }}>
          <FirstItems
            key={chosen}
            items={listed}
            noun="references"
            most={SHOWN}
            renderItem={(reference, index) => <li key={index}>{referenceText(reference)}</li>}
          />
        </Box>
      )}
    </div>
  );
}

const referenceText = ({ from, kind, target, found, state }: Reference) =>
  visibleText(`${from}: ${kind} ${target}${found && state !== "found" ? ` → ${found}` : ""}`);

const group = (name: string, children: TreeNode[]): TreeNode[] =>
  children.length === 0 ? [] : [{ path: name, name, note: count(children.length), children }];

const leaf = (folder: string, path: string, facts: (string | false | undefined)[]): TreeNode => ({
  path: `${folder}/${path}`,
  name: path,
  note: facts.filter(Boolean).join(" · "),
});

const countsText = (counts: { what: string; count: number }[]) =>
  counts.map((one) => `${count(one.count)} ${one.what}`).join(", ");

const inDays = (moment?: string) => moment?.slice(0, 10);

function nodesOf(report: ModelReport): TreeNode[] {
  const unread = report.files.filter(({ state }) => state !== "read");
  return [
    ...group(
      "Projects",
      report.projects.map(({ path, title, units, coordinateSystem }) =>
        leaf("Projects", path, [title, units, coordinateSystem ?? "no coordinate system"]),
      ),
    ),
    ...group(
      "Plans",
      report.plans.map(({ path, title, start, end, result, isCurrent }) =>
        leaf("Plans", path, [
          title,
          start && end && `${inDays(start)} to ${inDays(end)}`,
          result && `result ${result}`,
          isCurrent && "current plan",
        ]),
      ),
    ),
    ...group(
      "Geometries",
      report.geometries.map(({ path, title, dimensions, counts }) =>
        leaf("Geometries", path, [title, dimensions, countsText(counts)]),
      ),
    ),
    ...group(
      "Flow files",
      report.flows.map(({ path, title, counts }) => leaf("Flow files", path, [title, countsText(counts)])),
    ),
    ...group(
      "Not read",
      unread.map(({ path, kind, reason }) => leaf("Not read", path, [kind, reason])),
    ),
  ];
}
