import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import type { Status } from "../../../src/contract/status.ts";
import { deviceDrafts } from "../../../src/portal/providers/deviceDrafts.ts";
import { RecordsPage } from "../../../src/portal/records/RecordsPage.tsx";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { storeDeviceDraft, WITHOUT_DRAFTS } from "../../support/draftService.ts";
import { aConfig } from "../../support/portalNetwork.ts";
import { renderScreen } from "../../support/renderApp.tsx";
import { recordAnswers } from "./recordAnswers.ts";

const silenceConsoleErrors = () => vi.spyOn(console, "error").mockImplementation(() => undefined);

async function openMenu(
  answers: Parameters<typeof recordAnswers>[1] = {},
  record = aWireRecord({ id: "7" }),
  config = aConfig(),
) {
  const view = renderScreen(<RecordsPage />, { answers: recordAnswers([record], answers), config });
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

  it("creates a new version of an accepted record only", async () => {
    const view = await openMenu(
      { [endpoints.createNewVersion.path]: [{ tdis_identifier: 99 }] },
      aWireRecord({ id: "7", status: "accepted" }),
    );
    await view.choose("New version");
    await waitFor(() => expect(view.path()).toBe("/app/form/99"));
    view.unmount();
    await openMenu();
    expect(screen.queryByRole("menuitem", { name: "New version" })).not.toBeInTheDocument();
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
    ["the response has no id", [] as never[], "This record was not duplicated"],
    ["the network fails", new ApiError("", 0), "This record may not have been duplicated"],
  ])("offers a retry with the same idempotency key when %s", async (_, failure, title) => {
    silenceConsoleErrors();
    let answer: unknown = failure;
    const { choose, askedFor, path, user } = await openMenu({
      [endpoints.duplicateRecord.path]: () => answer as never[],
    });
    await choose("Duplicate");
    const dialog = await screen.findByRole("dialog", { name: title });
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

  const twoRecords = () => [
    aWireRecord({ id: "7" }),
    aWireRecord({ id: "8", metadata: { modelName: "Pecan Bayou" } }),
  ];

  /** Answers as a server with a trash would. */
  function trashOf(rows: ReturnType<typeof twoRecords>) {
    const trash: typeof rows = [];
    const move = (from: typeof rows, to: typeof rows) => (asked: { body?: JsonObject }) => {
      const index = from.findIndex(
        (row) => String(row["tdis_identifier"]) === asked.body?.["tdis_identifier"],
      );
      to.push(...from.splice(index, 1));
      return [];
    };
    return {
      [endpoints.listRecords.path]: () => [...rows],
      [endpoints.deleteRecord.path]: move(rows, trash),
      [endpoints.restoreRecord.path]: move(trash, rows),
    };
  }

  it("deletes a record at once and offers Undo, which restores it", async () => {
    const { choose, askedFor, user } = await openMenu(trashOf(twoRecords()));
    await choose("Delete");
    expect(await screen.findByText("Successfully deleted record")).toBeVisible();
    expect(askedFor(endpoints.deleteRecord.path)[0]).toMatchObject({ body: { tdis_identifier: "7" } });
    expect(screen.queryByRole("link", { name: "Denton Creek" })).not.toBeInTheDocument();
    const undo = await screen.findByRole("button", { name: "Undo" });
    expect(undo).toHaveFocus();
    await user.click(undo);
    expect(await screen.findByText("Restored record!")).toBeVisible();
    expect(await screen.findByRole("link", { name: "Denton Creek" })).toBeVisible();
    expect(askedFor(endpoints.restoreRecord.path)[0]).toMatchObject({ body: { tdis_identifier: "7" } });
    expect(screen.queryByRole("button", { name: "Undo" })).not.toBeInTheDocument();
    expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
  });

  it("offers a retry if Undo fails", async () => {
    silenceConsoleErrors();
    let isFailing = true;
    const answers = trashOf(twoRecords());
    const restore = answers[endpoints.restoreRecord.path] as (asked: { body?: JsonObject }) => never[];
    const { choose, user } = await openMenu({
      ...answers,
      [endpoints.restoreRecord.path]: (asked) =>
        isFailing ? new ApiError("The store rests.", 500) : restore(asked),
    });
    await choose("Delete");
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    const alert = (await screen.findByText(/The store rests/)).closest("[role=alert]");
    expect(alert).toHaveTextContent("Failed to restore record. The store rests.");
    isFailing = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByRole("link", { name: "Denton Creek" })).toBeVisible();
  });

  it("restores one of two deleted records", async () => {
    const { choose, user } = await openMenu(trashOf(twoRecords()));
    await choose("Delete");
    await screen.findByRole("button", { name: "Undo" });
    await user.click(screen.getByRole("button", { name: "Actions for Pecan Bayou" }));
    await choose("Delete");
    expect(await screen.findByText("No records found")).toBeVisible();
    expect(screen.queryByText(/match the filters/)).not.toBeInTheDocument();
    const [first] = screen.getAllByRole("button", { name: "Undo" });
    await user.click(first!);
    expect(await screen.findByRole("link", { name: "Denton Creek" })).toBeVisible();
    expect(screen.getAllByRole("button", { name: "Undo" })).toHaveLength(1);
  });

  it("removes a deleted record from table and counts", async () => {
    const { choose, user } = await openMenu(trashOf(twoRecords()));
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

  it("keeps the drafts of a deleted record until the user leaves the page, for Undo", async () => {
    storeDeviceDraft("7", {});
    const { choose, user } = await openMenu(trashOf(twoRecords()), undefined, aConfig(WITHOUT_DRAFTS));
    await choose("Delete");
    await screen.findByRole("button", { name: "Undo" });
    expect(deviceDrafts.list("vendor1")).toHaveLength(1);
    expect(screen.queryByText("Unnamed record")).toBeNull();
    await user.click(screen.getByRole("link", { name: "Deleted records" }));
    await waitFor(() => expect(deviceDrafts.list("vendor1")).toEqual([]));
  });

  it.each<[Status, RegExp]>([
    ["pending", /Withdraw it before you delete it/],
    ["accepted", /An accepted record cannot be deleted/],
  ])("does not offer Delete for a record that is %s, and says why", async (status, reason) => {
    await openMenu({}, aWireRecord({ id: "7", status }));
    const item = screen.getByRole("menuitem", { name: reason });
    expect(item).toHaveAttribute("aria-disabled", "true");
  });

  it("asks before a delete that the services cannot undo", async () => {
    const missingCalls = ["restoreRecord", "withdrawRecord", "listDeletedRecords"] as const;
    const config = aConfig({ missingCalls: [...missingCalls] });
    const view = await openMenu(trashOf(twoRecords()), aWireRecord({ id: "7", status: "accepted" }), config);
    await view.choose("Delete");
    const dialog = await screen.findByRole("dialog", { name: "Delete this record?" });
    expect(view.askedFor(endpoints.deleteRecord.path)).toEqual([]);
    await view.user.click(within(dialog).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Successfully deleted record")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Undo" })).not.toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "Deleted records" })).not.toBeInTheDocument();
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
