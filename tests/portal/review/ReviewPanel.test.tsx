import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/endpoints.ts";
import { schemaOf } from "../../../src/contract/fields.ts";
import type { Status } from "../../../src/contract/status.ts";
import { encode } from "../../../src/contract/wire.ts";
import { ReviewPanel } from "../../../src/portal/review/ReviewPanel.tsx";
import { VendorError } from "../../../src/portal/providers/vendorError.ts";
import { conflictsBetween } from "../../fixtures/aConflict.ts";
import { aMetadata } from "../../support/aMetadata.ts";
import { renderScreen } from "../../support/renderApp.tsx";
import type { Answers } from "../../support/portalNetwork.ts";

const aRecord = (status: Status) => ({
  id: "7",
  currentMetadata: aMetadata({ modelName: "Denton Creek" }),
  statusInfo: { status, timeOfLastStatusChange: "2026-03-02T15:04:05.000Z" },
  dataIsAvailable: false,
  schemaVersion: 1,
});

const open = (answers: Answers = {}, status: Status = "pending") =>
  renderScreen(<ReviewPanel record={aRecord(status)} />, {
    answers: { [endpoints.listFiles.path]: [], [endpoints.recordConflicts.path]: [], ...answers },
  });

describe("a decision", () => {
  it.each(["in progress", "accepted", "rejected"] as const)("is not offered on a record %s", (status) => {
    open({}, status);
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
  });

  it("to accept is asked for once more, by the record's name", async () => {
    const { user, askedFor } = open({ [endpoints.acceptRecord.path]: [] });
    await user.click(screen.getByRole("button", { name: "Accept" }));
    expect(screen.getByRole("dialog")).toHaveTextContent("Denton Creek will be accepted");
    expect(askedFor(endpoints.acceptRecord.path)).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Accept model" }));
    expect(await screen.findByText("Accepted record!")).toBeVisible();
    expect(askedFor(endpoints.acceptRecord.path)).toMatchObject([{ body: { tdis_identifier: "7" } }]);
  });

  it("that is refused says why, and may be made again", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const refusal = new VendorError("This record's uploads conflict.", 409);
    const { user } = open({ [endpoints.acceptRecord.path]: refusal });
    await user.click(screen.getByRole("button", { name: "Accept" }));
    await user.click(screen.getByRole("button", { name: "Accept model" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Failed to accept record. This record's uploads conflict.",
    );
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await user.click(screen.getByRole("button", { name: "Reject" }));
    expect(screen.queryByText(/Failed to accept/)).not.toBeInTheDocument();
  });

  it("to accept is not offered while the record's uploads conflict", async () => {
    const conflicts = conflictsBetween(["a.hdf"], 2, { recordId: "7" });
    const { user } = open({
      [endpoints.recordConflicts.path]: conflicts.map((one) =>
        encode(schemaOf("upload-conflict"), { ...one }, "read"),
      ),
    });
    expect(
      await screen.findByText(/^Its vendor has to choose between the conflicting uploads/),
    ).toBeVisible();
    expect(screen.queryByRole("button", { name: "Accept" })).not.toBeInTheDocument();
    await user.keyboard("a");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Reject" })).toBeVisible();
  });

  it("begins with the keys A and R, but not where one types", async () => {
    const { user } = open();
    await screen.findByRole("button", { name: "Accept" });
    await user.keyboard("a");
    expect(await screen.findByRole("dialog")).toHaveTextContent("Accept this model?");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await user.keyboard("r");
    await user.type(await screen.findByLabelText(/^Reason/), "a rarer area");
    expect(screen.getByLabelText(/^Reason/)).toHaveValue("a rarer area");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("to reject says when the names of the files could not be had, and asks again", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    let fails = true;
    const { user, askedFor } = open({
      [endpoints.listFiles.path]: () => (fails ? new VendorError("no", 500) : []),
    });
    await user.click(screen.getByRole("button", { name: "Reject" }));
    expect(await screen.findByText(/The list could not be loaded/)).toBeVisible();
    fails = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(screen.queryByText(/could not be loaded/)).not.toBeInTheDocument());
    expect(askedFor(endpoints.listFiles.path)).toHaveLength(2);
  });

  it("to reject needs a reason", async () => {
    const { user, askedFor } = open();
    await user.click(screen.getByRole("button", { name: "Reject" }));
    expect(screen.getByLabelText(/^Reason/)).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Reject with this reason" }));
    expect((await screen.findAllByText("Required"))[0]).toBeVisible();
    expect(askedFor(endpoints.rejectRecord.path)).toEqual([]);
  });

  it("to reject names fields by their titles and files by their paths", async () => {
    const file = {
      upload_type: "file",
      mime_type: "",
      size: 1,
      sha256: "a",
      archived: false,
      upload_batch_id: "b",
    };
    const { user, askedFor } = open({
      [endpoints.rejectRecord.path]: [],
      [endpoints.listFiles.path]: [
        { ...file, path: "b/files/Model_Files", upload_type: "directory" },
        { ...file, path: "b/files/Model_Files/Creek.g01" },
      ],
    });
    await user.click(screen.getByRole("button", { name: "Reject" }));
    await user.click(screen.getByRole("combobox", { name: "Name a field" }));
    await user.click(await screen.findByRole("option", { name: "Model description" }));
    const reason = screen.getByLabelText(/^Reason/);
    await waitFor(() => expect(reason).toHaveFocus());
    await user.type(reason, "too short.");
    await user.click(screen.getByRole("combobox", { name: "Name a file" }));
    await user.click(await screen.findByRole("option", { name: "Model_Files/Creek.g01" }));
    await waitFor(() => expect(reason).toHaveValue("Model description: too short.\nModel_Files/Creek.g01: "));
    await user.click(screen.getByRole("button", { name: "Reject with this reason" }));
    expect(await screen.findByText("Rejected record!")).toBeVisible();
    const [asked] = askedFor(endpoints.rejectRecord.path);
    const body = asked!.body!;
    expect(body).toMatchObject({ tdis_identifier: "7" });
    expect(body["reason"]).toContain("Model description: too short.\nModel_Files/Creek.g01:");
  });
});
