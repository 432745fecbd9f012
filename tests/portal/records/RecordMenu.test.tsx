import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { messages } from "../../../src/contract/messages.ts";
import { draftStore } from "../../../src/portal/providers/drafts.ts";
import { session } from "../../../src/portal/providers/session.ts";
import { RecordsPage } from "../../../src/portal/records/RecordsPage.tsx";
import { VendorError } from "../../../src/portal/providers/calls/vendorError.ts";
import { anAccount } from "../../support/anAccount.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { renderScreen } from "../../support/renderApp.tsx";
import { keepDraft } from "../record-form/keepDraft.ts";
import { recordAnswers } from "./recordAnswers.ts";

const allowRefusals = () => vi.spyOn(console, "error").mockImplementation(() => undefined);

async function openMenu(
  answers: Parameters<typeof recordAnswers>[1] = {},
  record = aWireRecord({ id: "7" }),
) {
  const view = renderScreen(<RecordsPage />, { answers: recordAnswers([record], answers) });
  await view.user.click(await screen.findByRole("button", { name: "Actions for Denton Creek" }));
  return { ...view, choose: (name: string) => view.user.click(screen.getByRole("menuitem", { name })) };
}

describe("a card's menu", () => {
  it("offers to edit a record in progress", async () => {
    await openMenu();
    expect(screen.getByRole("menuitem", { name: "Edit" })).toHaveAttribute("href", "/app/form/7");
  });

  it("offers to view any other", async () => {
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

  it("opens no copy that is made once its user has gone elsewhere", async () => {
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
    ["the services name no copy", [] as never[]],
    ["no answer comes", new VendorError("", 0)],
  ])("says so and stays open for another try when %s, which repeats the key", async (_, failure) => {
    allowRefusals();
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

  it("takes a deleted record off the list, and deletes it once that cannot be undone", async () => {
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

  it("brings a deleted record back with Undo, without telling the services", async () => {
    const { choose, askedFor, user } = await openMenu();
    await choose("Delete");
    const undo = await screen.findByRole("button", { name: "Undo" });
    expect(undo).toHaveFocus();
    await user.click(undo);
    expect(await screen.findByRole("link", { name: "Denton Creek" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Undo" })).not.toBeInTheDocument();
    expect(askedFor(endpoints.deleteRecord.path)).toEqual([]);
  });

  it("gives the focus back to the page, and forgets what was typed into the record, once it is deleted", async () => {
    keepDraft("7", {});
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

  it("leaves a form that is open what is typed into the record", async () => {
    keepDraft("7", {});
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

  it("keeps a deleted record out of the table and of every count, and takes it back into both", async () => {
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

  /** Two records, the first of them deleted and then the second; with what the services were asked to delete. */
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

  it("deletes two records one right after the other", async () => {
    const { user, deleted } = await deleteTwo();
    await user.click(screen.getAllByRole("link", { name: "Create +" })[0]!);
    await waitFor(() => expect(deleted().toSorted()).toEqual(["7", "8"]));
  });

  it("tells whoever deletes the only record how to begin, and how to have it back", async () => {
    const { choose, user } = await openMenu({ [endpoints.deleteRecord.path]: [] });
    await choose("Delete");
    expect(await screen.findByText("No records found")).toBeVisible();
    expect(screen.queryByText(/passes the filters/)).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByRole("link", { name: "Denton Creek" })).toBeVisible();
  });

  it("brings either of two deleted records back", async () => {
    const { user, deleted } = await deleteTwo();
    const [first] = screen.getAllByRole("button", { name: "Undo" });
    await user.click(first!);
    expect(await screen.findByRole("link", { name: "Denton Creek" })).toBeVisible();
    await user.click(screen.getAllByRole("link", { name: "Create +" })[0]!);
    await waitFor(() => expect(deleted()).toEqual(["8"]));
  });

  it("deletes a record whose user signs out right away", async () => {
    const { choose, askedFor } = await openMenu({ [endpoints.deleteRecord.path]: [] });
    await choose("Delete");
    await screen.findByRole("button", { name: "Undo" });
    act(() => session.end(messages.loggedOut));
    expect(askedFor(endpoints.deleteRecord.path)).toMatchObject([
      { headers: { "x-access-token": anAccount().accessToken } },
    ]);
  });

  it("deletes a record whose user closes the tab right away", async () => {
    const { choose, askedFor } = await openMenu({ [endpoints.deleteRecord.path]: [] });
    await choose("Delete");
    await screen.findByRole("button", { name: "Undo" });
    fireEvent(window, new Event("pagehide"));
    // Long before it would be deleted by itself.
    await waitFor(() => expect(askedFor(endpoints.deleteRecord.path)).toHaveLength(1), { timeout: 2000 });
  });

  it(
    "says so when a record could not be deleted, brings it back, and offers another try",
    { timeout: 40_000 },
    async () => {
      allowRefusals();
      let fails = true;
      const { choose, user } = await openMenu({
        [endpoints.deleteRecord.path]: () => (fails ? new VendorError("The store rests.", 503) : []),
      });
      await choose("Delete");
      const note = await screen.findByText(/The store rests/, {}, { timeout: 20_000 });
      expect(note.closest("[role=alert]")).toHaveTextContent("Failed to delete record. The store rests.");
      expect(await screen.findByRole("link", { name: "Denton Creek" })).toBeVisible();
      fails = false;
      await user.click(screen.getByRole("button", { name: "Retry" }));
      expect(await screen.findByText("Successfully deleted record")).toBeVisible();
    },
  );
});
