import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { flushDrafts } from "../../../src/portal/drafts/flushDrafts.ts";
import { UnsentTextStore } from "../../../src/portal/drafts/unsentTextStore.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { createDataProvider } from "../../../src/portal/providers/dataProvider.ts";
import { deviceDrafts } from "../../../src/portal/providers/deviceDrafts.ts";
import { buildTextsKey } from "../../../src/portal/providers/draft.ts";
import { session } from "../../../src/portal/providers/session.ts";
import { anAccount } from "../../support/anAccount.ts";
import { aVendorService } from "../../support/aVendorService.ts";
import { draftService, findStoredValues, storeDraft } from "../../support/draftService.ts";

const KEY = buildTextsKey("7");
const OTHER_COMPUTER = { computer: "other" };
const unmounts: (() => void)[] = [];
let isReachable: boolean;

/**
 * Opens record 7 in a window. Returns before its draft is read. Each computer has its own key, and so its own copies on the
 * device.
 */
function openWindow({ computer = "7", canSend = true } = {}) {
  const offline = () => new ApiError("", 0);
  const { saveDraft, getDraft } = endpoints;
  const { [saveDraft.path]: save, [getDraft.path]: read } = draftService.answers;
  const { call, askedFor } = aVendorService({
    ...draftService.answers,
    [saveDraft.path]: (request) =>
      isReachable ? save!({ ...request, body: { ...request.body, key: KEY } }) : offline(),
    [getDraft.path]: () => (!isReachable ? offline() : canSend ? read!({ params: { key: KEY } }) : []),
  });
  const baseUrls = { authBaseUrl: "/api", middlewareBaseUrl: "/api" };
  const dataProvider = createDataProvider(call, baseUrls, new QueryClient());
  const store = new UnsentTextStore(computer, dataProvider, canSend);
  const unmount = store.mount();
  unmounts.push(unmount);
  return {
    store,
    unmount,
    texts: () => store.getState().texts,
    countListedTexts: async () => {
      const [draft] = await dataProvider.listDraftsOfRecords(["7"]);
      return draft?.summary.unsentTexts;
    },
    countSaves: () => askedFor(saveDraft.path).length,
  };
}

const advance = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const focus = async () => {
  window.dispatchEvent(new Event("focus"));
  await advance(1);
};
const listCopies = () => deviceDrafts.list(anAccount().username, KEY);

async function openedWindow(options: Parameters<typeof openWindow>[0] = {}) {
  const opened = openWindow(options);
  await advance(1);
  return opened;
}

beforeEach(() => {
  vi.useFakeTimers();
  isReachable = true;
  session.start(anAccount());
});
afterEach(() => {
  for (const unmount of unmounts.splice(0)) unmount();
  vi.useRealTimers();
  localStorage.clear();
  draftService.clear();
});

it.each([
  ["the services have", true],
  ["only this device has", false],
])("lists how many texts of a record were not sent, if %s them", async (_, isOnline) => {
  const { store, countListedTexts } = await openedWindow();
  isReachable = isOnline;
  store.setText("message", "half");
  store.setText("answer/1", "done");
  await advance(3000);
  expect(await countListedTexts()).toBe(2);
  store.setText("message", "");
  store.setText("answer/1", "");
  await advance(3000);
  expect(await countListedTexts()).toBe(0);
});

it("saves continuous typing every 2 seconds, with few requests", async () => {
  const { store, countSaves } = await openedWindow();
  for (let second = 1; second <= 10; second += 1) {
    store.setText("message", `second ${second}`);
    await advance(1000);
    const stored = Number(String(findStoredValues(KEY)?.["message"] ?? "second 0").split(" ")[1]);
    expect(second - stored).toBeLessThanOrEqual(2);
  }
  expect(countSaves()).toBeLessThanOrEqual(5);
  expect(store.getState().status).toMatchObject({ isSaved: true, savedAt: expect.any(String) as string });
});

