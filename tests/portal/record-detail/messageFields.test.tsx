import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import type { EntitySchema } from "../../../src/contract/schema/fields.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { aWireMessage, renderDetail } from "./renderDetail.tsx";

const withTopic = vi.hoisted(() => (schema: EntitySchema): EntitySchema => ({
  ...schema,
  properties: {
    ...schema.properties,
    topic: {
      title: "Topic",
      type: "string",
      maxLength: 10,
      "x-wire": { read: "topic", write: "message_topic" },
      examples: ["Terrain"],
    },
  },
}));

vi.mock("../../../src/contract/generated/schemas/message.json", async (load) => ({
  default: withTopic((await load<{ default: EntitySchema }>()).default),
}));

vi.mock("../../../src/contract/generated/validators/message.js", async () => {
  const { compileSchema } = await import("../../../scripts/generate/compileSchema.ts");
  const { getSchema } = await import("../../../src/contract/schema/fields.ts");
  return { default: compileSchema(getSchema("message")) };
});

const { listMessages, sendMessage } = endpoints;

it("a field added to the schema of messages appears in the composer and in the thread", async () => {
  const sent: JsonObject[] = [];
  const view = renderDetail({
    [listMessages.path]: () =>
      sent.map(({ message_topic: topic }) => ({ ...aWireMessage("Hello", 1), topic })),
    [sendMessage.path]: ({ body }) => {
      sent.push(body!);
      return [];
    },
  });
  await view.press("Send a message");
  const topic = await screen.findByRole("textbox", { name: "Topic" });
  await view.user.type(screen.getByRole("textbox", { name: "Message" }), "Hello");
  await view.user.type(topic, "Terrain data");
  await view.press("Send");
  expect(await screen.findByText("Must have 10 characters or fewer.")).toBeVisible();
  expect(sent).toEqual([]);
  await view.user.clear(topic);
  await view.user.type(topic, "Terrain");
  await view.press("Send");
  await waitFor(() => expect(sent).toMatchObject([{ msg_content: "Hello", message_topic: "Terrain" }]));
  const thread = await screen.findByRole("list", { name: "Messages" });
  expect(await within(thread).findByText("Topic:")).toHaveProperty("nextSibling.textContent", "Terrain");
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Topic" })).toHaveValue(""));
});

it("keeps the text of an added field when the composer closes, and shows the server's error at the field", async () => {
  allowRefusals();
  const faults = [{ path: ["topic"], rule: "known", message: "This topic is closed." }];
  const view = renderDetail({
    [sendMessage.path]: new ApiError("Please fix 1 error(s).", 400, { faults }),
  });
  await view.press("Send a message");
  await view.user.type(await screen.findByRole("textbox", { name: "Topic" }), "Terrain");
  await view.user.type(screen.getByRole("textbox", { name: "Message" }), "Hello");
  await view.press("Close");
  await view.press("Send a message");
  const topic = await screen.findByRole("textbox", { name: "Topic" });
  expect(topic).toHaveValue("Terrain");
  await view.press("Send");
  await waitFor(() => expect(topic).toHaveAccessibleDescription(/This topic is closed\./));
  const message = screen.getByRole("textbox", { name: "Message" });
  expect(message).toHaveAccessibleDescription(
    "Failed to send message. Correct the fields above, then send it again.",
  );
  // The error is at the field.
  expect(message).toBeValid();
  const reopen = async () => {
    await view.press("Close");
    await view.press("Send a message");
    return screen.findByRole("textbox", { name: "Topic" });
  };
  const again = await reopen();
  await waitFor(() => expect(again).toHaveAccessibleDescription(/This topic is closed\./));
  await view.user.type(again, "!");
  expect(await reopen()).toHaveValue("Terrain!");
  expect(screen.getByRole("textbox", { name: "Message" })).not.toHaveAccessibleDescription(/Correct/);
});
