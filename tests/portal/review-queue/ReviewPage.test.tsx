import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { MAX_FILTER_LENGTH } from "../../../src/contract/review/recordSearch.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
// Import before the tests: on a busy machine it takes longer than findBy waits.
import "../../../src/portal/App.tsx";
import "../../../src/portal/ui/maps/CountyMap.tsx";
import { buildReviewCsv } from "../../../src/portal/review-queue/buildReviewCsv.ts";
import { ReviewPage } from "../../../src/portal/review-queue/ReviewPage.tsx";
import { buildTextsKey } from "../../../src/portal/providers/draft.ts";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { aMetadata } from "../../support/aMetadata.ts";
import { anAccount } from "../../support/anAccount.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { storeDraft } from "../../support/draftService.ts";
import { renderApp, renderScreen } from "../../support/renderApp.tsx";
import type { Answers } from "../../support/portalNetwork.ts";
import { detailAnswers } from "../record-detail/renderDetail.tsx";
import { recordAnswers } from "../records/recordAnswers.ts";

const admin = anAccount({ username: "agency1", roles: ["ROLE_ADMIN-APPLICATION"] });

const createPendingRecord = (id: string, modelName: string, timeOfLastStatusChange: string) =>
  aWireRecord({ id, status: "pending", timeOfLastStatusChange, metadata: { modelName } });

const waiting = [
  createPendingRecord("1", "Denton Creek", "2026-03-02T00:00:00.000Z"),
  createPendingRecord("2", "Pecan Bayou", "2026-03-05T00:00:00.000Z"),
];

/** Of the last request for the list. */
const getLastQuery = (askedFor: (path: string) => { query?: Record<string, string> }[]) =>
  askedFor(endpoints.listAllRecords.path).at(-1)!.query;

const openReview = (answers: Answers = {}, account = admin, at = "/app/review") =>
  renderApp({
    at,
    account,
    answers: recordAnswers([], {
      [endpoints.listAllRecords.path]: waiting,
      [endpoints.reviewFigures.path]: [],
      ...answers,
    }),
  });

const getTable = () => within(screen.getAllByRole("table")[0]!);
const listNames = () =>
  getTable()
    .getAllByRole("link")
    .map(({ textContent }) => textContent);

