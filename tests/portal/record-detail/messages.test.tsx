import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/schema/fields.ts";
import { VendorError } from "../../../src/portal/providers/calls/vendorError.ts";
import { messages } from "../../../src/contract/messages.ts";
import { discardDraftsOnSignOut } from "../../../src/portal/providers/drafts.ts";
import { session } from "../../../src/portal/providers/session.ts";
import { MessageComposer } from "../../../src/portal/record-detail/messages/MessageComposer.tsx";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { anAccount } from "../../support/anAccount.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { renderScreen } from "../../support/renderApp.tsx";
import { aWireMessage, renderDetail } from "./renderDetail.tsx";

const { getRecord, listMessages, sendMessage } = endpoints;
const five = () => [1, 2, 3, 4, 5].map((minute) => aWireMessage(`message ${minute}`, minute));

const shown = async () =>
  within(await screen.findByRole("list", { name: "Messages" }))
    .getAllByRole("listitem")
    .map(({ textContent }) => /message \d+$/.exec(textContent ?? "")?.[0]);

async function write(view: ReturnType<typeof renderDetail>, text: string) {
  await view.press("Send a message");
  await view.user.type(await screen.findByRole("textbox", { name: "Message" }), text);
}

it("says that there is none, and how to send one", async () => {
  renderDetail();
  expect(
    await screen.findByText("No messages at this time. Click below to send a message to a TWDB admin."),
  ).toBeVisible();
});

it("shows the last three until all are asked for", async () => {
  const { press } = renderDetail({ [listMessages.path]: five() });
  expect(await shown()).toEqual(["message 3", "message 4", "message 5"]);
  await press(/Show all messages/);
  expect(await shown()).toHaveLength(5);
  await press(/Show last 3 messages/);
  expect(await shown()).toEqual(["message 3", "message 4", "message 5"]);
});

it("says who wrote and when in the long form", async () => {
  renderDetail({
    [listMessages.path]: [aWireMessage("message 1", 1), aWireMessage("message 2", 2, "vendor1")],
  });
  const [theirs, mine] = within(await screen.findByRole("list", { name: "Messages" })).getAllByRole(
    "listitem",
  );
  expect(theirs).toHaveTextContent(/^March 2nd 2026agency1 ?March 2nd 2026, \d+:01 [ap]m/);
  expect(mine).toHaveTextContent(/^You/);
});

it("sends a message under the user's name, empties the composer and shows it", async () => {
  const sent: JsonObject[] = [];
  const view = renderDetail({
    [listMessages.path]: () => sent.map((_, index) => aWireMessage("message 9", index, "vendor1")),
    [sendMessage.path]: ({ body }) => {
      sent.push(body!);
      return [];
    },
  });
  await write(view, "  The terrain is in Supporting. ");
  await view.press("Send");
  expect(await shown()).toEqual(["message 9"]);
  expect(screen.getByRole("textbox", { name: "Message" })).toHaveValue("");
  expect(sent).toEqual([
    { tdis_identifier: "7", msg_content: "The terrain is in Supporting.", username: "vendor1" },
  ]);
});

