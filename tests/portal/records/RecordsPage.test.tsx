import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { buildTextsKey } from "../../../src/portal/providers/draft.ts";
import { RecordsPage } from "../../../src/portal/records/RecordsPage.tsx";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { EARLIER_KEY, storeDeviceDraft, storeDraft, WITHOUT_DRAFTS } from "../../support/draftService.ts";
import { renderScreen } from "../../support/renderApp.tsx";
import { aWireConflict, recordAnswers } from "./recordAnswers.ts";

const buildNamedRow = (modelName: string, overrides = {}) =>
  aWireRecord({ ...overrides, metadata: { modelName } });

/** In development, react-admin logs each failed call to the console. */
const silenceConsoleErrors = () => vi.spyOn(console, "error").mockImplementation(() => undefined);

describe("RecordsPage", () => {
  it("shows the heading and a loader until the records are loaded", async () => {
    renderScreen(<RecordsPage />, { answers: recordAnswers([buildNamedRow("Denton Creek")]) });
    expect(screen.getByRole("heading", { level: 1, name: "Metadata Records" })).toHaveFocus();
    expect(screen.getByText(/Loading your records/)).toBeVisible();
    expect(await screen.findByRole("link", { name: "Denton Creek" })).toBeVisible();
    expect(screen.queryByText(/Loading/)).not.toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Create +" })).toHaveAttribute("href", "/app/form/new");
  });

  it("shows summary, counties and cities on a card", async () => {
    const record = aWireRecord({ metadata: { county: ["Denton", "Wise"], city: ["Justin", "Roanoke"] } });
    renderScreen(<RecordsPage />, { answers: recordAnswers([record]) });
    const card = (await screen.findByRole("link", { name: "Denton Creek" })).closest("li")!;
    expect(card).toHaveTextContent("Denton County, Wise County");
    expect(card).toHaveTextContent("Justin, Roanoke");
    expect(within(card).getByText(/Unsteady 2D model/)).toHaveStyle({ WebkitLineClamp: 3 });
  });

  it.each([
    ["in progress", "in progress", "Last updated on", "/app/form/7"],
    ["pending", "pending admin acceptance", "Uploaded on", "/app/view/7"],
    ["accepted", "accepted", "Uploaded on", "/app/view/7"],
    ["rejected", "rejected", "Uploaded on", "/app/view/7"],
  ] as const)("shows badge, date and link of a record with status %s", async (status, badge, label, path) => {
    const timeOfLastStatusChange = "2026-03-02T15:04:05";
    renderScreen(<RecordsPage />, {
      answers: recordAnswers([aWireRecord({ id: "7", status, timeOfLastStatusChange })]),
    });
    const link = await screen.findByRole("link", { name: "Denton Creek" });
    expect(link).toHaveAttribute("href", path);
    const card = link.closest("li")!;
    expect(within(card).getByText(badge)).toBeVisible();
    expect(card).toHaveTextContent(`${label} March 2nd 2026, 3:04 pm`);
  });

  it("shows the time zone in the tooltip of a card's time, which opens the record on click", async () => {
    const timeOfLastStatusChange = "2026-03-02T15:04:05";
    const { user, path } = renderScreen(<RecordsPage />, {
      answers: recordAnswers([aWireRecord({ id: "7", timeOfLastStatusChange })]),
    });
    const time = await screen.findByText("March 2nd 2026, 3:04 pm");
    expect(time.title).toMatch(/^March 2, 2026 at 3:04:05\sPM [A-Z]{3,4}\S*$/);
    const pressed: boolean[] = [];
    const link = screen.getByRole("link", { name: "Denton Creek" });
    const onPress = (event: MouseEvent) => {
      pressed.push(event.ctrlKey);
      event.preventDefault();
    };
    link.addEventListener("click", onPress, { once: true });
    fireEvent.click(time, { ctrlKey: true });
    expect(pressed).toEqual([true]);
    expect(path()).not.toBe("/app/form/7");
    await user.click(time);
    await waitFor(() => expect(path()).toBe("/app/form/7"));
  });

  it("shows a first-time hint if there are no records", async () => {
    renderScreen(<RecordsPage />, { answers: recordAnswers([]) });
    expect(await screen.findByText("No records found")).toBeVisible();
    expect(screen.getByRole("link", { name: /how records and uploads work/ })).toHaveAttribute(
      "href",
      "/app/about",
    );
    expect(screen.getByText(/First time here/)).toBeVisible();
    expect(screen.getByText("Click Create + to describe your first model.")).toBeVisible();
    expect(screen.getAllByRole("link", { name: "Create +" })).toHaveLength(2);
  });

  it("offers Retry when the records could not be loaded", async () => {
    silenceConsoleErrors();
    let isFailing = true;
    const list = () =>
      isFailing ? new ApiError("The store is being cleaned.", 503) : [buildNamedRow("Denton Creek")];
    const { user } = renderScreen(<RecordsPage />, {
      answers: { ...recordAnswers([]), [endpoints.listRecords.path]: list },
    });
    expect(await screen.findByRole("alert")).toHaveTextContent("The store is being cleaned.");
    isFailing = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByRole("link", { name: "Denton Creek" })).toBeVisible();
  });

  it("polls at the configured interval and keeps the search and the records", async () => {
    silenceConsoleErrors();
    let answer: () => ReturnType<typeof aWireRecord>[] | Error = () => [buildNamedRow("Denton Creek")];
    const { user, askedFor } = renderScreen(<RecordsPage />, {
      config: { refreshInterval: 60 },
      answers: { ...recordAnswers([]), [endpoints.listRecords.path]: () => answer() },
    });
    await screen.findByRole("link", { name: "Denton Creek" });
    await user.type(screen.getByRole("searchbox", { name: "Search by name or ID" }), "denton");
    answer = () => [buildNamedRow("Denton Creek"), buildNamedRow("Upper Denton", { id: "2" })];
    expect(await screen.findByRole("link", { name: "Upper Denton" })).toBeVisible();
    expect(screen.getByRole("searchbox")).toHaveValue("denton");
    answer = () => new ApiError("down", 500);
    const before = askedFor(endpoints.listRecords.path).length;
    await waitFor(() => expect(askedFor(endpoints.listRecords.path).length).toBeGreaterThan(before + 1));
    expect(screen.getByRole("link", { name: "Upper Denton" })).toBeVisible();
    expect(askedFor(endpoints.listConflicts.path).length).toBeGreaterThan(1);
  });
});

