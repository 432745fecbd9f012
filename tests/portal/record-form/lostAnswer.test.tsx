import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/schema/fields.ts";
import { draftStore } from "../../../src/portal/providers/drafts.ts";
import { VendorError } from "../../../src/portal/providers/calls/vendorError.ts";
import { aMetadata } from "../../support/aMetadata.ts";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { anAccount } from "../../support/anAccount.ts";
import type { Answers } from "../../support/portalNetwork.ts";
import { keepDraft } from "./keepDraft.ts";
import { renderRecordForm } from "./renderRecordForm.tsx";

const { addRecord, saveRecord, getRecord } = endpoints;
const drafts = (form: string) => draftStore.list(anAccount().username, form);
const sent = { ...aMetadata({ modelName: "Elizabeth Creek" }) };
const typed = { ...sent, modelPurpose: "Mine" };
const theirs = aWireRecord({ id: "99", metadata: { ...sent, modelPurpose: "Theirs" } });
const told = /Vera Vendor saved this record since you opened it\./;

const conflict = new VendorError("Vera Vendor saved this record since you opened it.", 409, {
  savedBy: { username: "vendor1", firstName: "Vera", lastName: "Vendor" },
  savedAt: "2026-03-04T15:00:00.000Z",
  etag: '"v2"',
  current: [theirs],
});

/** Record 99 was made at "v1" by a create whose answer was lost, and is at "v2" by now. */
const services = (overrides: Answers = {}): Answers => ({
  [addRecord.path]: { rows: [{ tdis_identifier: 99 }], etag: '"v1"' },
  [saveRecord.path]: ({ headers }) =>
    headers?.["If-Match"] === '"v2"' ? { rows: [{}], etag: '"v3"' } : conflict,
  [getRecord.path]: { rows: [theirs], etag: '"v2"' },
  ...overrides,
});

/** The draft of that create, in which more was typed since it was sent, restored and saved. */
async function saveRestored(overrides: Answers = {}) {
  allowRefusals();
  keepDraft("new", { values: typed, typedOver: sent, idempotencyKey: "abc" });
  const view = renderRecordForm("new", services(overrides));
  await screen.findAllByText(/^Unsaved changes from/);
  await view.user.click(screen.getAllByRole("button", { name: "Restore" })[0]!);
  await view.press("Save");
  await screen.findByText(told);
  return view;
}

