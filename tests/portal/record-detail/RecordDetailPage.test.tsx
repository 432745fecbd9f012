import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../../src/contract/endpoints.ts";
import { VendorError } from "../../../src/portal/providers/vendorError.ts";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { aWireFile, aWireMessage, aWireUpload, renderDetail } from "./renderDetail.tsx";

const card = (name: string) => screen.findByRole("region", { name });

describe("the page", () => {
  it("is titled with the model's name and leads back to the list", async () => {
    renderDetail();
    expect(await screen.findByRole("heading", { level: 1, name: "Denton Creek" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Metadata Records" })).toHaveAttribute("href", "/app/");
  });

  it("leads Home when there is no such record", async () => {
    allowRefusals();
    const { path } = renderDetail({ [endpoints.getRecord.path]: new VendorError("Not found", 404) });
    await waitFor(() => expect(path()).toBe("/app/"));
    expect(await screen.findByText("This record could not be found.")).toBeVisible();
  });

  it("shows how far an upload that is worked on has come", async () => {
    renderDetail({
      [endpoints.uploadProgress.path]: [{ upload_batch_id: "b1", sent: "2026-03-02T15:04:05.000Z" }],
    });
    expect(await card("Upload in progress")).toBeVisible();
  });

  it("does not once it is catalogued", async () => {
    renderDetail({
      [endpoints.uploadProgress.path]: [{ upload_batch_id: "b1", catalogued: "2026-03-02T15:04:05.000Z" }],
    });
    await card("Status & Messages");
    expect(screen.queryByRole("region", { name: "Upload in progress" })).toBeNull();
  });
});

describe("the status", () => {
  const notification = (status: string, content: string, day: number, username = "agency1") => ({
    status,
    content,
    username,
    date: `2026-03-0${day}T15:00:00.000Z`,
  });
  const renderStatus = (status: "accepted" | "rejected") =>
    renderDetail({
      [endpoints.getRecord.path]: [aWireRecord({ id: "7", status })],
      [endpoints.listNotifications.path]: [
        notification("rejected", "The coverage leaves out Elizabeth Creek.", 5),
        notification("rejected", "An older reason.", 4, "agency9"),
        notification("accepted", "", 6),
      ],
    });

  it("of a pending record reads pending admin acceptance", async () => {
    renderDetail();
    expect(within(await card("Status & Messages")).getByText("pending admin acceptance")).toBeVisible();
    expect(screen.getByText(/^Uploaded on March 2nd 2026, /)).toBeVisible();
  });

  it("of an accepted record says when it was accepted", async () => {
    renderStatus("accepted");
    expect(await screen.findByText("Accepted on Mar 6th, 2026")).toBeVisible();
  });

  it("of a rejected record says when, by whom and why, as the latest notification has it", async () => {
    renderStatus("rejected");
    expect(await screen.findByText("Rejected on Mar 5th, 2026 by agency1")).toBeVisible();
    expect(screen.getByText("The coverage leaves out Elizabeth Creek.")).toBeVisible();
    expect(screen.queryByText("An older reason.")).toBeNull();
  });

  it("offers editing while in progress only", async () => {
    renderDetail({ [endpoints.getRecord.path]: [aWireRecord({ id: "7" })] });
    expect(await screen.findByRole("link", { name: "Edit" })).toHaveAttribute("href", "/app/form/7");
  });
});

describe("conflicting uploads", () => {
  const version = (batch: string, upload: string, size: number) => ({
    tdis_identifier: "7",
    upload_batch_id: batch,
    conflict_number: 1,
    filename: "Model_Files/Denton.hdf",
    upload_id: upload,
    uploaded: "2026-03-02T15:04:05.000Z",
    username: "vendor1",
    archived: false,
    size,
    sha256: upload,
  });

  it("are shown with each version's time, user and size", async () => {
    renderDetail({ [endpoints.recordConflicts.path]: [version("b1", "1", 1000), version("b2", "2", 2000)] });
    expect(await screen.findByRole("heading", { name: "Multiple Uploads Detected" })).toBeVisible();
    expect(screen.getByText("Model_Files/Denton.hdf")).toBeVisible();
    expect(screen.getByText(/^Uploaded on March 2nd 2026, .* by vendor1, 1\.0 kB$/)).toBeVisible();
    expect(screen.getByText(/^Uploaded on March 2nd 2026, .* by vendor1, 2\.0 kB$/)).toBeVisible();
  });

  it("are not spoken of while there are none", async () => {
    renderDetail();
    await card("Status & Messages");
    expect(screen.queryByText("Multiple Uploads Detected")).toBeNull();
  });
});

describe("the files", () => {
  it("are No file structure found before an upload", async () => {
    renderDetail();
    expect(await screen.findByText("No file structure found")).toBeVisible();
  });

  it("stand in a tree, folders first, with links of encoded paths", async () => {
    renderDetail({
      [endpoints.listFiles.path]: [
        aWireFile("b1/files/Root/a #1.txt"),
        aWireFile("b1/files/Root/Model_Files/Denton.hdf", { size: 1_500_000 }),
        aWireFile("b1/files/Root/GIS", { uploadType: "directory", mimeType: "directory", size: 0 }),
        aWireFile("b1/files/Root", { uploadType: "directory", mimeType: "directory", size: 0 }),
        aWireFile("b1/files/Root/other", { uploadType: "link" }),
      ],
    });
    const tree = within(await screen.findByRole("tree", { name: "Files of the model" }));
    expect(tree.getAllByRole("treeitem").map(({ textContent }) => textContent)).toEqual([
      "Root",
      "GIS",
      "Model_Files",
      "a #1.txt10 B",
    ]);
    expect(await tree.findByRole("link", { name: "a #1.txt" })).toHaveAttribute(
      "href",
      "https://store.example.com/ms2/records/7/b1/files/Root/a%20%231.txt?sp=r&sig=x%3D",
    );
  });

  it("come with their zips, each with its size; archived ones are hidden", async () => {
    renderDetail({
      [endpoints.listArchive.path]: [aWireUpload(), aWireUpload({ path: "b0/old.zip", archived: true })],
    });
    const link = await screen.findByRole("link", {
      name: "Download ZIP 030000000001_Denton Creek #1.zip, 2.5 MB",
    });
    expect(link).toHaveAttribute(
      "href",
      "https://store.example.com/ms2/records/7/b1/030000000001_Denton%20Creek%20%231.zip?sp=r&sig=x%3D",
    );
    expect(screen.getAllByRole("link", { name: /Download ZIP/ })).toHaveLength(1);
  });

  it("are read from the installation's own address where the services grant no link", async () => {
    allowRefusals();
    const { unmount } = renderDetail({
      [endpoints.downloadLink.path]: new VendorError("Not found", 404),
      [endpoints.listArchive.path]: [aWireUpload()],
    });
    await screen.findByText("030000000001_Denton Creek #1.zip (2.5 MB)");
    expect(screen.queryByRole("link", { name: /Download ZIP/ })).toBeNull();
    unmount();
  });
});

describe("the metadata", () => {
  const rowOf = async (label: string) => {
    const term = await screen.findByText(label, { selector: "dt" });
    return term.nextElementSibling!;
  };

  it("stand under the schema's titles, codes by their names", async () => {
    renderDetail();
    expect(await rowOf("Flood planning region")).toHaveTextContent("03 Trinity");
    await waitFor(async () =>
      expect(await rowOf("Software")).toHaveTextContent(
        "Hydrologic Engineering Center River Analysis System (HEC-RAS)",
      ),
    );
    expect(await rowOf("Originating agency")).toHaveTextContent("Texas Water Development Board");
    expect(await rowOf("Time periods covered")).toHaveTextContent("2015-05-01 to 2015-06-30");
    const counties = within((await rowOf("Counties")) as HTMLElement).getAllByRole("listitem");
    expect(counties.map(({ textContent }) => textContent)).toEqual(["Denton", "Wise"]);
  });

  it("name contacts with their roles, and an unknown one by its ids", async () => {
    renderDetail();
    await screen.findByText("Sam Submitter (Submitter), sam@example.com");
    expect(await rowOf("Contacts")).toHaveTextContent("Contact 40, role 9");
  });

  it("begin with 200 pixels, and show more and less", async () => {
    const { press } = renderDetail();
    const button = await screen.findByRole("button", { name: "Show more" });
    const content = document.getElementById(button.getAttribute("aria-controls")!)!;
    expect(getComputedStyle(content).maxHeight).toBe("200px");
    await press("Show more");
    expect(getComputedStyle(content).maxHeight).not.toBe("200px");
    await press("Show less");
    expect(getComputedStyle(content).maxHeight).toBe("200px");
  });
});

describe("the history", () => {
  const values = { user_first_name: "Vera", user_last_name: "Vendor", user_id: 1, username: "vendor1" };

  it("tells of each save what it was, by whom and when", async () => {
    const { press, user } = renderDetail({
      [endpoints.listHistory.path]: [
        { old_values: {}, new_values: { ...values, record_updated_date: "2026-03-03T15:00:00.000Z" } },
        { old_values: null, new_values: { ...values, record_updated_date: "2026-03-02T15:00:00.000Z" } },
      ],
    });
    await press("View History");
    const dialog = await screen.findByRole("dialog", { name: "Metadata History" });
    const entries = (await within(dialog).findAllByRole("listitem")).map(({ textContent }) => textContent);
    expect(entries[0]).toMatch(/^EditedVera Vendor \(user id 1, vendor1\)March 3rd 2026, /);
    expect(entries[1]).toMatch(/^CreatedVera Vendor \(user id 1, vendor1\)March 2nd 2026, /);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("says when there is none", async () => {
    const { press } = renderDetail();
    await press("View History");
    expect(await screen.findByText("Could not find history for given record.")).toBeVisible();
  });
});

it("keeps messages apart that were sent at the same moment", async () => {
  renderDetail({ [endpoints.listMessages.path]: [aWireMessage("one", 1), aWireMessage("two", 1)] });
  expect(await screen.findByText("one")).toBeVisible();
  expect(screen.getByText("two")).toBeVisible();
});