describe("the review page", () => {
  it.each(["ROLE_ADMIN-APPLICATION", "ROLE_ADMIN-ADVANCED"])(
    "lists the pending records for %s",
    async (role) => {
      await openReview({}, anAccount({ username: "agency2", roles: [role], accessToken: role }));
      expect(await screen.findByRole("link", { name: "Denton Creek" })).toBeVisible();
      expect(screen.getByRole("link", { name: "Review" })).toHaveAttribute("aria-current", "page");
    },
  );

  it("asks for the pending records, longest waiting first, and links to them", async () => {
    const { askedFor } = await openReview();
    expect(await screen.findByRole("link", { name: "Denton Creek" })).toHaveAttribute(
      "href",
      "/metadata_app/app/view/1",
    );
    expect(listNames()).toEqual(["Denton Creek", "Pecan Bayou"]);
    expect(screen.getByText("2 records")).toBeVisible();
    expect(getLastQuery(askedFor)).toEqual({
      status: "pending",
      sort: "status_changed",
      order: "asc",
      limit: "25",
    });
    expect(document.title).toBe("Review | Flood Model Portal");
  });

  it("shows each record's status, unread messages, conflicts, findings, upload size and second delivery", async () => {
    const figures = { model_size: 2_500_000_000, finding_count: 3, open_conflicts: 1, unread_messages: 2 };
    const row = { ...waiting[0], ...figures, delivered_again: true };
    await openReview({ [endpoints.listAllRecords.path]: [row, waiting[1]!] });
    const cells = (await screen.findByRole("link", { name: "Denton Creek" })).closest("tr")!;
    for (const words of [
      "pending admin acceptance",
      "2 unread messages",
      "1 conflict",
      "3 findings",
      "2.5 GB",
      "Delivered again",
    ])
      expect(cells).toHaveTextContent(words);
    const others = screen.getByRole("link", { name: "Pecan Bayou" }).closest("tr")!;
    expect(others).not.toHaveTextContent(/conflict|\d finding|unread|again/);
    expect(others).toHaveTextContent("Counting findings…");
  });

  it("marks the records for which the reviewer has unsent texts", async () => {
    storeDraft(buildTextsKey("1"), { values: { reason: "half" } }, { unsentTexts: 1 });
    const { askedFor } = await openReview();
    const row = (await screen.findByRole("link", { name: "Denton Creek" })).closest("tr")!;
    await waitFor(() => expect(row).toHaveTextContent("Unsent text"));
    const other = screen.getByRole("link", { name: "Pecan Bayou" }).closest("tr")!;
    expect(other).not.toHaveTextContent("Unsent text");
    expect(askedFor(endpoints.listDrafts.path).map(({ query }) => query)).toEqual([
      { keys: "1,texts-1,2,texts-2" },
    ]);
  });

  it("shows for which records changes were requested", async () => {
    const returned = {
      ...aWireRecord({ id: "1", metadata: { modelName: "Denton Creek" } }),
      changes_requested: true,
    };
    await openReview({ [endpoints.listAllRecords.path]: [returned, waiting[1]!] });
    const cells = (await screen.findByRole("link", { name: "Denton Creek" })).closest("tr")!;
    expect(cells).toHaveTextContent("Changes requested");
    expect(screen.getByRole("link", { name: "Pecan Bayou" }).closest("tr")!).not.toHaveTextContent(
      "requested",
    );
  });

  it("shows the first counties, and all of them after a click", async () => {
    const county = ["Bell", "Clay", "Denton", "Ellis", "Floyd"];
    const row = aWireRecord({ id: "1", status: "pending", metadata: { modelName: "Pecan Bayou", county } });
    await openReview({ [endpoints.listAllRecords.path]: [row] });
    await userEvent.click(await screen.findByRole("button", { name: "and 1 more counties" }));
    expect(getTable().getByText(/Ellis County, Floyd County/)).toBeVisible();
  });

  it("shows the uploads per week and the median days to decision", async () => {
    const deliveries = [
      { week: "2026-03-02", status: "accepted", count: 2 },
      { week: "2026-03-09", status: "pending", count: 4 },
    ];
    const figures = [{ deliveries, decisions: 9, median_days: 2.46 }];
    await openReview({ [endpoints.reviewFigures.path]: figures });
    expect(await screen.findByRole("row", { name: "Mar 9 4 pending" })).toBeVisible();
    expect(screen.getByRole("row", { name: "Mar 2 2 accepted" })).toBeVisible();
    expect(screen.getByText("days to decision (median)").parentElement).toHaveTextContent("2.5");
  });

  it.each([
    [
      "The review statistics could not be loaded",
      endpoints.reviewFigures,
      [{ deliveries: [], median_days: 2 }],
    ],
    [
      "The figures could not be loaded",
      endpoints.groupedFigures,
      [{ since: "2026-03-02", figures: [], findings: [] }],
    ],
  ])('shows "%s", and loads them on Retry', async (title, { path }, answer) => {
    allowRefusals();
    let isFailing = true;
    const { user } = await openReview({ [path]: () => (isFailing ? new ApiError("", 500) : answer) });
    const alert = (await screen.findByText(title)).closest<HTMLElement>('[role="alert"]')!;
    isFailing = false;
    await user.click(within(alert).getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(screen.queryByText(title)).not.toBeInTheDocument());
  });

  it("shows the figures by week or reviewer, and exports all of them", async () => {
    const download = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:x");
    const counts = { received: 4, decided: 3, returned: 1, median_days: 2.46, p90_days: 9 };
    const figures = [
      { group: "all", name: "", ...counts, received: 5 },
      { group: "week", name: "2026-03-02", ...counts },
      {
        group: "week",
        name: "2026-03-09",
        received: 1,
        decided: 0,
        returned: 0,
        median_days: null,
        p90_days: null,
      },
      { group: "reviewer", name: "", ...counts, received: 2 },
      { group: "reviewer", name: "agency1", ...counts },
    ];
    const findings = [
      { field: "county", text: "", count: 3 },
      { field: null, text: "No plan has a result.", count: 2 },
    ];
    const { user, askedFor } = await openReview({
      [endpoints.groupedFigures.path]: [{ since: "2026-03-02", figures, findings }],
    });
    expect(await screen.findByRole("row", { name: "Mar 9, 2026 1 0 0" })).toBeVisible();
    expect(screen.getByRole("row", { name: "Mar 2, 2026 4 3 1 2.5 9" })).toBeVisible();
    expect(screen.getByRole("row", { name: "All 5 3 1 2.5 9" })).toBeVisible();
    const common = within(screen.getByRole("list", { name: "Commonest findings" }));
    expect(common.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Counties (3)",
      "No plan has a result. (2)",
    ]);
    await user.click(screen.getByRole("button", { name: "Download figures" }));
    const csv = await (download.mock.calls[0]![0] as Blob).text();
    expect(csv).toContain('"week","2026-03-02","4","3","1","2.5","9"');
    expect(csv).toContain('"reviewer","No reviewer","2","3","1","2.5","9"');
    expect(csv).toContain('"finding","No plan has a result.","","","2","",""');
    await user.click(screen.getByRole("combobox", { name: "By" }));
    await user.click(screen.getByRole("option", { name: "Reviewer" }));
    expect(screen.getByRole("row", { name: "agency1 4 3 1 2.5 9" })).toBeVisible();
    await user.click(screen.getByRole("combobox", { name: "Period" }));
    await user.click(screen.getByRole("option", { name: "Last 52 weeks" }));
    await waitFor(() =>
      expect(askedFor(endpoints.groupedFigures.path).map(({ query }) => query)).toEqual([
        { weeks: "12" },
        { weeks: "52" },
      ]),
    );
  });

  it("searches on the server", async () => {
    const { user, askedFor } = await openReview({
      [endpoints.listAllRecords.path]: ({ query }) => (query!["q"] ? [waiting[1]!] : waiting),
    });
    await user.type(await screen.findByRole("searchbox"), "pecan");
    await waitFor(() => expect(listNames()).toEqual(["Pecan Bayou"]));
    expect(getLastQuery(askedFor)).toMatchObject({ status: "pending", q: "pecan" });
  });

  it("marks the records of the search before as outdated until the server has answered", async () => {
    let sendAnswer = () => undefined as void;
    const answer = new Promise<typeof waiting>((resolve) => (sendAnswer = () => resolve([waiting[1]!])));
    const { user } = await openReview({
      [endpoints.listAllRecords.path]: ({ query = {} }) => (query["assigned"] ? answer : waiting),
    });
    const findList = async (name: string) =>
      (await screen.findByRole("link", { name })).closest("[aria-busy]");
    expect(await findList("Denton Creek")).toHaveAttribute("aria-busy", "false");
    await user.click(screen.getByRole("button", { name: "Mine" }));
    await waitFor(async () => expect(await findList("Denton Creek")).toHaveAttribute("aria-busy", "true"));
    sendAnswer();
    await waitFor(() => expect(screen.queryByRole("link", { name: "Denton Creek" })).toBeNull());
    expect(await findList("Pecan Bayou")).toHaveAttribute("aria-busy", "false");
  });

  it("keeps its filters in the URL", async () => {
    const filter = { vendor: "vendor7", assigned: "me", overdue: true };
    const { user, askedFor } = await openReview(
      { [endpoints.listVendors.path]: [{ username: "vendor1" }] },
      admin,
      `/app/review?filter=${encodeURIComponent(JSON.stringify(filter))}`,
    );
    expect(await screen.findByRole("combobox", { name: "Vendor" })).toHaveTextContent("vendor7");
    expect(getLastQuery(askedFor)).toMatchObject({ vendor: "vendor7", assigned: "me", overdue: "true" });
    expect(screen.getByRole("button", { name: "Mine" })).toHaveAttribute("aria-pressed", "true");
    await user.click(screen.getByRole("button", { name: "Overdue" }));
    await user.click(screen.getByRole("combobox", { name: "Vendor" }));
    await user.click(await screen.findByRole("option", { name: "vendor1" }));
    await waitFor(() => expect(getLastQuery(askedFor)).toMatchObject({ vendor: "vendor1" }));
    const kept = JSON.parse(new URLSearchParams(location.search).get("filter")!) as object;
    expect(kept).toEqual({ vendor: "vendor1", assigned: "me" });
  });

  it("shows in the vendor filter that the vendors could not be loaded", async () => {
    allowRefusals();
    const { user } = await openReview({ [endpoints.listVendors.path]: new ApiError("Not now.", 400) });
    await user.click(await screen.findByRole("combobox", { name: "Vendor" }));
    const option = await screen.findByRole("option", { name: "The vendors could not be loaded." });
    expect(option).toHaveAttribute("aria-disabled", "true");
  });

  it("lists unread messages of records in any status", async () => {
    const { user, askedFor } = await openReview();
    await user.click(await screen.findByRole("button", { name: "Unread" }));
    await waitFor(() => expect(getLastQuery(askedFor)).toHaveProperty("unread", "true"));
    expect(getLastQuery(askedFor)).not.toHaveProperty("status");
  });

  it("lists all records on Show all records", async () => {
    const filter = encodeURIComponent(JSON.stringify({ status: "pending", overdue: true }));
    const { user, askedFor } = await openReview(
      { [endpoints.listAllRecords.path]: ({ query }) => (query!["overdue"] ? [] : waiting) },
      admin,
      `/app/review?filter=${filter}`,
    );
    expect(await screen.findByText("No records match the filters.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show all records" }));
    expect(await screen.findByRole("link", { name: "Denton Creek" })).toBeVisible();
    expect(getLastQuery(askedFor)).toEqual({ sort: "status_changed", order: "asc", limit: "25" });
  });

  it("searches without the filters on Search all records", async () => {
    const { user, askedFor } = await openReview(
      { [endpoints.listAllRecords.path]: ({ query }) => (query!["status"] ? [] : waiting) },
      admin,
      `/app/review?filter=${encodeURIComponent('{"status":"pending","q":"pecan"}')}`,
    );
    expect(await screen.findByText("No records match the search and the filters")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Search all records" }));
    expect(await screen.findByRole("link", { name: "Pecan Bayou" })).toBeVisible();
    expect(getLastQuery(askedFor)).toEqual({ q: "pecan", sort: "status_changed", order: "asc", limit: "25" });
  });

  it("suggests the beginning of a word if a search without filters finds nothing", async () => {
    await openReview(
      { [endpoints.listAllRecords.path]: [] },
      admin,
      `/app/review?filter=${encodeURIComponent('{"q":"ayou"}')}`,
    );
    expect(
      await screen.findByText(
        "Nothing matches “ayou”. Check the spelling, or search for the beginning of a word.",
      ),
    ).toBeVisible();
    expect(screen.getByRole("button", { name: "Show all records" })).toBeVisible();
  });

  it("sends no search text that is longer than the server accepts", async () => {
    const { user, askedFor } = await openReview();
    await user.click(await screen.findByRole("searchbox"));
    await user.paste("x".repeat(MAX_FILTER_LENGTH + 1));
    await waitFor(() => expect(getLastQuery(askedFor)).toHaveProperty("q", "x".repeat(MAX_FILTER_LENGTH)));
  });

  it("keeps the filters and offers all records if the server refuses the filters", async () => {
    allowRefusals();
    const { user } = await openReview(
      {
        [endpoints.listAllRecords.path]: ({ query }) =>
          query!["q"] ? new ApiError("The search is too long.", 400) : waiting,
      },
      admin,
      `/app/review?filter=${encodeURIComponent('{"q":"pecan"}')}`,
    );
    expect(await screen.findByText("The search is too long.")).toBeVisible();
    expect(screen.getByRole("searchbox")).toHaveValue("pecan");
    expect(screen.queryByText(/more than/)).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Show all records" }));
    expect(await screen.findByRole("link", { name: "Denton Creek" })).toBeVisible();
    expect(screen.getByRole("searchbox")).toHaveValue("");
  });

  it("lists the pending records of a county of the map", async () => {
    const figures = [{ deliveries: [], counties: [{ county: "Bell", count: 2 }], decisions: 0 }];
    const { user, askedFor } = await openReview(
      { [endpoints.reviewFigures.path]: figures },
      admin,
      `/app/review?filter=${encodeURIComponent('{"status":"accepted","q":"creek"}')}`,
    );
    await user.click(await screen.findByText("Show as a table"));
    await user.click(screen.getByRole("button", { name: "Bell County" }));
    await waitFor(() =>
      expect(getLastQuery(askedFor)).toMatchObject({ q: "creek", county: "Bell", status: "pending" }),
    );
  });

  it("redirects admins to Review if a record does not exist", async () => {
    allowRefusals();
    const { path } = await openReview(
      { ...detailAnswers, [endpoints.getRecord.path]: new ApiError("Not found", 404) },
      admin,
      "/app/view/7",
    );
    expect(await screen.findByText("This record could not be found.")).toBeVisible();
    await waitFor(() => expect(path()).toBe("/metadata_app/app/review"));
  });

  it("sorts on the server", async () => {
    const { user, askedFor } = await openReview();
    await user.click(await screen.findByRole("button", { name: /^Sort by model/ }));
    await waitFor(() => expect(getLastQuery(askedFor)).toMatchObject({ sort: "title", order: "asc" }));
  });

  it("ignores a sort of the URL that the server does not know", async () => {
    const { askedFor } = await openReview({}, admin, "/app/review?sort=size&order=UP");
    await screen.findByRole("link", { name: "Denton Creek" });
    expect(getLastQuery(askedFor)).toMatchObject({ sort: "status_changed", order: "asc" });
  });

  it("shows pages of the server, also when it opens at a later page", async () => {
    const names = ["One", "Two", "Three"];
    const { user } = await openReview(
      {
        [endpoints.listAllRecords.path]: ({ query }) => {
          const index = Number(query!["after"] ?? 0);
          return {
            rows: [createPendingRecord(String(index + 1), names[index]!, "2026-03-02T00:00:00.000Z")],
            nextCursor: index < 2 ? String(index + 1) : undefined,
            numberMatched: 1001,
          };
        },
      },
      admin,
      "/app/review?page=2",
    );
    expect(await screen.findByRole("link", { name: "Two" })).toBeVisible();
    expect(screen.getByText("more than 1,000 records")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Next page" }));
    expect(await screen.findByRole("link", { name: "Three" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Next page" })).toBeDisabled();
    await user.click(screen.getByRole("button", { name: "Previous page" }));
    expect(await screen.findByRole("link", { name: "Two" })).toBeVisible();
  });

  it("hides the columns that are not chosen", async () => {
    const { user } = await openReview();
    await user.click(await screen.findByRole("combobox", { name: "Columns" }));
    await user.click(screen.getByRole("option", { name: "Region" }));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(getTable().queryByText("Region")).not.toBeInTheDocument());
    expect(getTable().getByText("Vendor")).toBeInTheDocument();
  });

  it("moves through the records with J and K", async () => {
    await openReview();
    await screen.findByRole("link", { name: "Denton Creek" });
    fireEvent.keyDown(document.body, { key: "j" });
    expect(screen.getByRole("link", { name: "Denton Creek" })).toHaveFocus();
    fireEvent.keyDown(document.activeElement!, { key: "j" });
    expect(screen.getByRole("link", { name: "Pecan Bayou" })).toHaveFocus();
    fireEvent.keyDown(document.activeElement!, { key: "k" });
    expect(screen.getByRole("link", { name: "Denton Creek" })).toHaveFocus();
    const search = screen.getByRole("searchbox");
    act(() => search.focus());
    fireEvent.keyDown(search, { key: "j" });
    expect(search).toHaveFocus();
  });

  it("keeps its filters in the queue navigation of a record", async () => {
    const neighbors = { position: 1, total: 1, previous: null, next: null };
    const filter = encodeURIComponent(JSON.stringify({ q: "pecan" }));
    const { user, askedFor } = await openReview(
      {
        ...detailAnswers,
        [endpoints.getRecord.path]: [waiting[1]!],
        [endpoints.recordNeighbors.path]: [neighbors],
      },
      admin,
      `/app/review?filter=${filter}`,
    );
    await user.click(await screen.findByRole("link", { name: "Pecan Bayou" }));
    expect(await screen.findByText("1 of 1 record")).toBeVisible();
    expect(askedFor(endpoints.recordNeighbors.path).at(-1)).toMatchObject({
      params: { recordId: "2" },
      query: { q: "pecan", sort: "status_changed", order: "asc" },
    });
  });

  it("is scrolled to where it was when a record leads back to it, but not at the next visit", async () => {
    const answers = { ...detailAnswers, [endpoints.getRecord.path]: [waiting[1]!] };
    const { user, unmount } = await openReview(answers);
    const link = await screen.findByRole("link", { name: "Pecan Bayou" });
    vi.stubGlobal("scrollY", 600);
    fireEvent.scroll(window);
    const getStored = () => localStorage.getItem("RaStoreflood-model-portal/agency1/.reviews.scrollPosition");
    await waitFor(() => expect(getStored()).toBe("600"));
    await user.click(link);
    vi.mocked(window.scrollTo).mockClear();
    await user.click(await screen.findByRole("link", { name: "Review" }));
    await screen.findByRole("link", { name: "Pecan Bayou" });
    await waitFor(() => expect(window.scrollTo).toHaveBeenLastCalledWith(0, 600));
    fireEvent.scroll(window);
    await waitFor(() => expect(getStored()).toBe("600"));
    unmount();
    await openReview(answers);
    await screen.findByRole("link", { name: "Pecan Bayou" });
    expect(window.scrollTo).toHaveBeenLastCalledWith(0, 0);
  });

  it("marks the menu entry with the number of records that have unread messages", async () => {
    await openReview({ [endpoints.countUnread.path]: [{ unread_records: 3 }] });
    expect(
      await screen.findByRole("link", { name: "Review 3 records with unread messages" }),
    ).toHaveAttribute("href", "/metadata_app/app/review");
  });

  it("is Home for admins", async () => {
    await openReview();
    const home = await screen.findByRole("link", { name: "Home" });
    await waitFor(() => expect(home).toHaveAttribute("href", "/metadata_app/app/review"));
  });

  it("exports all pages", async () => {
    const download = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:x");
    const { user, askedFor } = await openReview({
      [endpoints.listAllRecords.path]: ({ query }) => ({
        rows: query!["after"] ? [waiting[1]!] : [waiting[0]!],
        ...(!query!["after"] && { nextCursor: "1" }),
      }),
    });
    await user.click(await screen.findByRole("button", { name: "Download CSV" }));
    await waitFor(() => expect(download).toHaveBeenCalled());
    const csv = await (download.mock.calls[0]![0] as Blob).text();
    expect(csv).toMatch(/Denton Creek[^]*Pecan Bayou/);
    expect(getLastQuery(askedFor)).toMatchObject({ limit: "1000", after: "1" });
  });

  it("exports a CSV file whose cells are never formulas", () => {
    const [head, row] = buildReviewCsv([
      {
        id: "1",
        vendor: "=cmd()",
        currentMetadata: aMetadata({ modelName: 'Denton "Creek"' }),
        titleAndIdentifier: {},
        statusInfo: { status: "pending", timeOfLastStatusChange: "2026-03-02T00:00:00.000Z" },
        dataIsAvailable: false,
        schemaVersion: 1,
      },
    ]).split("\r\n");
    // The byte order mark makes Excel read the file as UTF-8.
    expect(head).toMatch(/^\uFEFF"Record",/);
    expect(row).toMatch(/^"1","Denton ""Creek""","030000000001","'=cmd\(\)","03",/);
  });

  it("is in the side menu for admins", async () => {
    await openReview();
    expect(await screen.findByRole("link", { name: "Review" })).toHaveAttribute("aria-current", "page");
  });

  it("redirects users without an admin role Home, without a request", async () => {
    const { path, askedFor } = await openReview({}, anAccount({ roles: ["ROLE_EDITOR"] }));
    expect(await screen.findByRole("heading", { level: 1, name: "Metadata Records" })).toBeVisible();
    expect(path()).toBe("/metadata_app/app/");
    expect(screen.queryByRole("link", { name: "Review" })).not.toBeInTheDocument();
    expect(askedFor(endpoints.listAllRecords.path)).toEqual([]);
  });

  it("shows a message if no record is pending", async () => {
    await openReview({ [endpoints.listAllRecords.path]: [] });
    expect(await screen.findByText("No models to review")).toBeVisible();
  });

  it("shows a message, without a request, if the services have no reviews", async () => {
    const { askedFor } = renderScreen(<ReviewPage />, {
      account: admin,
      config: { missingCalls: ["listAllRecords", "reviewFigures"] },
    });
    expect(await screen.findByText(/does not support reviews/)).toBeVisible();
    expect(askedFor(endpoints.listAllRecords.path)).toEqual([]);
  });

  it("adds and counts records that become pending while the page is open", async () => {
    let queue: typeof waiting = [];
    renderScreen(<ReviewPage />, {
      account: admin,
      config: { refreshInterval: 60 },
      answers: {
        [endpoints.listAllRecords.path]: () => [...queue],
        [endpoints.reviewFigures.path]: [],
      },
    });
    expect(await screen.findByText("No models to review")).toBeVisible();
    queue = waiting;
    expect(await screen.findByRole("link", { name: "Denton Creek" })).toBeVisible();
    expect(await screen.findByText("2 records")).toBeVisible();
  });

  it("shows the statistics also if no record is pending", async () => {
    const figures = [{ deliveries: [], decisions: 9, median_days: 2.46 }];
    await openReview({ [endpoints.listAllRecords.path]: [], [endpoints.reviewFigures.path]: figures });
    expect(await screen.findByText("No models to review")).toBeVisible();
    expect(await screen.findByText("days to decision (median)")).toBeVisible();
  });

  it("shows a loading error only on the page, not as a toast", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    await openReview({ [endpoints.listAllRecords.path]: new ApiError("The store is being cleaned.", 500) });
    expect(await screen.findByText("The records to review could not be loaded")).toBeVisible();
    expect(screen.getAllByRole("alert")).toHaveLength(1);
    expect(screen.getAllByText("The store is being cleaned.")).toHaveLength(1);
  });

  it("reloads the list on Retry", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    let fails = true;
    const { user } = await openReview({
      [endpoints.listAllRecords.path]: () =>
        fails ? new ApiError("The store is being cleaned.", 503) : waiting,
    });
    expect(await screen.findByText("The store is being cleaned.")).toBeVisible();
    fails = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByRole("link", { name: "Denton Creek" })).toBeVisible();
  });
});
