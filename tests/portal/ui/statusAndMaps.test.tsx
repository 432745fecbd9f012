import { ThemeProvider } from "@mui/material/styles";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState, type ReactNode } from "react";
import { describe, expect, it } from "vitest";
import { STATUSES, statusLabel, type Status } from "../../../src/contract/status.ts";
import { theme } from "../../../src/portal/theme.ts";
import { CountyMap } from "../../../src/portal/ui/maps/CountyMap.tsx";
import { StatusFilterBar } from "../../../src/portal/ui/status/StatusFilterBar.tsx";
import { Timeline } from "../../../src/portal/ui/status/Timeline.tsx";

const show = (part: ReactNode) => render(<ThemeProvider theme={theme}>{part}</ThemeProvider>);

describe("StatusFilterBar", () => {
  const counts = Object.fromEntries(STATUSES.map((status, index) => [status, index * 1200])) as Record<
    Status,
    number
  >;
  const DemoBar = () => {
    const [selected, setSelected] = useState<Status>();
    const [isSelected, setIsSelected] = useState(false);
    const needsAttention = { count: 4, isSelected, onToggle: () => setIsSelected(!isSelected) };
    return (
      <StatusFilterBar
        counts={counts}
        selected={selected}
        onSelect={setSelected}
        needsAttention={needsAttention}
      />
    );
  };

  it("counts the records that need attention and those in each status", () => {
    show(<DemoBar />);
    expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual([
      "4need your attention",
      ...STATUSES.map((status, index) => (index * 1200).toLocaleString("en-US") + statusLabel(status)),
    ]);
  });

  it("toggles the filter of a status", async () => {
    show(<DemoBar />);
    const rejected = screen.getByRole("button", { name: /rejected/ });
    await userEvent.click(rejected);
    expect(rejected).toHaveAttribute("aria-pressed", "true");
    await userEvent.click(rejected);
    expect(rejected).toHaveAttribute("aria-pressed", "false");
  });
});

describe("CountyMap", () => {
  const DemoMap = () => {
    const [selected, setSelected] = useState<string>();
    const countByCounty = new Map([
      ["Denton", 2],
      ["Harris", 9],
    ]);
    return <CountyMap countByCounty={countByCounty} selected={selected} onSelect={setSelected} />;
  };

  it("offers the same counts and filter as a table, most records first", async () => {
    show(<DemoMap />);
    const table = screen.getByRole("table", { hidden: true });
    const rows = within(table).getAllByRole("row", { hidden: true });
    expect(rows.map((row) => row.textContent)).toEqual(["CountyRecords", "Harris County9", "Denton County2"]);
    await userEvent.click(screen.getByText("Show as a table"));
    await userEvent.click(within(table).getByRole("button", { name: "Denton County", hidden: true }));
    expect(screen.getByText("Denton County: 2 records")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Show all counties" }));
    expect(screen.queryByText("Denton County: 2 records")).not.toBeInTheDocument();
  });

  it("fills counties with more records darker", () => {
    const { container } = show(<DemoMap />);
    const paths = [...container.querySelectorAll("path[data-step]")];
    const filled = paths.map((path) => path.getAttribute("data-step")).filter((step) => step !== "0");
    expect(paths).toHaveLength(254);
    expect(filled.toSorted()).toEqual(["2", "4"]);
  });
});

it("Timeline shows each step and marks the current one", () => {
  show(
    <Timeline
      label="Record timeline"
      steps={[
        { label: "Uploaded", state: "done", time: "2026-03-02T15:04:05Z", username: "vendor1" },
        { label: "Checked", state: "error", note: "GIS is missing" },
        { label: "Pending", state: "current" },
        { label: "Decided", state: "upcoming" },
      ]}
    />,
  );
  const steps = within(screen.getByRole("list", { name: "Record timeline" })).getAllByRole("listitem");
  expect(steps[0]).toHaveTextContent(/^UploadedMar 2nd, 2026, .* by vendor1$/);
  expect(steps[1]).toHaveTextContent("FailedGIS is missing");
  expect(steps.map((step) => step.getAttribute("aria-current"))).toEqual([null, null, "step", null]);
  expect(steps[3]).toHaveTextContent("DecidedNot yet");
});