describe("RecordsPage, filters", () => {
  const rows = [
    buildNamedRow("Denton Creek", { id: "1", status: "accepted" }),
    buildNamedRow("Pecan Bayou", { id: "2", status: "rejected" }),
    buildNamedRow("Salt Fork", { id: "3" }),
  ];
  const names = () => screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);

  it("filters by status and removes the filter on a second press", async () => {
    const { user } = renderScreen(<RecordsPage />, { answers: recordAnswers(rows) });
    const accepted = await screen.findByRole("button", { name: /1\s*accepted/ });
    expect(screen.getByRole("button", { name: /0\s*pending/ })).toBeVisible();
    await user.click(accepted);
    await waitFor(() => expect(names()).toEqual(["Denton Creek"]));
    expect(accepted).toHaveAttribute("aria-pressed", "true");
    await user.click(accepted);
    await waitFor(() => expect(names()).toHaveLength(3));
  });

  it("filters records that need attention, such as rejected ones", async () => {
    const { user } = renderScreen(<RecordsPage />, { answers: recordAnswers(rows) });
    await user.click(await screen.findByRole("button", { name: /^1 ?needs your attention$/ }));
    await waitFor(() => expect(names()).toEqual(["Pecan Bayou"]));
    expect(screen.getByText("Read why the model was rejected")).toBeVisible();
  });

  it("reads the filter from the URL", async () => {
    const filter = encodeURIComponent(JSON.stringify({ q: "fork" }));
    renderScreen(<RecordsPage />, {
      at: `/app/?filter=${filter}&page=1&perPage=100000&sort=timeOfLastStatusChange&order=DESC`,
      route: "/app/",
      answers: recordAnswers(rows),
    });
    expect(await screen.findByRole("link", { name: "Salt Fork" })).toBeVisible();
    expect(names()).toEqual(["Salt Fork"]);
    expect(screen.getByRole("searchbox")).toHaveValue("fork");
  });

  it("announces the number of results to screen readers", async () => {
    const { user } = renderScreen(<RecordsPage />, { answers: recordAnswers(rows) });
    await user.click(await screen.findByRole("button", { name: /1\s*accepted/ }));
    const count = await screen.findByText("1 of 3 records");
    expect(count).toHaveAttribute("role", "status");
    await user.click(screen.getByRole("button", { name: /1\s*accepted/ }));
    await waitFor(() => expect(count).toHaveTextContent(/^3 records$/));
  });

  it("sorts the cards", async () => {
    const { user } = renderScreen(<RecordsPage />, { answers: recordAnswers(rows) });
    await user.click(await screen.findByRole("combobox", { name: "Sort by" }));
    await user.click(screen.getByRole("option", { name: "Name, Z to A" }));
    await waitFor(() => expect(names()).toEqual(["Salt Fork", "Pecan Bayou", "Denton Creek"]));
  });
});