it("keeps the text of a message that could not be sent, and sends it again under the same key", async () => {
  allowRefusals();
  let isDown = true;
  const view = renderDetail({ [sendMessage.path]: () => (isDown ? new VendorError("", 0) : []) });
  await write(view, "Hello");
  await view.press("Send");
  expect(await screen.findByText("Failed to send message.")).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Message" })).toHaveValue("Hello");
  isDown = false;
  await view.press("Send");
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Message" })).toHaveValue(""));
  const keys = view.askedFor(sendMessage.path).map(({ headers }) => headers!["Idempotency-Key"]);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

it("keeps what is typed while a message is on its way", async () => {
  let arrive: (rows: JsonObject[]) => void = () => undefined;
  const answer = new Promise<JsonObject[]>((resolve) => (arrive = resolve));
  const view = renderDetail({ [sendMessage.path]: () => answer });
  await write(view, "Hello");
  await view.press("Send");
  await view.user.type(screen.getByRole("textbox", { name: "Message" }), " again");
  arrive([]);
  expect(await screen.findByRole("button", { name: "Send" })).toBeEnabled();
  expect(screen.getByRole("textbox", { name: "Message" })).toHaveValue("Hello again");
});

it("sends no empty message", async () => {
  const view = renderDetail();
  await write(view, "   ");
  expect(screen.getByRole("button", { name: "Send" })).toBeDisabled();
});

it("keeps what is typed when the composer is closed and opened again", async () => {
  const view = renderDetail();
  await write(view, "Hello");
  await view.press("Close");
  expect(screen.queryByRole("textbox", { name: "Message" })).toBeNull();
  expect(screen.getByRole("button", { name: "Send a message" })).toHaveFocus();
  await view.press("Send a message");
  expect(screen.getByRole("textbox", { name: "Message" })).toHaveValue("Hello");
});

it("asks before a message is left that is not sent, though its composer is closed, and not after it was", async () => {
  const view = renderDetail({ [sendMessage.path]: [] });
  await write(view, "half");
  await view.press("Close");
  const home = () => view.user.click(screen.getByRole("link", { name: "Metadata Records" }));
  await home();
  await view.user.click(await screen.findByRole("button", { name: "Stay" }));
  await view.press("Send a message");
  await view.press("Send");
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Message" })).toHaveDisplayValue(""));
  await home();
  await waitFor(() => expect(view.path()).toBe("/app/"));
});

it("gives what is typed back to the same user when the session has ended by itself", async () => {
  const view = renderDetail();
  await write(view, "The terrain is");
  act(() => session.end("Session expired"));
  view.unmount();
  const composer = <MessageComposer recordId="7" onSent={() => undefined} />;
  const other = renderScreen(composer, { account: anAccount({ username: "vendor2" }) });
  expect(screen.getByRole("button", { name: "Send a message" })).toBeVisible();
  other.unmount();
  const again = renderDetail();
  expect(await screen.findByRole("textbox", { name: "Message" })).toHaveValue("The terrain is");
  again.unmount();
  renderDetail();
  expect(await screen.findByRole("button", { name: "Send a message" })).toBeVisible();
});

it("gives nothing back to whoever has signed out by choice", async () => {
  const stop = discardDraftsOnSignOut();
  const view = renderDetail();
  await write(view, "The terrain is");
  act(() => session.end(messages.loggedOut));
  view.unmount();
  stop();
  session.start(anAccount());
  renderDetail();
  expect(await screen.findByRole("button", { name: "Send a message" })).toBeVisible();
});

it("keeps the page and what is typed while one look for the record finds none", async () => {
  allowRefusals();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let isThere = true;
  const view = renderDetail({
    [getRecord.path]: () =>
      isThere ? [aWireRecord({ id: "7", status: "pending" })] : new VendorError("Not found", 404),
  });
  await view.press("Send a message");
  fireEvent.change(screen.getByRole("textbox", { name: "Message" }), { target: { value: "Hello" } });
  isThere = false;
  await act(() => vi.advanceTimersByTimeAsync(16_000));
  expect(await screen.findByText(/^This record could not be brought up to date/)).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Message" })).toHaveValue("Hello");
  expect(view.path()).toBe("/app/view/7");
  vi.useRealTimers();
});

it("marks what the services call unread, for as long as the thread is looked at", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let isRead = false;
  const thread = () => five().map((message, at) => ({ ...message, unread: at > 0 && !isRead }));
  renderDetail({ [listMessages.path]: thread });
  expect(await shown()).toHaveLength(3);
  expect(screen.getAllByText("new")).toHaveLength(3);
  expect(screen.getByRole("button", { name: "Show all messages (5, 1 new)" })).toBeVisible();
  isRead = true;
  await act(() => vi.advanceTimersByTimeAsync(16_000));
  expect(screen.getAllByText("new")).toHaveLength(3);
  vi.useRealTimers();
});

it("shows a message whose date cannot be read", async () => {
  renderDetail({ [listMessages.path]: [{ ...aWireMessage("message 1", 1), date: "Mon, 02 Mar 2026" }] });
  expect(await screen.findByText("message 1")).toBeVisible();
});

it("shows a message without words", async () => {
  renderDetail({ [listMessages.path]: [aWireMessage("", 1), aWireMessage("message 2", 2)] });
  expect(await shown()).toEqual([undefined, "message 2"]);
});

it("shows what arrives while the page is open, below what is being read", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const thread = five();
  renderDetail({ [listMessages.path]: () => [...thread] });
  expect(await shown()).toEqual(["message 3", "message 4", "message 5"]);
  thread.push(aWireMessage("message 6", 6));
  await act(() => vi.advanceTimersByTimeAsync(16_000));
  await waitFor(async () =>
    expect(await shown()).toEqual(["message 3", "message 4", "message 5", "message 6"]),
  );
  vi.useRealTimers();
});

it("counts as read only what it shows, here and at the services", async () => {
  const six = [...five(), aWireMessage("message 6", 6)];
  const look = async (thread: JsonObject[]) => {
    const view = renderDetail({ [listMessages.path]: thread });
    await shown();
    const told = () => view.askedFor(listMessages.path).map(({ query }) => Object.values(query!).join("-"));
    return { ...view, told };
  };
  (await look(six.slice(0, 1))).unmount();
  const { told, press, unmount } = await look(six);
  expect(screen.getByRole("button", { name: "Show all messages (6, 2 new)" })).toBeVisible();
  expect(screen.getAllByText("new")).toHaveLength(3);
  await waitFor(() => expect(told()).toEqual(["1-0", "4-6"]));
  unmount();
  const again = await look(six);
  expect(screen.getByRole("button", { name: "Show all messages (6, 2 new)" })).toBeVisible();
  await press(/Show all messages/);
  await waitFor(() => expect(again.told()).toEqual(["1-0", "4-6", "1-6"]));
  expect(screen.getAllByText("new")).toHaveLength(5);
  again.unmount();
  await look(six);
  expect(screen.getByRole("button", { name: "Show all messages (6)" })).toBeVisible();
});
