import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/endpoints.ts";
import { VendorError } from "../../../src/portal/providers/vendorError.ts";
import { ReviewPage } from "../../../src/portal/review/ReviewPage.tsx";
import { anAccount } from "../../support/anAccount.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { renderApp, renderScreen } from "../../support/renderApp.tsx";
import type { Answers } from "../../support/portalNetwork.ts";
import { recordAnswers } from "../records/recordAnswers.ts";

const admin = anAccount({ username: "agency1", roles: ["ROLE_ADMIN-APPLICATION"] });

const pending = (id: string, modelName: string, timeOfLastStatusChange: string) =>
  aWireRecord({ id, status: "pending", timeOfLastStatusChange, metadata: { modelName } });

const waiting = [
  pending("2", "Pecan Bayou", "2026-03-05T00:00:00.000Z"),
  pending("1", "Denton Creek", "2026-03-02T00:00:00.000Z"),
];

const open = (answers: Answers = {}, account = admin, at = "/app/review") =>
  renderApp({
    at,
    account,
    answers: recordAnswers([], { [endpoints.listReviews.path]: waiting, ...answers }),
  });

const names = () => screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);

describe("the review", () => {
  it.each(["ROLE_ADMIN-APPLICATION", "ROLE_ADMIN-ADVANCED"])("lists to %s what waits", async (role) => {
    await open({}, anAccount({ username: "agency2", roles: [role], accessToken: role }));
    expect(await screen.findByRole("link", { name: "Denton Creek" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Review" })).toHaveAttribute("aria-current", "page");
  });

  it("has the longest waiting first, each leading to its record", async () => {
    await open();
    expect(await screen.findByRole("link", { name: "Denton Creek" })).toHaveAttribute(
      "href",
      "/metadata_app/app/view/1",
    );
    expect(names()).toEqual(["Denton Creek", "Pecan Bayou"]);
    expect(screen.getByText("2 waiting, longest first")).toBeVisible();
    expect(document.title).toBe("Review | Flood Model Portal");
  });

  it("finds a record by a part of its name", async () => {
    const { user } = await open();
    await user.type(await screen.findByRole("searchbox", { name: "Search by name or ID" }), "pecan");
    await waitFor(() => expect(names()).toEqual(["Pecan Bayou"]));
    expect(screen.getByText("1 of 2 waiting")).toBeVisible();
  });

  it("stands still under the pointer while a poll brings more, until told to", async () => {
    const rows = [...waiting];
    const { user } = renderScreen(<ReviewPage />, {
      account: admin,
      config: { refreshInterval: 60 },
      answers: recordAnswers([], { [endpoints.listReviews.path]: () => [...rows] }),
    });
    await user.hover(await screen.findByRole("link", { name: "Pecan Bayou" }));
    rows.push(pending("3", "Salt Fork", "2026-03-01T00:00:00.000Z"));
    const show = await screen.findByRole("button", { name: "1 update – Show" });
    expect(names()).toEqual(["Denton Creek", "Pecan Bayou"]);
    await user.click(show);
    expect(names()).toEqual(["Salt Fork", "Denton Creek", "Pecan Bayou"]);
    expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
    rows.shift();
    await user.unhover(screen.getByRole("link", { name: "Salt Fork" }));
    await waitFor(() => expect(names()).toEqual(["Salt Fork", "Denton Creek"]));
  });

  it("stands in the side menu of admins alone", async () => {
    await open();
    expect(await screen.findByRole("link", { name: "Review" })).toHaveAttribute("aria-current", "page");
  });

  it("leads everybody else Home, without asking the services", async () => {
    const { path, askedFor } = await open({}, anAccount({ roles: ["ROLE_EDITOR"] }));
    expect(await screen.findByRole("heading", { level: 1, name: "Metadata Records" })).toBeVisible();
    expect(path()).toBe("/metadata_app/app/");
    expect(screen.queryByRole("link", { name: "Review" })).not.toBeInTheDocument();
    expect(askedFor(endpoints.listReviews.path)).toEqual([]);
  });

  it.each([
    ["nothing waits", [], "Nothing waits for review"],
    ["reviews are not served", new VendorError("no", 404), /do not offer reviews/],
  ])("says so when %s", async (_, answer, words) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    await open({ [endpoints.listReviews.path]: answer });
    expect(await screen.findByText(words)).toBeVisible();
  });

  it("offers another try when the list could not be had", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    let fails = true;
    const { user } = await open({
      [endpoints.listReviews.path]: () =>
        fails ? new VendorError("The store is being cleaned.", 503) : waiting,
    });
    expect(await screen.findByText("The store is being cleaned.")).toBeVisible();
    fails = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByRole("link", { name: "Denton Creek" })).toBeVisible();
  });
});