describe("RecordCard", () => {
  it("shows why the record needs attention even after the banner was dismissed", async () => {
    const record = aWireRecord({ id: "7" });
    const twoUploads = [
      aWireConflict({ recordId: "7" }),
      aWireConflict({ recordId: "7", uploadId: "12", uploadBatchId: "b" }),
    ];
    const { user } = renderScreen(<RecordsPage />, {
      answers: recordAnswers([record], { [endpoints.listConflicts.path]: twoUploads }),
    });
    await user.click(await screen.findByRole("button", { name: /Dismiss/ }));
    expect(screen.getByText("2 uploads conflict")).toBeVisible();
  });

  it("shows the upload date of a decided record", async () => {
    const decided = { status: "accepted", timeOfLastStatusChange: "2026-05-20T09:00:00" } as const;
    const record = aWireRecord({ ...decided, uploaded: "2026-03-02T15:04:05" });
    renderScreen(<RecordsPage />, { answers: recordAnswers([record]) });
    const card = (await screen.findByRole("link", { name: "Denton Creek" })).closest("li")!;
    expect(card).toHaveTextContent("Uploaded on March 2nd 2026, 3:04 pm");
  });

  it("shows the last update of a record in progress even after an earlier upload", async () => {
    const record = aWireRecord({
      timeOfLastStatusChange: "2026-05-20T09:00:00",
      uploaded: "2026-03-02T15:04:05",
    });
    renderScreen(<RecordsPage />, { answers: recordAnswers([record]) });
    const card = (await screen.findByRole("link", { name: "Denton Creek" })).closest("li")!;
    expect(card).toHaveTextContent("Last updated on May 20th 2026, 9:00 am");
  });

  it("marks unread messages and a rejected upload as needing attention", async () => {
    const refused = new Date(Date.now() - 10 * 60_000).toISOString();
    const rows = [
      buildNamedRow("Denton Creek", { id: "1", uploadRefused: refused }),
      buildNamedRow("Pecan Bayou", { id: "2", unreadMessages: 2 }),
      buildNamedRow("Salt Fork", { id: "3", unreadMessages: 0 }),
    ];
    renderScreen(<RecordsPage />, { answers: recordAnswers(rows) });
    expect(await screen.findByText("Upload refused 10 minutes ago: read why")).toBeVisible();
    expect(screen.getByText("2 unread messages")).toBeVisible();
    expect(screen.getByRole("button", { name: /^2 ?need your attention$/ })).toBeVisible();
  });

  it("shows why an upload was rejected, clamped to two lines", async () => {
    const uploadRefused = new Date(Date.now() - 10 * 60_000).toISOString();
    const row = aWireRecord({ uploadRefused, uploadError: "GIS is missing" });
    renderScreen(<RecordsPage />, { answers: recordAnswers([row]) });
    expect(await screen.findByText("Upload refused 10 minutes ago: GIS is missing")).toHaveStyle({
      WebkitLineClamp: 2,
    });
  });

  it("shows no rejected upload after the agency's decision", async () => {
    const uploadRefused = new Date(Date.now() - 10 * 60_000).toISOString();
    const record = aWireRecord({ status: "accepted", uploadRefused });
    renderScreen(<RecordsPage />, { answers: recordAnswers([record]) });
    expect(await screen.findByRole("link", { name: "Denton Creek" })).toBeVisible();
    expect(screen.queryByText(/Upload refused/)).not.toBeInTheDocument();
  });

  it("clamps a long name and makes invisible characters visible", async () => {
    renderScreen(<RecordsPage />, {
      answers: recordAnswers([buildNamedRow(`gnp.\u202Eexe ${"x".repeat(400)}`)]),
    });
    const heading = await screen.findByRole("heading", { level: 2, name: /^gnp\.⟨U\+202E⟩exe/ });
    expect(heading).toHaveStyle({ WebkitLineClamp: 2 });
    expect(heading).toHaveAttribute("dir", "auto");
  });
});

