import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import { messages } from "../../../src/contract/messages.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { RecordFormPage } from "../../../src/portal/record-form/RecordFormPage.tsx";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { routes } from "../../../src/portal/routes.ts";
import { aMetadata } from "../../support/aMetadata.ts";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { findDrafts, storeDraft } from "../../support/draftService.ts";
import type { Answers } from "../../support/portalNetwork.ts";
import { renderScreen } from "../../support/renderApp.tsx";
import { renderRecordForm } from "./renderRecordForm.tsx";

const { saveRecord, addRecord, getRecord, listNotifications } = endpoints;

/** A new record's form with valid values, from a draft. */
function renderFilledNewForm(answers: Parameters<typeof renderRecordForm>[1] = {}) {
  storeDraft("new", { values: { ...aMetadata() } });
  return renderRecordForm("new", answers);
}

describe("opening the form", () => {
  it("starts a new record with the schema's defaults and the user as the first contact", async () => {
    renderRecordForm("new");
    expect(screen.getByRole("heading", { level: 1, name: "Create new metadata record" })).toBeVisible();
    expect(await screen.findByText("Vera Vendor")).toBeVisible();
    expect(screen.getByDisplayValue("None")).toBeVisible();
    expect(screen.getByText("Public")).toBeVisible();
  });

  it("shows the values of an existing record under the heading Edit", async () => {
    renderRecordForm("7");
    expect(screen.getByRole("heading", { level: 1, name: "Edit" })).toBeVisible();
    expect(await screen.findByDisplayValue("Denton Creek")).toBeVisible();
  });

  it.each(["pending", "accepted", "rejected"] as const)(
    "redirects to the record page if the record is %s",
    async (status) => {
      const { path } = renderRecordForm("7", { [getRecord.path]: [aWireRecord({ id: "7", status })] });
      await waitFor(() => expect(path()).toBe("/app/view/7"));
    },
  );

  it("shows that a record was not found and goes Home", async () => {
    allowRefusals();
    const { path } = renderRecordForm("7", { [getRecord.path]: new ApiError("Not found", 404) });
    expect(await screen.findByText("This record could not be found.")).toBeVisible();
    await waitFor(() => expect(path()).toBe("/app/"));
  });

  it("offers Retry and Back when the record could not be loaded", async () => {
    allowRefusals();
    let isDown = true;
    const { press } = renderRecordForm("7", {
      [getRecord.path]: () => (isDown ? new ApiError("Broken", 500) : [aWireRecord({ id: "7" })]),
    });
    await screen.findByText("The record could not be loaded");
    expect(screen.getByRole("link", { name: "Back" })).toHaveAttribute("href", "/app/");
    isDown = false;
    await press("Retry");
    expect(await screen.findByDisplayValue("Denton Creek")).toBeVisible();
  });

  it("shows the latest upload error with a link to the record page", async () => {
    const fault = (content: string, date: string, username = "portal") => ({
      status: "in progress",
      content,
      username,
      date,
    });
    renderRecordForm("7", {
      [listNotifications.path]: [
        fault("The GIS folder is missing.", "2026-03-02T10:00:00.000Z"),
        fault("The zip is damaged.", "2026-03-01T10:00:00.000Z"),
      ],
    });
    expect(await screen.findByText("The GIS folder is missing.")).toBeVisible();
    expect(screen.queryByText("The zip is damaged.")).toBeNull();
    expect(screen.getByRole("link", { name: "Read the messages about this upload" })).toHaveAttribute(
      "href",
      "/app/view/7",
    );
  });
});

