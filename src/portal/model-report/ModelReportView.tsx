import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMemo, useState } from "react";
import type { ModelReport } from "../../contract/generated/entities.ts";
import { groupBy } from "../../contract/groupBy.ts";
import { FirstItems } from "../ui/NameList.tsx";
import { FileTree } from "../ui/tree/FileTree.tsx";
import type { TreeNode } from "../ui/tree/fileNodes.ts";
import { visibleText } from "../ui/format.ts";

type Reference = ModelReport["references"][number];

/** The states of references, what needs attention first; the words stand for any number of them. */
const STATES: Record<Reference["state"] | "optional", string> = {
  missing: "missing",
  elsewhere: "elsewhere, path to be mended",
  capitals: "under other capitals",
  optional: "missing, not needed",
  outside: "outside by design",
  found: "found",
};

const stateOf = ({ state, isOptional }: Reference): string =>
  state === "missing" && isOptional ? "optional" : state;

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

/** The severities of findings, the gravest first, and how each looks. */
const SEVERITIES = { missing: "error", warning: "warning", note: "info" } as const;

function Findings({ findings }: Pick<ModelReport, "findings">) {
  if (findings.length === 0) return <Alert severity="success">Nothing is missing.</Alert>;
  const bySeverity = groupBy(findings, ({ severity }): string => severity);
  return Object.entries(SEVERITIES).map(([severity, look]) => {
    const found = bySeverity.get(severity);
    return (
      found && (
        <Alert key={severity} severity={look}>
          <Lines texts={found.map(({ text }) => text)} />
        </Alert>
      )
    );
  });
}

/** What was found, as a list. */
export const Lines = ({ texts }: { texts: string[] }) => (
  <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
    {texts.map((text) => (
      <li key={text}>{visibleText(text)}</li>
    ))}
  </Box>
);

/** References that are listed at once. */
const SHOWN = 100;

function References({ references }: Pick<ModelReport, "references">) {
  const [chosen, setChosen] = useState<string>();
  const found = useMemo(() => groupBy(references, stateOf), [references]);
  if (references.length === 0) return null;
  const listed = found.get(chosen ?? "") ?? [];
  return (
    <div>
      <Typography variant="h3">{`${count(references.length)} references to other files`}</Typography>
      <Stack
        direction="row"
        role="group"
        aria-label="References by state"
        sx={{ flexWrap: "wrap", gap: 1, mt: 1 }}
      >
        {Object.entries(STATES).map(([state, label]) => {
          const { length } = found.get(state) ?? [];
          const isChosen = state === chosen;
          return (
            length > 0 && (
              <Chip
                key={state}
                label={`${count(length)} ${label}`}
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

const countsText = (counts: { what: string; count: number }[]) =>
  counts.map((one) => `${count(one.count)} ${one.what}`).join(", ");

const inDays = (moment?: string) => moment?.slice(0, 10);

type Facts = [path: string, ...facts: (string | false | undefined)[]];

/** What was read, by kind: each file with what it says. */
const KINDS: Record<string, (report: ModelReport) => Facts[]> = {
  Projects: ({ projects }) =>
    projects.map(({ path, title, units, coordinateSystem }) => [
      path,
      title,
      units,
      coordinateSystem ?? "no coordinate system",
    ]),
  Plans: ({ plans }) =>
    plans.map(({ path, title, start, end, result, isCurrent }) => [
      path,
      title,
      start && end && `${inDays(start)} to ${inDays(end)}`,
      result && `result ${result}`,
      isCurrent && "current plan",
    ]),
  Geometries: ({ geometries }) =>
    geometries.map(({ path, title, dimensions, counts }) => [path, title, dimensions, countsText(counts)]),
  "Flow files": ({ flows }) => flows.map(({ path, title, counts }) => [path, title, countsText(counts)]),
  "Not read": ({ files }) =>
    files.filter(({ state }) => state !== "read").map(({ path, kind, reason }) => [path, kind, reason]),
};

const nodesOf = (report: ModelReport): TreeNode[] =>
  Object.entries(KINDS).flatMap(([name, factsOf]) => {
    const children = factsOf(report).map(([path, ...facts]) => ({
      path: `${name}/${path}`,
      name: path,
      note: facts.filter(Boolean).join(" · "),
    }));
    return children.length === 0 ? [] : [{ path: name, name, note: count(children.length), children }];
  });
