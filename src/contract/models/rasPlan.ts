import { Unreadable, type FileFacts, type FlowKind, type TextReader } from "./fileFacts.ts";
import { namedLike, rasVersion } from "./rasProject.ts";
import { keyedLines, momentOf } from "./textLines.ts";

const FLOW_KINDS: Record<string, FlowKind> = { f: "steady", u: "unsteady", q: "quasi-unsteady" };

/** A HEC-RAS plan: which geometry and flow it computes, and when. */
export const readRasPlan: TextReader = (text, name) => {
  const facts: FileFacts = {};
  let dss: string | undefined;
  let isPlan = false;
  for (const { key, value, number } of keyedLines(text, "=")) {
    if (key === "Plan Title") [isPlan, facts.title] = [true, value];
    if (!isPlan && number >= 20) break;
    if (key === "Program Version") facts.version = rasVersion(value);
    if (key === "Short Identifier") facts.shortId = value;
    if (key === "Simulation Date") [facts.start, facts.end] = simulated(value);
    if (key === "Geom File" && value) facts.geometry = namedLike(name, value);
    if (key === "Flow File" && value) {
      facts.boundary = namedLike(name, value);
      facts.flow = FLOW_KINDS[value.charAt(0).toLowerCase()];
    }
    if (key === "DSS File" && value && value !== "dss") dss = value;
  }
  if (!isPlan) throw new Unreadable('it is no HEC-RAS plan: "Plan Title=" is missing', 1);
  const { geometry, boundary, flow } = facts;
  return {
    ...facts,
    references: [
      ...(geometry ? [{ kind: "geometry", target: geometry }] : []),
      ...(boundary ? [{ kind: `${flow ?? "unknown"} flow`, target: boundary }] : []),
      ...(dss ? [{ kind: "time series", target: dss, isOptional: true as const }] : []),
    ],
  };
};

function simulated(value: string): [string | undefined, string | undefined] {
  const [startDay, startTime, endDay, endTime] = value.split(",");
  return [momentOf(startDay, startTime), momentOf(endDay, endTime)];
}
