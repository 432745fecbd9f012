import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { getSchema } from "../../../src/contract/schema/fields.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { session } from "../../../src/portal/providers/session.ts";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { findStoredValues } from "../../support/draftService.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { aWireMessage, renderDetail } from "./renderDetail.tsx";

const { getRecord, listMessages, markMessagesRead, sendMessage } = endpoints;
const five = () => [1, 2, 3, 4, 5].map((minute) => aWireMessage(`message ${minute}`, minute));

const listShownMessages = async () =>
  within(await screen.findByRole("list", { name: "Messages" }))
    .getAllByRole("listitem")
    .map(({ textContent }) => /message \d+$/.exec(textContent ?? "")?.[0]);

async function writeMessage(view: ReturnType<typeof renderDetail>, text: string) {
  await view.press("Send a message");
  await view.user.type(await screen.findByRole("textbox", { name: "Message" }), text);
}

it("shows a hint if there are no messages", async () => {
  renderDetail();
  expect(
    await screen.findByText("No messages at this time. Click below to send a message to a TWDB admin."),
  ).toBeVisible();
});

it("shows the last three messages, and all on Show all messages", async () => {
  const { press } = renderDetail({ [listMessages.path]: five() });
  expect(await listShownMessages()).toEqual(["message 3", "message 4", "message 5"]);
  await press(/Show all messages/);
  expect(await listShownMessages()).toHaveLength(5);
  await press(/Show only the last 3 messages/);
  expect(await listShownMessages()).toEqual(["message 3", "message 4", "message 5"]);
});

it("shows the sender and the date of each message", async () => {
  renderDetail({
    [listMessages.path]: [aWireMessage("message 1", 1), aWireMessage("message 2", 2, "vendor1")],
  });
  const [theirs, mine] = within(await screen.findByRole("list", { name: "Messages" })).getAllByRole(
    "listitem",
  );
  expect(theirs).toHaveTextContent(/^March 2nd 2026agency1 ?March 2nd 2026, \d+:01 [ap]m/);
  expect(mine).toHaveTextContent(/^You/);
});

it("sends a message under the user's name, then shows the message and an empty composer", async () => {
  const sent: JsonObject[] = [];
  const view = renderDetail({
    [listMessages.path]: () => sent.map((_, index) => aWireMessage("message 9", index, "vendor1")),
    [sendMessage.path]: ({ body }) => {
      sent.push(body!);
      return [];
    },
  });
  await writeMessage(view, "  The terrain is in Supporting. ");
  await view.press("Send");
  expect(await listShownMessages()).toEqual(["message 9"]);
  expect(screen.getByRole("textbox", { name: "Message" })).toHaveValue("");
  expect(sent).toEqual([
    { tdis_identifier: "7", msg_content: "The terrain is in Supporting.", username: "vendor1" },
  ]);
});

