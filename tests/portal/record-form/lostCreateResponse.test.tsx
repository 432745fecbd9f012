import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { aMetadata } from "../../support/aMetadata.ts";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { findDrafts, storeDraft } from "../../support/draftService.ts";
import type { Answers } from "../../support/portalNetwork.ts";
import { renderRecordForm } from "./renderRecordForm.tsx";

const { addRecord, saveRecord, getRecord } = endpoints;
const sent = { ...aMetadata({ modelName: "Elizabeth Creek" }) };
const typed = { ...sent, modelPurpose: "Mine" };
const theirs = aWireRecord({ id: "99", metadata: { ...sent, modelPurpose: "Theirs" } });
const conflictMessage = /Vera Vendor saved this record since you opened it\./;

const conflict = new ApiError("Vera Vendor saved this record since you opened it.", 409, {
  savedBy: { username: "vendor1", firstName: "Vera", lastName: "Vendor" },
  savedAt: "2026-03-04T15:00:00.000Z",
  etag: '"v2"',
  current: [theirs],
});

/** Record 99 was created at "v1" by a request whose response was lost, and is now at "v2". */
const lostCreateResponses = (overrides: Answers = {}): Answers => ({
  [addRecord.path]: { rows: [{ tdis_identifier: 99 }], etag: '"v1"' },
  [saveRecord.path]: ({ headers }) =>
    headers?.["If-Match"] === '"v2"' ? { rows: [{}], etag: '"v3"' } : conflict,
  [getRecord.path]: { rows: [theirs], etag: '"v2"' },
  ...overrides,
});

/** Opens and saves the draft of that create, with later edits. */
async function saveOpened(overrides: Answers = {}) {
  allowRefusals();
  storeDraft("new", { values: typed, baseValues: sent, idempotencyKey: "abc" });
  const view = renderRecordForm("new", lostCreateResponses(overrides));
  await view.press("Save");
  await screen.findByText(conflictMessage);
  return view;
}

describe("a record whose create response was lost and that another user has changed", () => {
  it("is updated with my choices; no second record is created", async () => {
    const { press, askedFor, path } = await saveOpened();
    await press("Save with the chosen values");
    await waitFor(() => expect(path()).toBe("/app/"));
    expect(askedFor(addRecord.path)).toHaveLength(1);
    expect(askedFor(saveRecord.path).map(({ headers }) => headers!["If-Match"])).toEqual(['"v1"', '"v2"']);
    expect(askedFor(saveRecord.path)[1]!.body).toMatchObject({ model_purpose: "Mine" });
    await waitFor(() => expect(findDrafts("new")).toEqual([]));
  });

  it("can be loaded in place of the typed values", async () => {
    const { press } = await saveOpened();
    await press("Discard my changes and open the saved record");
    await waitFor(() => expect(location.pathname).toBe("/metadata_app/app/form/99"));
    expect(await screen.findByDisplayValue("Theirs")).toBeVisible();
    expect(screen.getByRole("heading", { name: "Edit" })).toBeVisible();
    await waitFor(() => expect(findDrafts("new")).toEqual([]));
  });

  it("shows the typed values after Undo, and the conflict again on the next save", async () => {
    const { press, askedFor } = await saveOpened();
    await press("Discard my changes and open the saved record");
    await press("Undo");
    expect(await screen.findByDisplayValue("Mine")).toBeVisible();
    expect(findDrafts("new")).toMatchObject([{ idempotencyKey: "abc", values: { modelPurpose: "Mine" } }]);
    await press("Save");
    expect(await screen.findByText(/Both of you changed Model purpose\. Choose/)).toBeVisible();
    expect(askedFor(saveRecord.path).map(({ headers }) => headers!["If-Match"])).toEqual(['"v1"', '"v1"']);
  });

  it("keeps the typed values if its saved revision cannot be loaded", async () => {
    let isDown = true;
    const { press } = await saveOpened({
      [getRecord.path]: () => (isDown ? new ApiError("Broken", 500) : [theirs]),
    });
    await press("Discard my changes and open the saved record");
    expect(await screen.findByText("Broken")).toBeVisible();
    expect(screen.getByDisplayValue("Elizabeth Creek")).toBeVisible();
    expect(findDrafts("new")).toHaveLength(1);
    isDown = false;
    await press("Discard my changes and open the saved record");
    await waitFor(() => expect(location.pathname).toBe("/metadata_app/app/form/99"));
    await waitFor(() => expect(findDrafts("new")).toEqual([]));
  });

  it("gets the values typed after the first save if the server rejects the repeated create", async () => {
    allowRefusals();
    const made: JsonObject[] = [];
    storeDraft("new", { values: typed });
    const { press, retype, path, askedFor } = renderRecordForm(
      "new",
      lostCreateResponses({
        [addRecord.path]: ({ body }) => {
          made.push(body!);
          return made.length === 1
            ? new ApiError("", 0)
            : new ApiError("Already used", 422, { made: [{ tdis_identifier: 99 }], etag: '"v2"' });
        },
      }),
    );
    await press("Save");
    await screen.findByText(/Everything you typed is still in the form\./);
    await retype(/Model name/, "Later Creek");
    await press("Save");
    await waitFor(() => expect(path()).toBe("/app/"));
    const keys = askedFor(addRecord.path).map(({ headers }) => headers!["Idempotency-Key"]);
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(askedFor(saveRecord.path)).toMatchObject([
      { headers: { "If-Match": '"v2"' }, body: { tdis_identifier: "99", model_name: "Later Creek" } },
    ]);
    await waitFor(() => expect(findDrafts("new")).toEqual([]));
  });

  it("shows what changed since it was first sent", async () => {
    allowRefusals();
    let isDown = true;
    storeDraft("new", { values: sent });
    const { press, retype } = renderRecordForm(
      "new",
      lostCreateResponses({
        [addRecord.path]: () =>
          isDown ? new ApiError("", 0) : { rows: [{ tdis_identifier: 99 }], etag: '"v1"' },
      }),
    );
    await press("Save");
    await screen.findByText(/Everything you typed is still in the form\./);
    expect(findDrafts("new")).toMatchObject([{ baseValues: { modelName: "Elizabeth Creek" } }]);
    isDown = false;
    await retype(/Model purpose/, "Mine");
    await press("Save");
    expect(await screen.findByText(/Both of you changed Model purpose\. Choose/)).toBeVisible();
  });
});

it("a new record's saved revision can be loaded if its form stayed open after the first save", async () => {
  allowRefusals();
  let finish: () => void = () => undefined;
  storeDraft("new", { values: typed });
  const { user, press } = renderRecordForm(
    "new",
    lostCreateResponses({
      [addRecord.path]: async () => {
        await new Promise<void>((resolve) => (finish = resolve));
        return { rows: [{ tdis_identifier: 99 }], etag: '"v1"' };
      },
    }),
  );
  await press("Save");
  await screen.findByRole("button", { name: "Saving…" });
  await user.type(screen.getByRole("textbox", { name: /Model purpose/ }), " Typed meanwhile");
  await act(async () => finish());
  await press("Save");
  await screen.findByText(conflictMessage);
  await press("Discard my changes and open the saved record");
  await waitFor(() => expect(location.pathname).toBe("/metadata_app/app/form/99"));
  await waitFor(() => expect(findDrafts("99")).toEqual([]));
});
