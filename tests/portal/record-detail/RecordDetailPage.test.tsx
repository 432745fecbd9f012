import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { getFieldNameByRole, getSchema } from "../../../src/contract/schema/fields.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { hasWholeText } from "../../support/hasWholeText.ts";
import { aWireFile, aWireMessage, aWireUpload, renderDetail } from "./renderDetail.tsx";

const findCard = (name: string) => screen.findByRole("region", { name });

describe("the record page", () => {
  it("shows the model's name as its title and links back to the list", async () => {
    renderDetail();
    expect(await screen.findByRole("heading", { level: 1, name: "Denton Creek" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Metadata Records" })).toHaveAttribute("href", "/app/");
  });

  it("makes invisible characters in its title visible", async () => {
    renderDetail({
      [endpoints.getRecord.path]: [aWireRecord({ id: "7", metadata: { modelName: "gnp.\u202Eexe" } })],
    });
    const heading = await screen.findByRole("heading", { level: 1, name: "gnp.⟨U+202E⟩exe" });
    expect(heading).toHaveAttribute("dir", "auto");
  });

  it("redirects Home if the record does not exist", async () => {
    allowRefusals();
    const { path } = renderDetail({ [endpoints.getRecord.path]: new ApiError("Not found", 404) });
    await waitFor(() => expect(path()).toBe("/app/"));
    expect(await screen.findByText("This record could not be found.")).toBeVisible();
  });

  it("sends each request only once when it opens", async () => {
    const { asked } = renderDetail();
    await findCard("Uploaded Files");
    await waitFor(() => expect(asked.map(({ path }) => path)).toContain(endpoints.listFiles.path));
    const paths = asked.map(({ path }) => path);
    expect(paths.toSorted()).toEqual([...new Set(paths)].toSorted());
  });

  it("offers no actions while the agency decides", async () => {
    renderDetail();
    await findCard("Status & Messages");
    expect(screen.queryByRole("link", { name: "Proceed to Upload" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Resolve uploads" })).toBeNull();
  });

  it("shows the progress of a running upload", async () => {
    renderDetail({
      [endpoints.uploadProgress.path]: [{ upload_batch_id: "b1", sent: "2026-03-02T15:04:05.000Z" }],
    });
    expect(await findCard("Upload in progress")).toBeVisible();
  });

  it("shows the bytes of a zip that is still uploading", async () => {
    renderDetail({
      [endpoints.getRecord.path]: [aWireRecord({ id: "7" })],
      [endpoints.uploadProgress.path]: [{ upload_batch_id: "b1", arrived_bytes: 1.2e9, size: 3.4e9 }],
    });
    const bar = within(await findCard("Upload in progress")).getByRole("progressbar");
    expect(bar).toHaveAttribute("aria-valuetext", "1.2 of 3.4 GB sent");
    const timeline = within(screen.getByRole("list", { name: "Record timeline" }));
    expect(timeline.getByText("Uploaded").closest("li")).toHaveTextContent("uploading");
    expect(timeline.getByText("Checked").closest("li")).toHaveTextContent("CheckedNot yet");
  });

  it("shows no progress once the upload is catalogued", async () => {
    renderDetail({
      [endpoints.uploadProgress.path]: [{ upload_batch_id: "b1", catalogued: "2026-03-02T15:04:05.000Z" }],
    });
    await findCard("Status & Messages");
    expect(screen.queryByRole("region", { name: "Upload in progress" })).toBeNull();
  });
});

describe("the status of a record", () => {
  const createNotification = (status: string, content: string, day: number, username = "agency1") => ({
    status,
    content,
    username,
    date: `2026-03-0${day}T15:00:00.000Z`,
  });
  const renderStatus = (status: "accepted" | "rejected") =>
    renderDetail({
      [endpoints.getRecord.path]: [aWireRecord({ id: "7", status })],
      [endpoints.listNotifications.path]: [
        createNotification("rejected", "The coverage leaves out Elizabeth Creek.", 5),
        createNotification("rejected", "An older reason.", 4, "agency9"),
        createNotification("accepted", "", 6),
      ],
    });

  it("shows pending admin acceptance for a pending record", async () => {
    renderDetail();
    expect(within(await findCard("Status & Messages")).getByText("pending admin acceptance")).toBeVisible();
    expect(screen.getByText(hasWholeText(/^Uploaded on March 2nd 2026, /))).toBeVisible();
  });

  it("includes the acceptance date for an accepted record", async () => {
    renderStatus("accepted");
    expect(await screen.findByText(hasWholeText(/^Accepted on Mar 6th, 2026$/))).toBeVisible();
  });

  it("includes date, admin and reason of the latest rejection for a rejected record", async () => {
    renderStatus("rejected");
    expect(await screen.findByText(hasWholeText(/^Rejected on Mar 5th, 2026 by agency1$/))).toBeVisible();
    expect(screen.getByText("The coverage leaves out Elizabeth Creek.")).toBeVisible();
    expect(screen.queryByText("An older reason.")).toBeNull();
  });

  it.each(["listNotifications", "conflictSummary", "listResolutions"] as const)(
    "shows an error if %s fails, and reloads it on Retry",
    async (call) => {
      allowRefusals();
      let fails = true;
      const answer = () => {
        if (fails) throw new ApiError("down", 500);
        return [];
      };
      const { user } = renderDetail({ [endpoints[call].path]: answer });
      expect(
        await screen.findByText(/^Some of this record's information could not be refreshed/),
      ).toBeVisible();
      fails = false;
      await user.click(screen.getByRole("button", { name: "Retry" }));
      await waitFor(() => expect(screen.queryByText(/^Some of this record's information/)).toBeNull());
      expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
    },
  );

  it("has the buttons Edit and Proceed to Upload if it is in progress", async () => {
    renderDetail({ [endpoints.getRecord.path]: [aWireRecord({ id: "7" })] });
    expect(await screen.findByRole("link", { name: "Edit" })).toHaveAttribute("href", "/app/form/7");
    expect(screen.getByRole("link", { name: "Proceed to Upload" })).toHaveAttribute(
      "href",
      "/app/instructions/7",
    );
  });
});

describe("a rejection reason", () => {
  const description = getFieldNameByRole(getSchema("metadata"), "summary");
  const reasons = [
    { id: "1", kind: "field", name: description, text: "say which storms.", answered: null },
    { id: "2", kind: "file", name: "Root/GIS/x.shp", text: "is empty.", answered: null },
    { id: "3", kind: "file", name: "z\u200B.txt", text: "is empty.", answered: null },
  ];
  const renderReasons = () =>
    renderDetail({
      [endpoints.getRecord.path]: [aWireRecord({ id: "7", status: "rejected" })],
      [endpoints.listNotifications.path]: [
        {
          ...{ status: "rejected", content: "As listed.", username: "agency1", reasons },
          date: "2026-03-05T15:00:00.000Z",
        },
      ],
      [endpoints.listFiles.path]: [
        ...["a/GIS/x.shp", "GIS/x.shp", "x.shp", "y.txt", "z\u200B.txt"].map((path) =>
          aWireFile(`b1/files/Root/${path}`),
        ),
        ...["", "/a", "/a/GIS", "/GIS"].map((path) =>
          aWireFile(`b1/files/Root${path}`, { uploadType: "directory" }),
        ),
      ],
    });

  it("links to its field", async () => {
    const { user } = renderReasons();
    await user.click(await screen.findByRole("link", { name: "Model description" }));
    expect(screen.getByRole("button", { name: "Show less" })).toBeVisible();
    await waitFor(() => expect(document.activeElement?.id).toBe("field-modelDescription"));
  });

  it.each([
    ["Root/GIS/x.shp", "x.shp", 3],
    ["z⟨U+200B⟩.txt", "z⟨U+200B⟩.txt", 2],
  ])("links to the file with exactly its path: %s", async (name, shownName, level) => {
    const { user } = renderReasons();
    await screen.findByRole("tree", { name: "Files of the model" });
    for (const click of ["first", "second"]) {
      const [link] = await screen.findAllByRole("link", { name });
      await user.click(link!);
      await waitFor(() => expect(document.activeElement, click).toHaveRole("treeitem"));
      expect(
        within(document.activeElement as HTMLElement).getByRole("link", { name: shownName }),
      ).toBeVisible();
      expect(document.activeElement).toHaveAttribute("aria-level", String(level));
      expect(document.activeElement).toHaveAttribute("aria-selected", "true");
    }
  });

  it("that links to a field does not reset the file tree", async () => {
    const { user } = renderReasons();
    const [link] = await screen.findAllByRole("link", { name: "Root/GIS/x.shp" });
    await user.click(link!);
    const search = await screen.findByRole("searchbox", { name: "Search files" });
    await user.type(search, "shp");
    await user.click(screen.getByRole("link", { name: "Model description" }));
    await waitFor(() => expect(document.activeElement?.id).toBe("field-modelDescription"));
    expect(screen.getByRole("searchbox", { name: "Search files" })).toHaveValue("shp");
  });

  it("as a URL hash focuses the file when the page opens", async () => {
    renderDetail(
      { [endpoints.listFiles.path]: ["a/x.shp", "x.shp"].map((path) => aWireFile(`b1/files/Root/${path}`)) },
      undefined,
      "/app/view/7#file-Root%2Fx.shp",
    );
    await waitFor(() => expect(document.activeElement).toHaveRole("treeitem"));
    expect(document.activeElement).toHaveTextContent(/^x\.shp/);
    expect(document.activeElement).toHaveAttribute("aria-level", "2");
  });
});

describe("the record timeline", () => {
  const findSteps = async () =>
    within(await screen.findByRole("list", { name: "Record timeline" })).getAllByRole("listitem");
  const createProgress = (more: object) => [
    { upload_batch_id: "b1", sent: "2026-03-02T15:00:00.000Z", ...more },
  ];

  it("shows Pending as the current step with the uploaded version", async () => {
    renderDetail({
      [endpoints.listArchive.path]: [
        aWireUpload(),
        aWireUpload({ path: "b2/x.zip", uploadBatchId: "b2", uploaded: "2026-03-01T15:04:05.000Z" }),
      ],
    });
    const [, , uploaded, checked, pending, decided] = await findSteps();
    expect(uploaded).toHaveTextContent(/by vendor1v2 2.5 MB$/);
    expect(checked).toHaveTextContent(/^Checked/);
    expect(pending).toHaveAttribute("aria-current", "step");
    expect(decided).toHaveTextContent("DecidedNot yet");
  });

  it("shows the steps of the current version if a newer one is archived", async () => {
    const createPending = (date: string, upload_version: number) => ({
      ...{ status: "pending", content: "", username: "portal", date, upload_version },
    });
    renderDetail({
      [endpoints.listArchive.path]: [
        aWireUpload({ uploadBatchId: "b1", uploadVersion: 1, uploaded: "2026-03-01T15:04:05.000Z" }),
        aWireUpload({ path: "b2/x.zip", uploadBatchId: "b2", uploadVersion: 2, archived: true }),
      ],
      [endpoints.listNotifications.path]: [
        createPending("2026-03-01T16:00:00.000Z", 1),
        createPending("2026-03-04T16:00:00.000Z", 2),
      ],
      [endpoints.uploadProgress.path]: [
        {
          upload_batch_id: "b2",
          checked: "2026-03-04T15:30:00.000Z",
          catalogued: "2026-03-04T15:40:00.000Z",
        },
      ],
    });
    await waitFor(async () => expect((await findSteps())[4]).toHaveTextContent(/^PendingMar 1st, 2026/));
    const [, , uploaded, checked] = await findSteps();
    expect(uploaded).toHaveTextContent(/Mar 1st, 2026.*v1/);
    expect(checked).toHaveTextContent(/^Checked$/);
  });

  it("shows an upload error at its step", async () => {
    renderDetail({
      [endpoints.getRecord.path]: [aWireRecord({ id: "7" })],
      [endpoints.uploadProgress.path]: createProgress({
        failed: "2026-03-02T15:10:00.000Z",
        fault: "GIS is missing.",
      }),
    });
    await waitFor(async () => expect((await findSteps())[3]).toHaveTextContent(/GIS is missing\.$/));
  });

  it("truncates a long error without splitting a character", async () => {
    renderDetail({
      [endpoints.getRecord.path]: [aWireRecord({ id: "7" })],
      [endpoints.uploadProgress.path]: createProgress({
        failed: "2026-03-02T15:10:00.000Z",
        fault: `${"x".repeat(79)}🌊 is missing.`,
      }),
    });
    await waitFor(async () => expect((await findSteps())[3]).toHaveTextContent(/x{79}…$/));
  });

  it("ends with the date and user of the decision", async () => {
    renderDetail({
      [endpoints.getRecord.path]: [aWireRecord({ id: "7", status: "accepted" })],
      [endpoints.listNotifications.path]: [
        { status: "accepted", content: "", username: "agency1", date: "2026-03-06T15:00:00.000Z" },
      ],
    });
    await waitFor(async () =>
      expect((await findSteps())[5]).toHaveTextContent(/^AcceptedMar 6th, 2026, .* by agency1$/),
    );
  });
});

describe("the uploaded files", () => {
  it("are replaced by No file structure found before an upload", async () => {
    renderDetail();
    expect(await screen.findByText("No file structure found")).toBeVisible();
  });

  it("are a tree, folders first, with URL-encoded links", async () => {
    renderDetail({
      [endpoints.listFiles.path]: [
        aWireFile("b1/files/Root/a #1.txt"),
        aWireFile("b1/files/Root/Model_Files/Denton.hdf", { size: 1_500_000 }),
        aWireFile("b1/files/Root/GIS", { uploadType: "directory", mimeType: "directory", size: 0 }),
        aWireFile("b1/files/Root", { uploadType: "directory", mimeType: "directory", size: 0 }),
        aWireFile("b1/files/Root/other", { uploadType: "link" }),
        aWireFile("b0/files/Root/archived.txt", { uploadBatchId: "b0", archived: true }),
      ],
    });
    const tree = within(await screen.findByRole("tree", { name: "Files of the model" }));
    await tree.findByRole("button", { name: "View a #1.txt" });
    expect(tree.getAllByRole("treeitem").map(({ textContent }) => textContent)).toEqual([
      "Root",
      "GIS",
      "Model_Files",
      "a #1.txtView10 B",
    ]);
    expect(await tree.findByRole("link", { name: "a #1.txt" })).toHaveAttribute(
      "href",
      "https://store.example.com/ms2/records/7/b1/files/Root/a%20%231.txt?sp=r&sig=x%3D",
    );
  });

  it("are listed with the current zips and their sizes", async () => {
    renderDetail({
      [endpoints.listArchive.path]: [aWireUpload(), aWireUpload({ path: "b0/old.zip", archived: true })],
    });
    const link = await screen.findByRole("link", {
      name: "Download ZIP 030000000001_Denton Creek #1.zip, v2, 2.5 MB",
    });
    expect(link).toHaveAttribute(
      "href",
      "https://store.example.com/ms2/records/7/b1/030000000001_Denton%20Creek%20%231.zip?sp=r&sig=x%3D",
    );
    expect(screen.getAllByRole("link", { name: /Download ZIP/ })).toHaveLength(1);
  });

  it("have no download links if the server grants no access", async () => {
    allowRefusals();
    const { unmount } = renderDetail({
      [endpoints.downloadLink.path]: new ApiError("Not found", 404),
      [endpoints.listArchive.path]: [aWireUpload()],
    });
    expect(await screen.findByText("030000000001_Denton Creek #1.zip")).toBeVisible();
    expect(screen.queryByRole("link", { name: /Download ZIP/ })).toBeNull();
    unmount();
  });
});

it("shows two messages with the same date", async () => {
  renderDetail({ [endpoints.listMessages.path]: [aWireMessage("one", 1), aWireMessage("two", 1)] });
  expect(await screen.findByText("one")).toBeVisible();
  expect(screen.getByText("two")).toBeVisible();
});

describe("a record of other services", () => {
  const { listNotifications, listArchive, getRecord } = endpoints;

  it("shows the reason of the last rejection if notifications have no dates", async () => {
    const createRejection = (content: string) => ({ status: "rejected", content, username: "agency1" });
    renderDetail({
      [getRecord.path]: [aWireRecord({ id: "7", status: "rejected" })],
      [listNotifications.path]: [createRejection("The first."), createRejection("The last.")],
    });
    expect(await screen.findByText("The last.")).toBeVisible();
  });

  it("shows uploads that have only path, time and user", async () => {
    const createUpload = (name: string, uploaded: string) => ({
      path: `R/${name}.zip`,
      uploaded,
      username: "v",
      archived: false,
    });
    renderDetail({
      [listArchive.path]: [
        createUpload("a", "2026-03-02T15:00:00Z"),
        createUpload("b", "2026-03-03T15:00:00Z"),
      ],
    });
    expect(await screen.findByText("b.zip")).toBeVisible();
    expect(screen.queryByText(/undefined/)).not.toBeInTheDocument();
    expect(screen.queryByText(/^v\d$/)).not.toBeInTheDocument();
  });
});

describe("the latest current upload", () => {
  const { listArchive, getRecord, uploadProgress } = endpoints;
  const versions = [
    aWireUpload({
      uploadBatchId: "b2",
      uploaded: "2026-03-04T12:00:00.000Z",
      path: "b2/b.zip",
      uploadVersion: 2,
    }),
    aWireUpload({
      uploadBatchId: "b1",
      uploaded: "2026-03-03T12:00:00.000Z",
      path: "b1/a.zip",
      uploadVersion: 1,
    }),
  ];

  it("sets the record's upload date", async () => {
    renderDetail({ [listArchive.path]: versions });
    expect(await screen.findByText(hasWholeText(/^Uploaded on March 4th 2026, /))).toBeVisible();
  });

  it("is not an archived one", async () => {
    renderDetail({ [listArchive.path]: [{ ...versions[0], archived: true }, versions[1]!] });
    expect(await screen.findByText(hasWholeText(/^Uploaded on March 3rd 2026, /))).toBeVisible();
    const timeline = within(screen.getByRole("list", { name: "Record timeline" }));
    expect(timeline.getByText("v1")).toBeVisible();
  });

  it("is missing once the record was reopened", async () => {
    const stages = {
      sent: "2026-03-01T10:00:00.000Z",
      catalogued: "2026-03-01T11:00:00.000Z",
      failed: null,
      fault: null,
    };
    renderDetail({
      [getRecord.path]: [
        aWireRecord({ id: "7", status: "in progress", timeOfLastStatusChange: "2026-03-05T10:00:00.000Z" }),
      ],
      [listArchive.path]: versions,
      [uploadProgress.path]: [{ upload_batch_id: "b2", file_name: "b.zip", size: 1, ...stages }],
    });
    const timeline = within(await screen.findByRole("list", { name: "Record timeline" }));
    await waitFor(() =>
      expect(timeline.getByText("Uploaded").closest("li")).toHaveAttribute("aria-current", "step"),
    );
    expect(timeline.getByText("Checked").closest("li")).not.toHaveAttribute("aria-current");
  });
});