it("keeps the text if sending fails, and retries with the same idempotency key", async () => {
  allowRefusals();
  let isDown = true;
  const view = renderDetail({ [sendMessage.path]: () => (isDown ? new ApiError("", 0) : []) });
  await writeMessage(view, "Hello");
  await view.press("Send");
  expect(await screen.findByText("Failed to send message.")).toBeVisible();
  const message = screen.getByRole("textbox", { name: "Message" });
  expect(message).toHaveValue("Hello");
  expect(message).toBeInvalid();
  isDown = false;
  await view.press("Send");
  await waitFor(() => expect(message).toHaveValue(""));
  expect(message).toBeValid();
  const keys = view.askedFor(sendMessage.path).map(({ headers }) => headers!["Idempotency-Key"]);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

it("keeps the focus on Send while sending, then returns it to the text, unless the user has left the composer", async () => {
  const answers: (() => void)[] = [];
  const answer = () => new Promise<JsonObject[]>((resolve) => answers.push(() => resolve([])));
  const view = renderDetail({ [sendMessage.path]: answer });
  await writeMessage(view, "Hello");
  await view.press("Send");
  const message = screen.getByRole("textbox", { name: "Message" });
  const button = screen.getByRole("button", { name: "Sending…" });
  expect(button).toHaveFocus();
  // A browser takes the focus from a disabled button, jsdom does not.
  expect(button).toBeEnabled();
  await view.user.keyboard("{Enter}");
  expect(answers).toHaveLength(1);
  answers[0]!();
  await waitFor(() => expect(message).toHaveFocus());

  await view.user.type(message, "Hello again");
  await view.press("Send");
  const heading = screen.getByRole("heading", { level: 1 });
  heading.focus();
  answers[1]!();
  await waitFor(() => expect(message).toHaveValue(""));
  expect(heading).toHaveFocus();
});

it("keeps text typed while a message is being sent", async () => {
  let resolveResponse: (rows: JsonObject[]) => void = () => undefined;
  const answer = new Promise<JsonObject[]>((resolve) => (resolveResponse = resolve));
  const view = renderDetail({ [sendMessage.path]: () => answer });
  await writeMessage(view, "Hello");
  await view.press("Send");
  await view.user.type(screen.getByRole("textbox", { name: "Message" }), " again");
  resolveResponse([]);
  expect(await screen.findByRole("button", { name: "Send" })).toBeEnabled();
  expect(screen.getByRole("textbox", { name: "Message" })).toHaveValue("Hello again");
});

it("does not send an empty message", async () => {
  const view = renderDetail();
  await writeMessage(view, "   ");
  expect(screen.getByRole("button", { name: "Send" })).toBeDisabled();
});

it("marks a message that is too long and does not send it", async () => {
  const { maxLength = 0, "x-messages": texts } = getSchema("message").properties.content!;
  const view = renderDetail();
  await view.press("Send a message");
  const message = await screen.findByRole("textbox", { name: "Message" });
  expect(message).toHaveFocus();
  const type = (length: number) => fireEvent.change(message, { target: { value: "a".repeat(length) } });
  type(maxLength + 1);
  expect(message).toBeInvalid();
  expect(message).toHaveAccessibleDescription(texts!.maxLength);
  expect(screen.getByRole("button", { name: "Send" })).toBeDisabled();
  type(maxLength);
  expect(message).toBeValid();
  expect(screen.getByRole("button", { name: "Send" })).toBeEnabled();
});

it("keeps the text when the composer is closed and reopened", async () => {
  const view = renderDetail();
  await writeMessage(view, "Hello");
  await view.press("Close");
  expect(screen.queryByRole("textbox", { name: "Message" })).toBeNull();
  expect(screen.getByRole("button", { name: "Send a message" })).toHaveFocus();
  await view.press("Send a message");
  expect(screen.getByRole("textbox", { name: "Message" })).toHaveValue("Hello");
});

it("keeps an unsent message as a draft when the user leaves, and deletes it once it is sent", async () => {
  const view = renderDetail({ [sendMessage.path]: [] });
  await writeMessage(view, "half");
  await view.press("Close");
  await view.user.click(screen.getByRole("link", { name: "Metadata Records" }));
  await waitFor(() => expect(view.path()).toBe("/app/"));
  expect(await screen.findByText("Your unsent text is kept as a draft.")).toBeVisible();
  await waitFor(() => expect(findStoredValues("texts-7")).toEqual({ message: "half" }));
  view.unmount();
  const again = renderDetail({ [sendMessage.path]: [] });
  expect(await screen.findByRole("textbox", { name: "Message" })).toHaveValue("half");
  await again.press("Send");
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Message" })).toHaveDisplayValue(""));
  await waitFor(() => expect(findStoredValues("texts-7")).toEqual({}));
});

it("restores unsent text after the session expired", async () => {
  const view = renderDetail();
  await writeMessage(view, "The terrain is");
  act(() => session.end("Session expired"));
  view.unmount();
  renderDetail();
  expect(await screen.findByRole("textbox", { name: "Message" })).toHaveValue("The terrain is");
});

it("keeps the page and unsent text if a poll does not find the record", async () => {
  allowRefusals();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let isFound = true;
  const view = renderDetail({
    [getRecord.path]: () =>
      isFound ? [aWireRecord({ id: "7", status: "pending" })] : new ApiError("Not found", 404),
  });
  await view.press("Send a message");
  fireEvent.change(screen.getByRole("textbox", { name: "Message" }), { target: { value: "Hello" } });
  isFound = false;
  await act(() => vi.advanceTimersByTimeAsync(16_000));
  expect(await screen.findByText(/^This record could not be refreshed/)).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Message" })).toHaveValue("Hello");
  expect(view.path()).toBe("/app/view/7");
  vi.useRealTimers();
});

it("keeps unread messages marked as new while the page is open", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let isRead = false;
  const thread = () => five().map((message, at) => ({ ...message, unread: at > 0 && !isRead }));
  renderDetail({ [listMessages.path]: thread, [markMessagesRead.path]: [] });
  expect(await listShownMessages()).toHaveLength(3);
  expect(screen.getAllByText("new")).toHaveLength(3);
  expect(screen.getByRole("button", { name: "Show all messages (5, 1 new)" })).toBeVisible();
  isRead = true;
  await act(() => vi.advanceTimersByTimeAsync(16_000));
  expect(screen.getAllByText("new")).toHaveLength(3);
  vi.useRealTimers();
});

it("shows a message with an invalid date", async () => {
  renderDetail({ [listMessages.path]: [{ ...aWireMessage("message 1", 1), date: "Mon, 02 Mar 2026" }] });
  expect(await screen.findByText("message 1")).toBeVisible();
});

it("shows an empty message", async () => {
  renderDetail({ [listMessages.path]: [aWireMessage("", 1), aWireMessage("message 2", 2)] });
  expect(await listShownMessages()).toEqual([undefined, "message 2"]);
});

it("announces messages that arrive while the page is open, and shows them on request", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const thread = five();
  const { press } = renderDetail({ [listMessages.path]: () => [...thread] });
  expect(await listShownMessages()).toEqual(["message 3", "message 4", "message 5"]);
  thread.push(aWireMessage("message 6", 6));
  await act(() => vi.advanceTimersByTimeAsync(16_000));
  expect(await screen.findByRole("button", { name: "1 new" })).toBeVisible();
  expect(await listShownMessages()).toEqual(["message 3", "message 4", "message 5"]);
  vi.useRealTimers();
  await press("1 new");
  expect(await listShownMessages()).toEqual(["message 4", "message 5", "message 6"]);
  expect(screen.queryByRole("button", { name: "1 new" })).toBeNull();
});

