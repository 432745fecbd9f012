import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { messages } from "../../../src/contract/messages.ts";
import { session } from "../../../src/portal/providers/session.ts";
import { VendorError } from "../../../src/portal/providers/calls/vendorError.ts";
import { renderApp } from "../../support/renderApp.tsx";
import { recordAnswers } from "../records/recordAnswers.ts";

const accepted = {
  id: 1,
  username: "vendor1",
  accessToken: "t",
  roles: ["ROLE_EDITOR"],
  expirationTime: Math.floor(Date.now() / 1000) + 3600,
};

function open(setting: Parameters<typeof renderApp>[0] = {}) {
  return renderApp({ account: null, at: "/login", ...setting });
}

async function fill(user: UserEvent) {
  await user.type(screen.getByLabelText("Username"), "vendor1");
  await user.type(screen.getByLabelText("Password"), "FloodModel2026{Enter}");
}

describe("the sign-in page", () => {
  it("is named, and starts at the user name", async () => {
    await open();
    expect(screen.getByRole("heading", { level: 1, name: "Log in" })).toBeVisible();
    expect(screen.getByLabelText("Username")).toHaveFocus();
    expect(document.title).toBe("Log in | Flood Model Portal");
  });

  it("asks for both, moves to the first that is missing, and forgets the fault once it is filled", async () => {
    const { user, asked } = await open();
    await user.click(screen.getByRole("button", { name: "Log in" }));
    expect(screen.getByText("Username is required")).toBeVisible();
    expect(screen.getByText("Password is required")).toBeVisible();
    expect(screen.getByLabelText("Username")).toHaveFocus();
    expect(screen.getByLabelText("Username")).toHaveAccessibleDescription("Username is required");
    await user.type(screen.getByLabelText("Username"), "vendor1");
    expect(screen.queryByText("Username is required")).not.toBeInTheDocument();
    expect(asked).toEqual([]);
  });

  it("says nothing is required before the first try", async () => {
    const { user } = await open();
    await user.tab();
    await user.tab();
    expect(screen.queryByText(/is required/)).not.toBeInTheDocument();
  });

  it("names a computer clock that is ahead, instead of ending the session it began", async () => {
    const over = { ...accepted, expirationTime: Math.floor(Date.now() / 1000) - 60 };
    const { user } = await open({ answers: { [endpoints.signIn.path]: [over] } });
    await fill(user);
    expect(await screen.findByText(/^This computer's clock is wrong: it says /)).toBeVisible();
    expect(session.getAccount()).toBeUndefined();
    expect(screen.queryByText("Session expired")).not.toBeInTheDocument();
  });

  it("says what happened after Send reset instructions, and who can help", async () => {
    vi.spyOn(console, "info").mockImplementation(() => undefined);
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: "Forgot password?" }));
    await user.type(screen.getByLabelText("Email address"), "vera@example.com{Enter}");
    expect(await screen.findByText(/No email could be sent/)).toBeVisible();
    expect(screen.getByRole("link", { name: "support@example.com" })).toBeVisible();
  });

  it("signs in with Enter, and sends what was typed", async () => {
    const { user, askedFor } = await open({
      answers: recordAnswers([], { [endpoints.signIn.path]: [accepted] }),
    });
    await fill(user);
    await waitFor(() => expect(session.getAccount()?.username).toBe("vendor1"));
    expect(askedFor(endpoints.signIn.path)).toMatchObject([
      { body: { username: "vendor1", password: "FloodModel2026" } },
    ]);
  });

  it.each([
    ["wrong credentials", new VendorError("whatever", 401)],
    ["a user without any of the roles", [{ ...accepted, roles: ["ROLE_VIEWER"] }]],
  ])("refuses %s in the words for it", async (_, answer) => {
    const { user } = await open({ answers: { [endpoints.signIn.path]: answer } });
    await fill(user);
    expect(await screen.findByText("Could not log in with the provided credentials.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Retry" })).not.toBeInTheDocument();
    expect(session.getAccount()).toBeUndefined();
  });

  it("offers another try when no answer came", async () => {
    let down = true;
    const answer = () => (down ? new VendorError("", 0) : [accepted]);
    const { user } = await open({ answers: recordAnswers([], { [endpoints.signIn.path]: answer }) });
    await fill(user);
    expect(await screen.findByText(messages.networkFailed)).toBeVisible();
    down = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(session.getAccount()?.username).toBe("vendor1"));
  });

  it("says that it waits for services that are starting, and signs in once they answer", async () => {
    const { user } = await open({ answers: recordAnswers([], { [endpoints.signIn.path]: [accepted] }) });
    const answered = globalThis.fetch;
    let isStarting = true;
    vi.stubGlobal("fetch", async (address: string, init?: RequestInit) =>
      isStarting && address.endsWith(endpoints.signIn.path)
        ? Response.json({ message: messages.starting }, { status: 503, headers: { "retry-after": "0.2" } })
        : answered(address, init),
    );
    await fill(user);
    const words = await screen.findByText(messages.starting);
    expect(words.closest("[role=status]")).toBeVisible();
    isStarting = false;
    await waitFor(() => expect(session.getAccount()?.username).toBe("vendor1"));
    expect(screen.queryByText(messages.starting)).not.toBeInTheDocument();
  });

  it("says in plain words that the browser keeps nothing, and goes on once it does", async () => {
    const { user } = await open({ answers: recordAnswers([], { [endpoints.signIn.path]: [accepted] }) });
    const storage = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    });
    await fill(user);
    expect(await screen.findByText(messages.storageBlocked)).toBeVisible();
    expect(session.getAccount()).toBeUndefined();
    storage.mockRestore();
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(session.getAccount()?.username).toBe("vendor1"));
  });
});

describe("the forgot-password panel", () => {
  async function openPanel() {
    const view = await open();
    await view.user.click(screen.getByRole("button", { name: "Forgot password?" }));
    const send = () => view.user.click(screen.getByRole("button", { name: "Send reset instructions" }));
    return { ...view, send, email: () => screen.getByLabelText("Email address") };
  }

  it("has a title of its own while it is open", async () => {
    const { user } = await openPanel();
    expect(screen.getByRole("heading", { level: 1, name: "Forgot your password?" })).toBeVisible();
    expect(document.title).toBe("Forgot your password? | Flood Model Portal");
    await user.click(screen.getByRole("link", { name: "Back to login" }));
    expect(document.title).toBe("Log in | Flood Model Portal");
  });

  it("asks for an address of the right form", async () => {
    const { send, email, user } = await openPanel();
    await send();
    expect(screen.getByText("Email address is required")).toBeVisible();
    await user.type(email(), "maria@example.museum");
    expect(screen.getByText("Invalid email address")).toBeVisible();
    await user.clear(email());
    await user.type(email(), "maria@example.com");
    expect(screen.queryByText("Invalid email address")).not.toBeInTheDocument();
  });

  it("only logs OK", async () => {
    const info = vi.spyOn(console, "info").mockImplementation(() => undefined);
    const { send, email, user, asked } = await openPanel();
    await send();
    expect(info).not.toHaveBeenCalled();
    await user.type(email(), "maria@example.com");
    await send();
    expect(info).toHaveBeenCalledExactlyOnceWith("OK");
    expect(asked).toEqual([]);
  });

  it("leads back to the login", async () => {
    const { user } = await openPanel();
    await user.click(screen.getByRole("link", { name: "Back to login" }));
    expect(screen.getByRole("heading", { name: "Log in" })).toBeVisible();
  });
});