describe("RecordCard, many counties", () => {
  const counties = ["Anderson", "Bastrop", "Comanche", "Dickens", "Edwards", "Franklin", "Guadalupe", "Hays"];

  it.each([
    ["while name and identifier are unchanged", {}, ["Denton Creek", "Denton Creek (copy)"]],
    ["not after its name is changed", { modelName: "Elm Fork" }, ["Denton Creek", "Elm Fork"]],
    [
      "not after its identifier is changed",
      { modelIdentifier: "030000000002" },
      ["Denton Creek", "Denton Creek"],
    ],
  ])("marks a duplicate as a copy, %s", async (_, metadata, names) => {
    const rows = [aWireRecord({ id: "9" }), aWireRecord({ id: "10", metadata })];
    const { user } = renderScreen(<RecordsPage />, { answers: recordAnswers(rows) });
    const listHeadings = () =>
      screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
    await waitFor(() => expect(listHeadings()).toEqual(names));
    await user.click(screen.getByRole("button", { name: "Table" }));
    const listCells = () =>
      screen
        .getAllByRole("row")
        .slice(1)
        .map((row) => within(row).getAllByRole("cell")[1]!.textContent);
    await waitFor(() => expect(listCells()).toEqual(names));
  });

  it("shows the county names that fit, and all of them after a click", async () => {
    const record = aWireRecord({ metadata: { county: counties, city: [] } });
    const { user } = renderScreen(<RecordsPage />, { answers: recordAnswers([record]) });
    const more = await screen.findByRole("button", { name: "and 3 more counties" });
    expect(more).toHaveTextContent("and 3 more");
    expect(more).toHaveAttribute("aria-expanded", "false");
    act(() => more.focus());
    await user.keyboard("{Enter}");
    expect(screen.getByText(/Hays County/)).toHaveTextContent(
      counties.map((county) => `${county} County`).join(", "),
    );
    await user.click(screen.getByRole("button", { name: "Show fewer counties" }));
    expect(screen.queryByText(/Hays County/)).not.toBeInTheDocument();
  });
});

describe("RecordsPage, search", () => {
  const rows = [
    aWireRecord({ id: "41", metadata: { modelName: "Denton Creek", modelIdentifier: "030000000001" } }),
    aWireRecord({ id: "52", metadata: { modelName: "Pecan Bayou", modelIdentifier: "080000000002" } }),
  ];

  it.each([
    ["a part of the name, whatever its case", "PECAN"],
    ["the model's identifier", "0800000"],
    ["the record's id", "52"],
  ])("finds a record by %s", async (_, term) => {
    const { user } = renderScreen(<RecordsPage />, { answers: recordAnswers(rows) });
    await user.type(await screen.findByPlaceholderText("Search by name or ID"), term);
    await waitFor(() => expect(screen.queryByRole("link", { name: "Denton Creek" })).not.toBeInTheDocument());
    expect(screen.getByRole("link", { name: "Pecan Bayou" })).toBeVisible();
  });

  it("shows No records found with the search text", async () => {
    const { user } = renderScreen(<RecordsPage />, { answers: recordAnswers(rows) });
    await user.type(await screen.findByRole("searchbox"), "zzz");
    expect(await screen.findByText("No records found")).toBeVisible();
    expect(await screen.findByText(/Nothing matches “zzz”/)).toBeVisible();
  });
});