describe("saving", () => {
  it("saves the opened revision, shows Saved record! and goes Home", async () => {
    const { press, retype, askedFor, path } = renderRecordForm("7");
    await retype(/Model name/, "Elizabeth Creek");
    await press("Save");
    expect(await screen.findByText("Saved record!")).toBeVisible();
    await waitFor(() => expect(path()).toBe("/app/"));
    const [asked, ...more] = askedFor(saveRecord.path);
    expect(more).toEqual([]);
    expect(asked!.headers!["If-Match"]).toBe('"v1"');
    expect(asked!.body).toMatchObject({ tdis_identifier: "7", model_name: "Elizabeth Creek", userId: "1" });
  });

  it("shows Saved record! and goes to the instructions of an existing record", async () => {
    const { press, path } = renderRecordForm("7");
    await press("Proceed to Upload");
    expect(await screen.findByText("Saved record!")).toBeVisible();
    await waitFor(() => expect(path()).toBe("/app/instructions/7"));
  });

  it("goes to the instructions of the new id without a toast when it creates the record", async () => {
    const { press, path, askedFor } = await renderFilledNewForm();
    await press("Proceed to Upload");
    await waitFor(() => expect(path()).toBe("/app/instructions/99"));
    expect(askedFor(addRecord.path)).toHaveLength(1);
    expect(screen.queryByText("Saved record!")).toBeNull();
  });

  it("shows Saved record! when Save creates a record", async () => {
    const { press, path } = await renderFilledNewForm();
    await press("Save");
    expect(await screen.findByText("Saved record!")).toBeVisible();
    await waitFor(() => expect(path()).toBe("/app/"));
  });

  it("creates one record on a double click, with one idempotency key", async () => {
    const { askedFor, path } = await renderFilledNewForm();
    const save = await screen.findByRole("button", { name: "Save" });
    fireEvent.click(save);
    fireEvent.click(save);
    await waitFor(() => expect(path()).toBe("/app/"));
    expect(askedFor(addRecord.path)).toHaveLength(1);
    expect(askedFor(addRecord.path)[0]!.headers!["Idempotency-Key"]).toMatch(/^[0-9a-f]{32}$/);
  });

  it("goes back Home without saving", async () => {
    const { user, path, askedFor } = renderRecordForm("7");
    await user.click(await screen.findByRole("link", { name: "Back" }));
    expect(path()).toBe("/app/");
    expect(askedFor(saveRecord.path)).toEqual([]);
  });
});

