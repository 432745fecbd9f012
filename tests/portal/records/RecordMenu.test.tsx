import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { messages } from "../../../src/contract/messages.ts";
import { draftStore } from "../../../src/portal/providers/drafts.ts";
import { session } from "../../../src/portal/providers/session.ts";
import { RecordsPage } from "../../../src/portal/records/RecordsPage.tsx";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { anAccount } from "../../support/anAccount.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { renderScreen } from "../../support/renderApp.tsx";
import { storeDraft } from "../record-form/storeDraft.ts";
import { recordAnswers } from "./recordAnswers.ts";

const silenceConsoleErrors = () => vi.spyOn(console, "error").mockImplementation(() => undefined);

async function openMenu(
  answers: Parameters<typeof recordAnswers>[1] = {},
  record = aWireRecord({ id: "7" }),
) {
  const view = renderScreen(<RecordsPage />, { answers: recordAnswers([record], answers) });
  await view.user.click(await screen.findByRole("button", { name: "Actions for Denton Creek" }));
  return { ...view, choose: (name: string) => view.user.click(screen.getByRole("menuitem", { name })) };
}

describe("RecordMenu", () => {
  it("offers Edit for a record in progress", async () => {
    await openMenu();
    expect(screen.getByRole("menuitem", { name: "Edit" })).toHaveAttribute("href", "/app/form/7");
  });

  it("offers View for any other status", async () => {
    await openMenu({}, aWireRecord({ id: "7", status: "accepted" }));
    expect(screen.getByRole("menuitem", { name: "View" })).toHaveAttribute("href", "/app/view/7");
  });

  it("duplicates a record and opens the copy", async () => {
    const { choose, askedFor, path } = await openMenu({
      [endpoints.duplicateRecord.path]: [{ tdis_identifier: 99 }],
    });
    await choose("Duplicate");
    expect(await screen.findByText("Duplicated record!")).toBeVisible();
    await waitFor(() => expect(path()).toBe("/app/form/99"));
    const [asked] = askedFor(endpoints.duplicateRecord.path);
    expect(asked).toMatchObject({ body: { tdis_identifier: "7" } });
    expect(asked!.headers!["Idempotency-Key"]).toMatch(/^[0-9a-f]{32}$/);
  });

  it("does not open the copy if the user has left the page", async () => {
    let arrive: () => void = () => undefined;
    const { choose, user, path } = await openMenu({
      [endpoints.duplicateRecord.path]: async () => {
        await new Promise<void>((resolve) => (arrive = resolve));
        return [{ tdis_identifier: 99 }];
      },
    });
    await choose("Duplicate");
    await user.click(screen.getAllByRole("link", { name: "Create +" })[0]!);
    expect(path()).toBe("/app/form/new");
    await act(async () => arrive());
    expect(await screen.findByText("Duplicated record!")).toBeVisible();
    expect(path()).toBe("/app/form/new");
  });

  it.each([
    ["the response has no id", [] as never[]],
    ["the network fails", new ApiError("", 0)],
  ])("offers a retry with the same idempotency key when %s", async (_, failure) => {
    silenceConsoleErrors();
    let answer: unknown = failure;
    const { choose, askedFor, path, user } = await openMenu({
      [endpoints.duplicateRecord.path]: () => answer as never[],
    });
    await choose("Duplicate");
    const dialog = await screen.findByRole("dialog", { name: "This record was not duplicated" });
    expect(screen.getAllByText("An error occurred. Please try again later.")[0]).toBeVisible();
    expect(within(dialog).getByRole("alert")).toBeVisible();
    expect(path()).toBe("/app/");
    answer = [{ tdis_identifier: 99 }];
    await user.click(within(dialog).getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(path()).toBe("/app/form/99"));
    const keys = askedFor(endpoints.duplicateRecord.path).map(({ headers }) => headers!["Idempotency-Key"]);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  it("hides a deleted record and sends the delete request once Undo is no longer offered", async () => {
    const rows = [aWireRecord({ id: "7" }), aWireRecord({ id: "8", metadata: { modelName: "Pecan Bayou" } })];
    const { choose, askedFor, user } = await openMenu({
      [endpoints.listRecords.path]: () => [...rows],
      [endpoints.deleteRecord.path]: () => {
        rows.shift();
        return [];
      },
    });
    await choose("Delete");
    expect(await screen.findByText("Denton Creek", { selector: "bdi" })).toBeVisible();
    expect(screen.queryByRole("link", { name: "Denton Creek" })).not.toBeInTheDocument();
    expect(askedFor(endpoints.deleteRecord.path)).toEqual([]);
    await user.click(screen.getAllByRole("link", { name: "Create +" })[0]!);
    expect(await screen.findByText("Successfully deleted record")).toBeVisible();
    expect(askedFor(endpoints.deleteRecord.path)[0]).toMatchObject({ body: { tdis_identifier: "7" } });
  });

  it("restores a deleted record with Undo, without any request", async () => {
    const { choose, askedFor, user } = await openMenu();
    await choose("Delete");
    const undo = await screen.findByRole("button", { name: "Undo" });
    expect(undo).toHaveFocus();
    await user.click(undo);
    expect(await screen.findByRole("link", { name: "Denton Creek" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Undo" })).not.toBeInTheDocument();
    expect(askedFor(endpoints.deleteRecord.path)).toEqual([]);
  });

  it("focuses the page and discards the record's drafts after the delete", async () => {
    storeDraft("7", {});
    let end: (answer: []) => void = () => undefined;
    const { choose } = await openMenu({
      [endpoints.deleteRecord.path]: () => new Promise<[]>((resolve) => (end = resolve)),
    });
    await choose("Delete");
    expect(await screen.findByRole("button", { name: "Undo" })).toHaveFocus();
    await act(async () => void window.dispatchEvent(new Event("pagehide")));
    expect(screen.getByText(/is being deleted/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Undo" })).not.toBeInTheDocument();
    expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
    await act(async () => end([]));
    expect(await screen.findByText("Successfully deleted record")).toBeVisible();
    expect(draftStore.listForms("vendor1")).toEqual([]);
  });

  it("keeps the draft of a deleted record whose form is open in another tab", async () => {
    storeDraft("7", {});
    const request = async (_: string, options: object, act: (lock: null) => void) => {
      if ("ifAvailable" in options) act(null);
    };
    Object.defineProperty(navigator, "locks", { value: { request }, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, "locks"));
    const { choose } = await openMenu({ [endpoints.deleteRecord.path]: [] });
    await choose("Delete");
    await act(async () => void window.dispatchEvent(new Event("pagehide")));
    expect(await screen.findByText("Successfully deleted record")).toBeVisible();
    expect(draftStore.listForms("vendor1")).toEqual(["7"]);
  });

  it("removes a deleted record from table and counts and restores it with Undo", async () => {
    const rows = [aWireRecord({ id: "7" }), aWireRecord({ id: "8", metadata: { modelName: "Pecan Bayou" } })];
    const { choose, user } = await openMenu({ [endpoints.listRecords.path]: rows });
    const inProgress = () => screen.getByRole("button", { name: /In Progress$/i });
    await choose("Delete");
    await user.click(screen.getByRole("button", { name: "Table" }));
    expect(await screen.findByRole("link", { name: "Edit Pecan Bayou" })).toBeVisible();
    expect(screen.queryByRole("link", { name: "Edit Denton Creek" })).not.toBeInTheDocument();
    await waitFor(() => expect(inProgress()).toHaveTextContent(/^1/));
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByRole("link", { name: "Edit Denton Creek" })).toBeVisible();
    await waitFor(() => expect(inProgress()).toHaveTextContent(/^2/));
  });

  /** Deletes two records; `deleted` lists the ids in the delete calls. */
  async function deleteTwo() {
    const rows = [aWireRecord({ id: "7" }), aWireRecord({ id: "8", metadata: { modelName: "Pecan Bayou" } })];
    const { choose, askedFor, user } = await openMenu({
      [endpoints.listRecords.path]: () => [...rows],
      [endpoints.deleteRecord.path]: [],
    });
    await choose("Delete");
    await user.click(screen.getByRole("button", { name: "Actions for Pecan Bayou" }));
    await choose("Delete");
    await screen.findByText("Pecan Bayou", { selector: "bdi" });
    const deleted = () => askedFor(endpoints.deleteRecord.path).map(({ body }) => body!["tdis_identifier"]);
    return { user, deleted };
  }

  it("deletes two records in a row", async () => {
    const { user, deleted } = await deleteTwo();
    await user.click(screen.getAllByRole("link", { name: "Create +" })[0]!);
    await waitFor(() => expect(deleted().toSorted()).toEqual(["7", "8"]));
  });

  it("shows the first-time hint and Undo after deleting the only record", async () => {
    const { choose, user } = await openMenu({ [endpoints.deleteRecord.path]: [] });
    await choose("Delete");
    expect(await screen.findByText("No records found")).toBeVisible();
    expect(screen.queryByText(/match the filters/)).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByRole("link", { name: "Denton Creek" })).toBeVisible();
  });

  it("restores one of two deleted records", async () => {
    const { user, deleted } = await deleteTwo();
    const [first] = screen.getAllByRole("button", { name: "Undo" });
    await user.click(first!);
    expect(await screen.findByRole("link", { name: "Denton Creek" })).toBeVisible();
    await user.click(screen.getAllByRole("link", { name: "Create +" })[0]!);
    await waitFor(() => expect(deleted()).toEqual(["8"]));
  });

  it("sends the delete request when the user signs out", async () => {
    const { choose, askedFor } = await openMenu({ [endpoints.deleteRecord.path]: [] });
    await choose("Delete");
    await screen.findByRole("button", { name: "Undo" });
    act(() => session.end(messages.loggedOut));
    expect(askedFor(endpoints.deleteRecord.path)).toMatchObject([
      { headers: { "x-access-token": anAccount().accessToken } },
    ]);
  });

  it("sends the delete request when the tab is closed", async () => {
    const { choose, askedFor } = await openMenu({ [endpoints.deleteRecord.path]: [] });
    await choose("Delete");
    await screen.findByRole("button", { name: "Undo" });
    fireEvent(window, new Event("pagehide"));
    // Well before the undo period ends.
    await waitFor(() => expect(askedFor(endpoints.deleteRecord.path)).toHaveLength(1), { timeout: 2000 });
  });

  it("shows the record again with an error and Retry if the delete fails", { timeout: 120_000 }, async () => {
    silenceConsoleErrors();
    let isFailing = true;
    const { choose, user } = await openMenu({
      [endpoints.deleteRecord.path]: () => (isFailing ? new ApiError("The store rests.", 503) : []),
    });
    await choose("Delete");
    const note = await screen.findByText(/The store rests/, {}, { timeout: 120_000 });
    expect(note.closest("[role=alert]")).toHaveTextContent("Failed to delete record. The store rests.");
    expect(await screen.findByRole("link", { name: "Denton Creek" })).toBeVisible();
    isFailing = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("Successfully deleted record")).toBeVisible();
  });
});