it("marks only shown messages as read on this device", async () => {
  const six = [...five(), aWireMessage("message 6", 6)];
  const openThread = async (thread: JsonObject[]) => {
    const view = renderDetail({ [listMessages.path]: thread });
    await listShownMessages();
    return view;
  };
  (await openThread(six.slice(0, 1))).unmount();
  const { press, unmount } = await openThread(six);
  expect(screen.getByRole("button", { name: "Show all messages (6, 2 new)" })).toBeVisible();
  expect(screen.getAllByText("new")).toHaveLength(3);
  await press(/Show all messages/);
  expect(screen.getAllByText("new")).toHaveLength(5);
  unmount();
  await openThread(six);
  expect(screen.getByRole("button", { name: "Show all messages (6)" })).toBeVisible();
});

it("marks only shown messages as read on the server, and only if one is unread", async () => {
  const six = [...five(), aWireMessage("message 6", 6)];
  const openThread = async (unread: boolean) => {
    const view = renderDetail({
      [listMessages.path]: six.map((message) => ({ ...message, unread })),
      [markMessagesRead.path]: [],
    });
    await listShownMessages();
    return view;
  };
  const { askedFor, press, unmount } = await openThread(true);
  const listMarkedRanges = () =>
    askedFor(markMessagesRead.path).map(({ body }) => [body?.["first_shown"], body?.["last_shown"]]);
  await waitFor(() => expect(listMarkedRanges()).toEqual([[4, 6]]));
  await press(/Show all messages/);
  await waitFor(() =>
    expect(listMarkedRanges()).toEqual([
      [4, 6],
      [1, 6],
    ]),
  );
  unmount();
  expect((await openThread(false)).askedFor(markMessagesRead.path)).toEqual([]);
});