describe("a failed save", () => {
  it("shows the number of errors and sends nothing", async () => {
    const { press, retype, askedFor } = renderRecordForm("7");
    await retype(/Model identifier/, "9");
    await press("Save");
    expect(await screen.findByText("Please fix 1 error(s).")).toBeVisible();
    expect(askedFor(saveRecord.path)).toEqual([]);
  });

  it("shows a server error at its field", async () => {
    allowRefusals();
    const faults = [{ path: ["modelName"], rule: "minLength", message: "This name is taken." }];
    const { press, path } = renderRecordForm("7", {
      [saveRecord.path]: new ApiError("Please fix 1 error(s).", 400, { faults }),
    });
    await press("Save");
    // The toast comes before the form re-renders.
    expect(await screen.findByRole("group", { name: "Please fix 1 error(s)." })).toBeVisible();
    expect(screen.getByRole("textbox", { name: /Model name/ })).toHaveAccessibleDescription(
      /This name is taken\./,
    );
    expect(path()).toBe("/app/form/7");
  });

  it("shows the same number of server errors as the error summary and marks invalid entries", async () => {
    allowRefusals();
    const entry = (index: number) => ({
      path: ["twdbFloodPlanningProjectID", String(index)],
      rule: "known",
      message: "No such project.",
    });
    const faults = [entry(0), entry(1), { path: ["modelName"], rule: "known", message: "Name taken." }];
    const { press, retype } = renderRecordForm("7", {
      [getRecord.path]: {
        rows: [
          aWireRecord({ id: "7", metadata: { twdbFloodPlanningProjectID: ["031000012", "032000004"] } }),
        ],
        etag: '"v1"',
      },
      [saveRecord.path]: new ApiError("Please fix 3 error(s).", 400, { faults }),
    });
    await press("Save");
    const summary = await screen.findByRole("group", { name: "Please fix 2 error(s)." });
    expect(within(summary).getAllByRole("link")).toHaveLength(2);
    await waitFor(() => expect(screen.getAllByText("Please fix 2 error(s).")).toHaveLength(2));
    expect(screen.queryByText("Please fix 3 error(s).")).toBeNull();
    for (const id of ["031000012", "032000004"])
      expect(screen.getByRole("button", { name: new RegExp(id) })).toHaveTextContent("!");
    await retype(/Model name/, "Other");
    expect(await screen.findByRole("group", { name: "Please fix 1 error(s)." })).toBeVisible();
  });

  it("keeps the typed values; Retry repeats the same create and leaves the page", async () => {
    allowRefusals();
    let isDown = true;
    const { press, retype, askedFor, path } = await renderFilledNewForm({
      [addRecord.path]: () => (isDown ? new ApiError("", 0) : [{ tdis_identifier: 99 }]),
    });
    await retype(/Model name/, "Elizabeth Creek");
    await press("Proceed to Upload");
    expect(await screen.findByText(/Everything you typed is still in the form\./)).toBeVisible();
    expect(screen.getByDisplayValue("Elizabeth Creek")).toBeVisible();
    isDown = false;
    await press("Retry");
    await waitFor(() => expect(path()).toBe("/app/instructions/99"));
    const keys = askedFor(addRecord.path).map(({ headers }) => headers!["Idempotency-Key"]);
    expect(new Set(keys).size).toBe(1);
  });

  it("creates a new record if the record was deleted and the user saves again", async () => {
    allowRefusals();
    const { press, retype, askedFor, path } = renderRecordForm("7", {
      [saveRecord.path]: new ApiError("The record does not exist or belongs to another vendor.", 404),
      [addRecord.path]: [{ tdis_identifier: 99 }],
    });
    await retype(/Model name/, "Elizabeth Creek");
    await press("Save");
    expect(await screen.findByText(new RegExp(messages.recordDeletedWhileEditing))).toBeVisible();
    await waitFor(() => expect([findDrafts("7").length, findDrafts("new").length]).toEqual([0, 1]));
    await press("Retry");
    await waitFor(() => expect(path()).toBe("/app/"));
    expect(askedFor(addRecord.path)[0]).toMatchObject({ body: { model_name: "Elizabeth Creek" } });
    await waitFor(() => expect(findDrafts("new")).toEqual([]));
  });

  it("saves later edits to the created record after the create response was lost", async () => {
    allowRefusals();
    let isDown = true;
    const { press, retype, askedFor } = await renderFilledNewForm({
      [addRecord.path]: () =>
        isDown ? new ApiError("", 0) : { rows: [{ tdis_identifier: 99 }], etag: '"v1"' },
    });
    await press("Save");
    await screen.findByText(/Everything you typed is still in the form\./);
    isDown = false;
    await retype(/Model name/, "Elizabeth Creek");
    await press("Save");
    await waitFor(() => expect(askedFor(saveRecord.path)).toHaveLength(1));
    expect(askedFor(saveRecord.path)[0]).toMatchObject({
      headers: { "If-Match": '"v1"' },
      body: { tdis_identifier: "99", model_name: "Elizabeth Creek" },
    });
  });
});