it("RecordsPage shows a record with an unknown status and no date", async () => {
  const odd: JsonObject = {
    ...buildNamedRow("Odd Creek", { id: "2" }),
    status: "no such status",
    upload_refused: "yesterday",
  };
  delete odd["most_recent_status_update"];
  renderScreen(<RecordsPage />, { answers: recordAnswers([buildNamedRow("Denton Creek"), odd]) });
  expect(await screen.findByRole("link", { name: "Denton Creek" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Odd Creek" })).toBeVisible();
  expect(screen.getByText("no such status")).toBeVisible();
});

it("RecordsPage accepts a number as search text in the URL", async () => {
  renderScreen(<RecordsPage />, {
    at: '/app/?filter={"q":480}',
    route: "/app/",
    answers: recordAnswers([buildNamedRow("Denton Creek")]),
  });
  expect(await screen.findByText(/Nothing matches “480”/)).toBeVisible();
});

describe("ConflictBanners", () => {
  const twoUploads = [aWireConflict(), aWireConflict({ uploadId: "12", uploadBatchId: "b" })];
  const withConflicts = (conflicts = twoUploads) => ({
    ...recordAnswers([buildNamedRow("Denton Creek", { status: "pending" })]),
    [endpoints.listConflicts.path]: conflicts,
  });

  it("show the model's name and a link to resolve the conflict", async () => {
    renderScreen(<RecordsPage />, { answers: withConflicts() });
    expect(await screen.findByText("Multiple Uploads Detected")).toBeVisible();
    expect(screen.getByText(/^Multipled conflicting uploads were detected for/)).toBeVisible();
    expect(screen.getByRole("link", { name: /Resolve Now/ })).toHaveAttribute("href", "/app/view/1");
  });

  it("show three of many conflicts, and the others after a click", async () => {
    const ids = ["1", "2", "3", "4", "5"];
    const { user } = renderScreen(<RecordsPage />, {
      answers: {
        ...recordAnswers(ids.map((id) => buildNamedRow(`Model ${id}`, { id, status: "pending" }))),
        [endpoints.listConflicts.path]: ids.flatMap((recordId) =>
          ["a", "b"].map((uploadBatchId) =>
            aWireConflict({ recordId, uploadId: `${recordId}${uploadBatchId}`, uploadBatchId }),
          ),
        ),
      },
    });
    const banners = () => screen.getAllByText("Multiple Uploads Detected").length;
    const more = (count: number) => `and ${count} more records with conflicting uploads`;
    await user.click(await screen.findByRole("button", { name: more(2) }));
    expect(banners()).toBe(5);
    await user.click(screen.getByRole("button", { name: "Show fewer records with conflicting uploads" }));
    expect(banners()).toBe(3);
    await user.click(screen.getByRole("button", { name: "Dismiss: Model 1" }));
    expect(screen.getByRole("button", { name: more(1) })).toBeVisible();
  });

  it("are not shown for versions within one upload", async () => {
    renderScreen(<RecordsPage />, {
      answers: withConflicts([aWireConflict(), aWireConflict({ uploadId: "12" })]),
    });
    await screen.findByRole("link", { name: "Denton Creek" });
    expect(screen.queryByText("Multiple Uploads Detected")).not.toBeInTheDocument();
  });

  it("stay dismissed until another upload arrives", async () => {
    const conflicts = [...twoUploads];
    const { user } = renderScreen(<RecordsPage />, {
      config: { refreshInterval: 60 },
      answers: { ...withConflicts(), [endpoints.listConflicts.path]: () => [...conflicts] },
    });
    await user.click(await screen.findByRole("button", { name: /Dismiss/ }));
    await waitFor(() => expect(screen.queryByText("Multiple Uploads Detected")).not.toBeInTheDocument());
    expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
    conflicts.push(aWireConflict({ uploadId: "13", uploadBatchId: "c" }));
    expect(await screen.findByText("Multiple Uploads Detected")).toBeVisible();
  });

  it("appear at the same time as the list of records", async () => {
    let respond: (value: Response) => void = () => undefined;
    const { askedFor } = renderScreen(<RecordsPage />, { answers: withConflicts() });
    const originalFetch = globalThis.fetch;
    vi.stubGlobal("fetch", (address: string, init: RequestInit) =>
      address.includes("get-upload-conflicts")
        ? new Promise<Response>((resolve) => (respond = resolve))
        : originalFetch(address, init),
    );
    await waitFor(() => expect(askedFor(endpoints.listRecords.path)).toHaveLength(1));
    respond(Response.json(twoUploads));
    await screen.findByRole("link", { name: "Denton Creek" });
    expect(screen.getByText("Multiple Uploads Detected")).toBeVisible();
  });

  it("show an alert with Retry if conflicts could not be loaded", async () => {
    silenceConsoleErrors();
    let isFailing = true;
    const { user } = renderScreen(<RecordsPage />, {
      answers: {
        ...withConflicts(),
        [endpoints.listConflicts.path]: () => (isFailing ? new ApiError("no", 500) : twoUploads),
      },
    });
    await screen.findByRole("link", { name: "Denton Creek" });
    expect(await screen.findByText(/^Conflicts between uploads could not be refreshed/)).toBeVisible();
    isFailing = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("Multiple Uploads Detected")).toBeVisible();
    expect(screen.queryByText(/could not be refreshed/)).not.toBeInTheDocument();
  });
});

describe("drafts on RecordsPage", () => {
  const cardOf = async (name: string) => (await screen.findByRole("link", { name })).closest("li")!;

  it("are a card each if their record was never saved, before the records", async () => {
    storeDraft("new", {}, { title: "Typed Creek", missing: 5 });
    const { user, path } = renderScreen(<RecordsPage />, {
      answers: recordAnswers([aWireRecord({ id: "7" })]),
    });
    const card = await cardOf("Typed Creek");
    expect(card).toHaveTextContent("Draft, not saved yet: 5 fields missing");
    expect(card).toHaveTextContent("Draft saved March 2nd 2026");
    expect(within(card).getByRole("link")).toHaveAttribute("href", `/app/form/new?draft=${EARLIER_KEY}`);
    expect(await cardOf("Denton Creek")).not.toHaveTextContent("Draft");
    expect(screen.getAllByRole("heading", { level: 2 })[0]).toHaveTextContent("Typed Creek");
    await user.click(screen.getByRole("button", { name: "Table" }));
    expect(await cardOf("Typed Creek")).toBeVisible();
    await user.click(screen.getByRole("button", { name: /1\s*in progress/i }));
    await waitFor(() => expect(screen.queryByRole("link", { name: "Typed Creek" })).toBeNull());
    expect(path()).toBe("/app/");
  });

  it("are shown without any record", async () => {
    storeDraft("new", {}, { title: "" });
    renderScreen(<RecordsPage />, { answers: recordAnswers([]) });
    expect(await cardOf("Unnamed record")).toHaveTextContent(
      /Draft, not saved yet$|Draft, not saved yetUnnamed/,
    );
    expect(screen.queryByText(/First time here/)).toBeNull();
  });

  it("of a saved record are marked on its card", async () => {
    storeDraft("7", {}, { missing: 1 });
    renderScreen(<RecordsPage />, { answers: recordAnswers([aWireRecord({ id: "7" })]) });
    await waitFor(async () =>
      expect(await cardOf("Denton Creek")).toHaveTextContent("Draft, not saved yet: 1 field missing"),
    );
    expect(screen.getAllByRole("heading", { level: 2 })).toHaveLength(1);
  });

  it("of texts that were not sent are marked on the record's card", async () => {
    storeDraft(buildTextsKey("7"), { values: { message: "half" } }, { unsentTexts: 1 });
    storeDraft(buildTextsKey("8"), { values: {} });
    renderScreen(<RecordsPage />, {
      answers: recordAnswers([
        aWireRecord({ id: "7" }),
        aWireRecord({ id: "8", metadata: { modelName: "Far Creek" } }),
      ]),
    });
    await waitFor(async () => expect(await cardOf("Denton Creek")).toHaveTextContent("Unsent text"));
    expect(await cardOf("Denton Creek")).not.toHaveTextContent("Draft");
    expect(await cardOf("Far Creek")).not.toHaveTextContent("Unsent text");
    expect(screen.getAllByRole("heading", { level: 2 })).toHaveLength(2);
  });

  it("of texts that only this device has are marked as well", async () => {
    const summary = { title: "", missing: 0, unsentTexts: 1 };
    storeDeviceDraft(buildTextsKey("7"), {}, { recordId: "7", summary });
    renderScreen(<RecordsPage />, {
      answers: recordAnswers([aWireRecord({ id: "7" })]),
      config: WITHOUT_DRAFTS,
    });
    await waitFor(async () => expect(await cardOf("Denton Creek")).toHaveTextContent("Unsent text"));
    expect(screen.getAllByRole("heading", { level: 2 })).toHaveLength(1);
  });

  it("of new records are requested page by page, those of records for the shown cards", async () => {
    for (let number = 0; number < 1000; number += 1)
      storeDraft(`new-${number}`, {}, { title: `Draft ${number}` });
    const copy = {
      savedAt: "2026-03-02T15:05:00.000Z",
      summary: { title: "Draft 30, typed here", missing: 0 },
    };
    storeDeviceDraft("new-30", {}, copy);
    storeDraft("7", {}, { missing: 1 });
    const { user, askedFor } = renderScreen(<RecordsPage />, {
      answers: recordAnswers([aWireRecord({ id: "7" })]),
    });
    await waitFor(async () => expect(await cardOf("Denton Creek")).toHaveTextContent("1 field missing"));
    expect(screen.getAllByRole("link", { name: /^Draft \d/ })).toHaveLength(25);
    expect(askedFor(endpoints.listDrafts.path).map(({ query }) => query)).toEqual([
      { new: "true", limit: "24" },
      { keys: "7,texts-7" },
    ]);
    await user.click(screen.getByRole("button", { name: "Show more drafts" }));
    expect(await cardOf("Draft 47")).toBeVisible();
    expect(screen.getAllByRole("link", { name: /^Draft \d/ })).toHaveLength(48);
    const names = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
    expect([names[0], names.at(-1)]).toEqual(["Draft 30, typed here", "Denton Creek"]);
  });

  it("of a deleted record can be continued as a new record if only this device has them", async () => {
    storeDeviceDraft("5", {}, { summary: { title: "Typed Creek", missing: 0 } });
    renderScreen(<RecordsPage />, {
      answers: recordAnswers([aWireRecord({ id: "7" })]),
      config: WITHOUT_DRAFTS,
    });
    expect(within(await cardOf("Typed Creek")).getByRole("link")).toHaveAttribute(
      "href",
      "/app/form/new?draft=5",
    );
  });
});

it("the county map ignores the county filter but applies the others", async () => {
  const rows = [
    aWireRecord({ id: "1", metadata: { county: ["Denton"] } }),
    aWireRecord({ id: "2", metadata: { modelName: "Far Creek", county: ["Denton"] } }),
    aWireRecord({ id: "3", metadata: { modelName: "Far Bayou", county: ["Wise"] } }),
  ];
  renderScreen(<RecordsPage />, {
    at: '/app/?filter={"view":"map","q":"far","county":"Wise"}',
    route: "/app/",
    answers: recordAnswers(rows),
  });
  const table = await screen.findByRole("table", { hidden: true }, { timeout: 120_000 });
  expect(within(table).getByRole("row", { name: /Denton.* 1$/, hidden: true })).toBeInTheDocument();
  expect(within(table).getByRole("row", { name: /Wise.* 1$/, hidden: true })).toBeInTheDocument();
});

it("RecordsPage shows the county filter and removes it", async () => {
  const rows = [
    aWireRecord({ id: "1", metadata: { county: ["Denton"] } }),
    aWireRecord({ id: "2", metadata: { modelName: "Far Creek", county: ["Wise"] } }),
  ];
  const { user } = renderScreen(<RecordsPage />, {
    at: '/app/?filter={"county":"Wise"}',
    route: "/app/",
    answers: recordAnswers(rows),
  });
  expect(await screen.findByRole("link", { name: "Far Creek" })).toBeVisible();
  expect(screen.queryByRole("link", { name: "Denton Creek" })).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Wise County: show all counties" }));
  expect(await screen.findByRole("link", { name: "Denton Creek" })).toBeVisible();
});