describe("a new record that was made by a create whose answer was lost, and saved since", () => {
  it("is replaced by whoever decides to, and not made again", async () => {
    const { press, askedFor, path } = await saveRestored();
    await press("Save with these choices");
    await waitFor(() => expect(path()).toBe("/app/"));
    expect(askedFor(addRecord.path)).toHaveLength(1);
    expect(askedFor(saveRecord.path).map(({ headers }) => headers!["If-Match"])).toEqual(['"v1"', '"v2"']);
    expect(askedFor(saveRecord.path)[1]!.body).toMatchObject({ model_purpose: "Mine" });
    expect(drafts("new")).toEqual([]);
  });

  it("is opened instead of what was typed", async () => {
    const { press } = await saveRestored();
    await press("Discard mine and open the saved version");
    await waitFor(() => expect(location.pathname).toBe("/metadata_app/app/form/99"));
    expect(await screen.findByDisplayValue("Theirs")).toBeVisible();
    expect(screen.getByRole("heading", { name: "Edit" })).toBeVisible();
    expect(drafts("new")).toEqual([]);
  });

  it("gives way again to what was typed, and is told of again before that replaces it", async () => {
    const { press, askedFor } = await saveRestored();
    await press("Discard mine and open the saved version");
    await press("Undo");
    expect(await screen.findByDisplayValue("Mine")).toBeVisible();
    expect(drafts("new")).toMatchObject([{ idempotencyKey: "abc", values: { modelPurpose: "Mine" } }]);
    await press("Save");
    expect(await screen.findByText(/Both of you changed Model purpose: choose/)).toBeVisible();
    expect(askedFor(saveRecord.path).map(({ headers }) => headers!["If-Match"])).toEqual(['"v1"', '"v1"']);
  });

  it("leaves what was typed while its saved version cannot be had", async () => {
    let isDown = true;
    const { press } = await saveRestored({
      [getRecord.path]: () => (isDown ? new VendorError("Broken", 500) : [theirs]),
    });
    await press("Discard mine and open the saved version");
    expect(await screen.findByText("Broken")).toBeVisible();
    expect(screen.getByDisplayValue("Elizabeth Creek")).toBeVisible();
    expect(drafts("new")).toHaveLength(1);
    isDown = false;
    await press("Discard mine and open the saved version");
    await waitFor(() => expect(location.pathname).toBe("/metadata_app/app/form/99"));
    expect(drafts("new")).toEqual([]);
  });

  it("is not what another draft, restored then, is saved to", async () => {
    keepDraft("new", {
      id: "older",
      values: { ...aMetadata({ modelName: "Other Creek" }) },
      keptAt: "2026-03-01T15:00:00.000Z",
    });
    const { user, press, askedFor } = await saveRestored({
      [addRecord.path]: ({ headers }) => ({
        rows: [{ tdis_identifier: headers?.["Idempotency-Key"] === "abc" ? 99 : 100 }],
        etag: '"v1"',
      }),
    });
    await user.click(screen.getByRole("button", { name: "Restore" }));
    await press("Save");
    await waitFor(() => expect(askedFor(addRecord.path)).toHaveLength(2));
    expect(askedFor(addRecord.path)[1]).toMatchObject({
      headers: { "Idempotency-Key": expect.not.stringMatching(/^abc$/) },
      body: { model_name: "Other Creek" },
    });
    expect(askedFor(saveRecord.path)).toHaveLength(1);
  });

  it("takes what was typed after its first save, where its services refuse that as another create", async () => {
    allowRefusals();
    const made: JsonObject[] = [];
    keepDraft("new", { values: typed });
    const { press, retype, path, askedFor } = renderRecordForm(
      "new",
      services({
        [addRecord.path]: ({ body }) => {
          made.push(body!);
          return made.length === 1
            ? new VendorError("", 0)
            : new VendorError("Already used", 422, { made: [{ tdis_identifier: 99 }], etag: '"v2"' });
        },
      }),
    );
    await press("Restore");
    await press("Save");
    await screen.findByText(/Everything you typed is still here\./);
    await retype(/Model name/, "Later Creek");
    await press("Save");
    await waitFor(() => expect(path()).toBe("/app/"));
    const keys = askedFor(addRecord.path).map(({ headers }) => headers!["Idempotency-Key"]);
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(askedFor(saveRecord.path)).toMatchObject([
      { headers: { "If-Match": '"v2"' }, body: { tdis_identifier: "99", model_name: "Later Creek" } },
    ]);
    expect(drafts("new")).toEqual([]);
  });

  it("is told with what changed in it since it was first sent", async () => {
    allowRefusals();
    let isDown = true;
    keepDraft("new", { values: sent });
    const { press, retype } = renderRecordForm(
      "new",
      services({
        [addRecord.path]: () =>
          isDown ? new VendorError("", 0) : { rows: [{ tdis_identifier: 99 }], etag: '"v1"' },
      }),
    );
    await press("Restore");
    await press("Save");
    await screen.findByText(/Everything you typed is still here\./);
    expect(drafts("new")).toMatchObject([{ typedOver: { modelName: "Elizabeth Creek" } }]);
    isDown = false;
    await retype(/Model purpose/, "Mine");
    await press("Save");
    expect(await screen.findByText(/Both of you changed Model purpose: choose/)).toBeVisible();
  });
});

it("the saved version is opened of a new record whose form stayed open after its first save, too", async () => {
  allowRefusals();
  let arrive: () => void = () => undefined;
  keepDraft("new", { values: typed });
  const { user, press } = renderRecordForm(
    "new",
    services({
      [addRecord.path]: async () => {
        await new Promise<void>((resolve) => (arrive = resolve));
        return { rows: [{ tdis_identifier: 99 }], etag: '"v1"' };
      },
    }),
  );
  await press("Restore");
  await press("Save");
  await screen.findByRole("button", { name: "Saving…" });
  await user.type(screen.getByRole("textbox", { name: /Model purpose/ }), " Typed meanwhile");
  await act(async () => arrive());
  await press("Save");
  await screen.findByText(told);
  await press("Discard mine and open the saved version");
  await waitFor(() => expect(location.pathname).toBe("/metadata_app/app/form/99"));
  expect(drafts("99")).toEqual([]);
});