describe("a record that another user saved", () => {
  const createConflict = (metadata: JsonObject) =>
    new ApiError("Dana Dev saved this record since you opened it.", 409, {
      savedBy: { username: "vendor1", firstName: "Dana", lastName: "Dev" },
      savedAt: "2026-03-02T15:04:05.000Z",
      etag: '"v5"',
      current: [aWireRecord({ id: "7", metadata })],
    });

  async function meetConflict(theirs: JsonObject, times = 1, answersOfOthers: Answers = {}) {
    allowRefusals();
    let answers = 0;
    const view = renderRecordForm("7", {
      [saveRecord.path]: () => (answers++ < times ? createConflict(theirs) : [{}]),
      ...answersOfOthers,
    });
    await view.retype(/Model name/, "Elizabeth Creek");
    await view.press("Save");
    return view;
  }
  const openConflict = async () => {
    const view = await meetConflict({ modelName: "Their Creek", modelPurpose: "Theirs" });
    await screen.findByText(/Dana Dev saved this record since you opened it\./);
    return view;
  };

  it("is merged automatically if no field was changed by both users", async () => {
    const { askedFor, path } = await meetConflict({ modelPurpose: "Theirs" });
    await waitFor(() => expect(path()).toBe("/app/"));
    expect(askedFor(saveRecord.path)).toHaveLength(2);
    expect(askedFor(saveRecord.path)[1]).toMatchObject({
      headers: { "If-Match": '"v5"' },
      body: { model_name: "Elizabeth Creek", model_purpose: "Theirs" },
    });
  });

  it("shows the user, the time and both values of each conflicting field, and keeps the typed values", async () => {
    await openConflict();
    expect(screen.getByText(/March 2nd 2026/)).toBeVisible();
    const choice = within(screen.getByRole("radiogroup", { name: "Model name" }));
    expect(choice.getByRole("radio", { name: "Mine: Elizabeth Creek" })).toBeChecked();
    expect(choice.getByRole("radio", { name: "Theirs: Their Creek" })).not.toBeChecked();
    expect(screen.getByDisplayValue("Elizabeth Creek")).toBeVisible();
    expect(screen.queryByRole("radiogroup", { name: "Model purpose" })).toBeNull();
  });

  it.each([
    ["mine", undefined, "Elizabeth Creek", "Save with the chosen values"],
    ["theirs", "Theirs: Their Creek", "Their Creek", "Save with the chosen values"],
    ["theirs, by the form's own button", "Theirs: Their Creek", "Their Creek", "Save"],
  ])("is saved with the chosen value: %s", async (_, chosen, name, button) => {
    const { user, press, askedFor, path } = await openConflict();
    if (chosen) await user.click(screen.getByRole("radio", { name: chosen }));
    await press(button);
    await waitFor(() => expect(path()).toBe("/app/"));
    expect(askedFor(saveRecord.path)[1]).toMatchObject({
      headers: { "If-Match": '"v5"' },
      body: { model_name: name, model_purpose: "Theirs" },
    });
  });

  it("shows a value entered after the conflict and saves it", async () => {
    const { user, press, retype, askedFor } = await openConflict();
    await user.click(screen.getByRole("radio", { name: "Theirs: Their Creek" }));
    await screen.findByDisplayValue("Their Creek");
    expect(screen.getByRole("radio", { name: "Theirs: Their Creek" })).toBeChecked();
    await retype(/Model name/, "Third Creek");
    expect(await screen.findByRole("radio", { name: "Entered later: Third Creek" })).toBeChecked();
    expect(screen.getByRole("radio", { name: "Theirs: Their Creek" })).not.toBeChecked();
    await press("Save with the chosen values");
    await waitFor(() => expect(askedFor(saveRecord.path)).toHaveLength(2));
    expect(askedFor(saveRecord.path)[1]).toMatchObject({ body: { model_name: "Third Creek" } });
  });

  it("is merged when the other user changed the region and its hydrologic units", async () => {
    const { askedFor, path } = await meetConflict({
      twdbFloodPlanningRegionID: "02",
      hydrologicUnitCode: ["111303010101"],
    });
    await waitFor(() => expect(path()).toBe("/app/"));
    expect(askedFor(saveRecord.path)[1]!.body).toMatchObject({ collection_id: "117", huc: "111303010101" });
  });

  it("keeps the user's hydrologic units if the user chooses Mine over the other user's region", async () => {
    allowRefusals();
    let answers = 0;
    const { user, press, askedFor, path } = renderRecordForm("7", {
      [saveRecord.path]: () =>
        answers++ === 0
          ? createConflict({ twdbFloodPlanningRegionID: "02", hydrologicUnitCode: undefined })
          : [{}],
    });
    await user.click(await screen.findByRole("combobox", { name: /Hydrologic units/ }));
    await user.keyboard("{Backspace}");
    await press("Save");
    await screen.findByText(/Both of you changed Hydrologic units\. Choose/);
    await press("Save with the chosen values");
    await waitFor(() => expect(path()).toBe("/app/"));
    expect(askedFor(saveRecord.path)[1]!.body).toMatchObject({ collection_id: "117", huc: "120301010101" });
  });

  it("shows a conflict without choices if the record is saved again and again", async () => {
    allowRefusals();
    const { retype, press, findButton, askedFor } = renderRecordForm("7", {
      [saveRecord.path]: createConflict({ modelPurpose: "Theirs" }),
    });
    await retype(/Model name/, "Elizabeth Creek");
    await press("Save");
    await findButton("Save again");
    expect(askedFor(saveRecord.path)).toHaveLength(4);
    expect(screen.queryByText(/Both of you changed/)).toBeNull();
  });

  it("can be loaded in place of the typed values", async () => {
    const { press } = await openConflict();
    await press("Discard my changes and open the saved record");
    expect(await screen.findByDisplayValue("Denton Creek")).toBeVisible();
    expect(screen.queryByText(/Dana Dev/)).toBeNull();
    await waitFor(() => expect(findDrafts("7")).toEqual([]));
  });

  it("shows the typed values after Undo, and the conflict again on the next save", async () => {
    const { press, user, askedFor } = await meetConflict({ modelName: "Their Creek" }, 2);
    await press("Discard my changes and open the saved record");
    const outcome = await screen.findByRole("group", { name: /^Your changes were discarded\./ });
    expect(outcome).toHaveFocus();
    expect(screen.getByDisplayValue("Denton Creek")).toBeVisible();
    await user.type(screen.getByRole("textbox", { name: /Model purpose/ }), " Typed after that");
    await user.click(within(outcome).getByRole("button", { name: "Undo" }));
    expect(await screen.findByDisplayValue("Elizabeth Creek")).toBeVisible();
    expect(screen.getByRole("group", { name: /^Your changes are back in the form\./ })).toHaveFocus();
    await press("Save");
    expect(await screen.findByText(/Both of you changed Model name\. Choose/)).toBeVisible();
    expect(askedFor(saveRecord.path).map(({ headers }) => headers!["If-Match"])).toEqual(['"v1"', '"v1"']);
  });

  it("does not redirect to the saved revision after the form was left", async () => {
    let finish: () => void = () => undefined;
    let asked = 0;
    const { press, user, path } = await meetConflict({ modelName: "Their Creek" }, 1, {
      [getRecord.path]: async () => {
        if (asked++ > 0) await new Promise<void>((resolve) => (finish = resolve));
        return {
          rows: [aWireRecord({ id: "7", status: asked > 1 ? "pending" : "in progress" })],
          etag: '"v1"',
        };
      },
    });
    await press("Discard my changes and open the saved record");
    await user.click(screen.getByRole("link", { name: "Back" }));
    await act(async () => finish());
    expect(path()).toBe("/app/");
    expect(findDrafts("7")).toMatchObject([{ values: { modelName: "Elizabeth Creek" } }]);
  });

  it("keeps a draft for the record page if the record is no longer in progress", async () => {
    let asked = 0;
    const { press, path } = await meetConflict({ modelName: "Their Creek" }, 1, {
      [getRecord.path]: () => ({
        rows: [aWireRecord({ id: "7", status: asked++ > 0 ? "pending" : "in progress" })],
        etag: '"v1"',
      }),
    });
    await press("Discard my changes and open the saved record");
    await waitFor(() => expect(path()).toBe("/app/view/7"));
    expect(findDrafts("7")).toMatchObject([{ values: { modelName: "Elizabeth Creek" } }]);
  });
});

it("the form shows that reference lists could not be loaded, and loads them on Retry", async () => {
  allowRefusals();
  let isDown = true;
  const { press } = renderRecordForm("7", {
    [endpoints.listContacts.path]: () => (isDown ? new ApiError("Broken", 500) : []),
  });
  await screen.findByText("Some of the option lists could not be loaded.");
  isDown = false;
  await press("Retry");
  await waitFor(() => expect(screen.queryByText("Some of the option lists could not be loaded.")).toBeNull());
});

it("does not request a record when the URL is that of a new record", () => {
  const { asked } = renderScreen(<RecordFormPage />, {
    at: routes.newRecord,
    answers: { [endpoints.listContacts.path]: [] },
  });
  expect(asked.map(({ path }) => path)).not.toContain(getRecord.path);
});
