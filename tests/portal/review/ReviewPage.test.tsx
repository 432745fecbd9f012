import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
// Import before the tests: on a busy machine it takes longer than findBy waits.
import "../../../src/portal/App.tsx";
import { buildReviewCsv, ReviewPage } from "../../../src/portal/review/ReviewPage.tsx";
import { aMetadata } from "../../support/aMetadata.ts";
import { anAccount } from "../../support/anAccount.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { renderApp, renderScreen } from "../../support/renderApp.tsx";
import type { Answers } from "../../support/portalNetwork.ts";
import { detailAnswers } from "../record-detail/renderDetail.tsx";
import { recordAnswers } from "../records/recordAnswers.ts";

const admin = anAccount({ username: "agency1", roles: ["ROLE_ADMIN-APPLICATION"] });

const createPendingRecord = (id: string, modelName: string, timeOfLastStatusChange: string) =>
  aWireRecord({ id, status: "pending", timeOfLastStatusChange, metadata: { modelName } });

const waiting = [
  createPendingRecord("2", "Pecan Bayou", "2026-03-05T00:00:00.000Z"),
  createPendingRecord("1", "Denton Creek", "2026-03-02T00:00:00.000Z"),
];

const openReview = (answers: Answers = {}, account = admin, at = "/app/review") =>
  renderApp({
    at,
    account,
    answers: recordAnswers([], {
      [endpoints.listReviews.path]: waiting,
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

  it("lists the longest waiting record first, with links to the records", async () => {
    await openReview();
    expect(await screen.findByRole("link", { name: "Denton Creek" })).toHaveAttribute(
      "href",
      "/metadata_app/app/view/1",
    );
    expect(listNames()).toEqual(["Denton Creek", "Pecan Bayou"]);
    expect(screen.getByText("2 records waiting, longest first")).toBeVisible();
    expect(document.title).toBe("Review | Flood Model Portal");
  });

  it("shows each record's conflicts, warnings and upload size", async () => {
    const row = { ...waiting[0], model_size: 2_500_000_000, upload_warnings: 3, open_conflicts: 1 };
    await openReview({ [endpoints.listReviews.path]: [row, waiting[1]!] });
    const cells = (await screen.findByRole("link", { name: "Pecan Bayou" })).closest("tr")!;
    for (const words of ["1 conflict", "3 warnings", "2.5 GB"]) expect(cells).toHaveTextContent(words);
    expect(screen.getByRole("link", { name: "Denton Creek" }).closest("tr")!).not.toHaveTextContent(
      /conflict|warning/,
    );
  });

  it("shows the first counties, and all of them on Show all", async () => {
    const county = ["Bell", "Clay", "Denton", "Ellis", "Floyd"];
    const row = aWireRecord({ id: "1", status: "pending", metadata: { modelName: "Pecan Bayou", county } });
    await openReview({ [endpoints.listReviews.path]: [row] });
    await userEvent.click(await screen.findByRole("button", { name: "Show all 5 counties" }));
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

  it("finds a record by part of its name", async () => {
    const { user } = await openReview();
    await user.type(await screen.findByRole("searchbox", { name: "Search by name or ID" }), "pecan");
    await waitFor(() => expect(listNames()).toEqual(["Pecan Bayou"]));
    expect(screen.getByText("1 of 2 records waiting")).toBeVisible();
  });

  it("keeps its filters in the URL", async () => {
    const old = [createPendingRecord("3", "Salt Fork", new Date(Date.now() - 8 * 86_400_000).toISOString())];
    const fresh = [createPendingRecord("4", "White Oak", new Date(Date.now() - 3_600_000).toISOString())];
    const filter = encodeURIComponent(JSON.stringify({ waiting: "7" }));
    await openReview(
      { [endpoints.listReviews.path]: [...old, ...fresh] },
      admin,
      `/app/review?filter=${filter}`,
    );
    await waitFor(() => expect(listNames()).toEqual(["Salt Fork"]));
    expect(screen.getByText("1 of 2 records waiting")).toBeVisible();
    const user = userEvent.setup();
    await user.click(screen.getByRole("combobox", { name: "Waiting" }));
    await user.click(await screen.findByRole("option", { name: "All" }));
    await waitFor(() => expect(listNames()).toEqual(["Salt Fork", "White Oak"]));
    expect(location.search).not.toContain("waiting");
  });

  it("shows all records again if none match the filters", async () => {
    const fresh = [createPendingRecord("4", "White Oak", new Date(Date.now() - 3_600_000).toISOString())];
    const filter = encodeURIComponent(JSON.stringify({ waiting: "14" }));
    const at = `/app/review?filter=${filter}`;
    const { user } = await openReview({ [endpoints.listReviews.path]: fresh }, admin, at);
    expect(await screen.findByText("No records match the filters.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show all records" }));
    expect(await screen.findByRole("link", { name: "White Oak" })).toBeVisible();
    expect(location.search).not.toContain("waiting");
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
    const search = screen.getByRole("searchbox", { name: "Search by name or ID" });
    search.focus();
    fireEvent.keyDown(search, { key: "j" });
    expect(search).toHaveFocus();
  });

  it("keeps its filters in the queue navigation, also after a decision", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const queue = ["Pecan 1", "Denton", "Pecan 2", "Pecan 3"].map((name, index) =>
      createPendingRecord(String(index + 1), name, `2026-03-0${index + 1}T00:00:00.000Z`),
    );
    let decided: string[] = [];
    const listUndecided = () => queue.filter(({ tdis_identifier: id }) => !decided.includes(String(id)));
    const { user, path } = await openReview({
      ...detailAnswers,
      [endpoints.listReviews.path]: listUndecided,
      [endpoints.getRecord.path]: ({ params }) => [
        {
          ...queue[Number(params!["recordId"]) - 1],
          status: decided.includes(params!["recordId"]!) ? "accepted" : "pending",
        },
      ],
      [endpoints.acceptRecord.path]: ({ body }) => {
        decided = [...decided, String(body!["tdis_identifier"])];
        return [];
      },
    });
    await user.type(await screen.findByRole("searchbox"), "pecan");
    await screen.findByText("3 of 4 records waiting");
    await user.click(screen.getByRole("link", { name: "Pecan 1" }));
    expect(await screen.findByText("1 of 3 records in the filtered queue")).toBeVisible();
    await user.keyboard("j");
    expect(await screen.findByText("2 of 3 records in the filtered queue")).toBeVisible();
    expect(path()).toBe("/metadata_app/app/view/3");
    const accept = screen.getByRole("button", { name: "Accept" });
    await waitFor(() => expect(accept).toBeEnabled());
    await user.click(accept);
    await user.click(screen.getByRole("button", { name: "Accept model" }));
    expect(await screen.findByText(/^2 records in the filtered queue/)).toBeVisible();
    await user.click(screen.getByRole("link", { name: "Next" }));
    expect(await screen.findByText("2 of 2 records in the filtered queue")).toBeVisible();
    expect(path()).toBe("/metadata_app/app/view/4");
  });

  it("keeps its filters in the queue navigation of a record opened in a new tab", async () => {
    const answers = {
      ...detailAnswers,
      [endpoints.listReviews.path]: waiting,
      [endpoints.getRecord.path]: [waiting[0]!],
    };
    const filter = encodeURIComponent(JSON.stringify({ q: "pecan" }));
    const { unmount } = await openReview(answers, admin, `/app/review?filter=${filter}`);
    await screen.findByText("1 of 2 records waiting");
    unmount();
    await openReview(answers, admin, "/app/view/2");
    expect(await screen.findByText("1 of 1 record in the filtered queue")).toBeVisible();
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
    expect(askedFor(endpoints.listReviews.path)).toEqual([]);
  });

  it("shows a message if no record is pending", async () => {
    await openReview({ [endpoints.listReviews.path]: [] });
    expect(await screen.findByText("No models to review")).toBeVisible();
  });

  it("shows a message, without a request, if the services have no reviews", async () => {
    const { askedFor } = renderScreen(<ReviewPage />, {
      account: admin,
      config: { missingCalls: ["listReviews", "reviewFigures"] },
    });
    expect(await screen.findByText(/does not support reviews/)).toBeVisible();
    expect(askedFor(endpoints.listReviews.path)).toEqual([]);
  });

  it("adds and counts records that become pending while the page is open", async () => {
    let queue: typeof waiting = [];
    renderScreen(<ReviewPage />, {
      account: admin,
      config: { refreshInterval: 60 },
      answers: {
        [endpoints.listReviews.path]: () => [...queue],
        [endpoints.reviewFigures.path]: [],
      },
    });
    expect(await screen.findByText("No models to review")).toBeVisible();
    queue = waiting;
    expect(await screen.findByRole("link", { name: "Denton Creek" })).toBeVisible();
    expect(await screen.findByText("2 records waiting, longest first")).toBeVisible();
  });

  it("shows the statistics also if no record is pending", async () => {
    const figures = [{ deliveries: [], decisions: 9, median_days: 2.46 }];
    await openReview({ [endpoints.listReviews.path]: [], [endpoints.reviewFigures.path]: figures });
    expect(await screen.findByText("No models to review")).toBeVisible();
    expect(await screen.findByText("days to decision (median)")).toBeVisible();
  });

  it("shows a loading error only on the page, not as a toast", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    await openReview({ [endpoints.listReviews.path]: new ApiError("The store is being cleaned.", 500) });
    expect(await screen.findByText("The records to review could not be loaded")).toBeVisible();
    expect(screen.getAllByRole("alert")).toHaveLength(1);
    expect(screen.getAllByText("The store is being cleaned.")).toHaveLength(1);
  });

  it("reloads the list on Retry", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    let fails = true;
    const { user } = await openReview({
      [endpoints.listReviews.path]: () =>
        fails ? new ApiError("The store is being cleaned.", 503) : waiting,
    });
    expect(await screen.findByText("The store is being cleaned.")).toBeVisible();
    fails = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByRole("link", { name: "Denton Creek" })).toBeVisible();
  });
});