it("keeps a text on this device while it cannot be saved, and sends it from the next window", async () => {
  const { store } = await openedWindow();
  isReachable = false;
  store.setText("note", "Typed offline");
  expect(listCopies()).toMatchObject([{ content: { values: { note: "Typed offline" } } }]);
  await advance(3000);
  expect(store.getState().status).toMatchObject({ isSaved: true, isOnDevice: true });
  session.expire();
  session.start(anAccount());
  const offline = await openedWindow();
  expect(offline.texts()).toEqual({ note: "Typed offline" });
  isReachable = true;
  await advance(10_000);
  expect(findStoredValues(KEY)).toEqual({ note: "Typed offline" });
  expect(listCopies()).toEqual([]);
});

it("opens the text of another computer, and takes over what was typed there since", async () => {
  const [first, second] = [await openedWindow(), await openedWindow(OTHER_COMPUTER)];
  first.store.setText("message", "From the first");
  first.store.setText("answer/4", "It follows.");
  await advance(3000);
  expect((await openedWindow({ computer: "third" })).texts()).toEqual({
    message: "From the first",
    "answer/4": "It follows.",
  });
  await focus();
  expect(second.texts()).toEqual({ message: "From the first", "answer/4": "It follows." });
  expect(second.store.getState().takeoverCounts).toEqual({ message: 1, "answer/4": 1 });
});

it("keeps what was typed here if another window typed in the same input, and offers the other text", async () => {
  const [first, second] = [await openedWindow(), await openedWindow(OTHER_COMPUTER)];
  first.store.setText("message", "First");
  first.store.setText("note", "Of the first");
  await advance(3000);
  second.store.setText("message", "Second");
  await advance(3000);
  expect(second.texts()).toEqual({ message: "Second", note: "Of the first" });
  expect(second.store.getState().otherTexts).toMatchObject({ message: { text: "First" } });
  expect(findStoredValues(KEY)).toEqual({ message: "Second", note: "Of the first" });
  second.store.takeOtherText("message");
  expect(second.texts()).toMatchObject({ message: "First" });
  expect(second.store.getState().otherTexts).toEqual({});
});

it("merges what was typed before the draft was read with the draft", async () => {
  storeDraft(KEY, { values: { note: "Earlier", message: "Earlier message" } });
  const { store, texts } = openWindow();
  store.setText("message", "Now");
  await advance(3000);
  expect(texts()).toEqual({ note: "Earlier", message: "Now" });
  expect(findStoredValues(KEY)).toEqual({ note: "Earlier", message: "Now" });
});

it("deletes a sent text at once, also in the other windows", async () => {
  const first = await openedWindow();
  first.store.setText("message", "To send");
  await advance(3000);
  const second = await openedWindow(OTHER_COMPUTER);
  second.store.setText("message", "");
  await advance(1);
  expect(findStoredValues(KEY)).toEqual({});
  await focus();
  expect(first.texts()).toEqual({});
  first.store.setText("note", "Later");
  await advance(3000);
  expect(findStoredValues(KEY)).toEqual({ note: "Later" });
});

it("saves the last text when the page is left or the user logs out", async () => {
  const { store } = await openedWindow();
  store.setText("message", "Last words");
  expect(await flushDrafts(true)).toBe(true);
  expect(findStoredValues(KEY)).toEqual({ message: "Last words" });
});

it("without the calls keeps texts on this device until they are sent", async () => {
  const first = await openedWindow({ canSend: false });
  first.store.setText("message", "On this device");
  await advance(3000);
  expect(first.store.getState().status).toMatchObject({ isSaved: true, isOnDevice: true });
  first.unmount();
  const second = await openedWindow({ canSend: false });
  expect(second.texts()).toEqual({ message: "On this device" });
  expect(listCopies()).toHaveLength(1);
  second.store.setText("message", "");
  expect(listCopies()).toEqual([]);
  expect(findStoredValues(KEY)).toBeUndefined();
});
