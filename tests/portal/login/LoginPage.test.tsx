import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { messages } from "../../../src/contract/messages.ts";
import { session } from "../../../src/portal/providers/session.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
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

describe("LoginPage", () => {
  it("has a heading and focuses the username", async () => {
    await open();
    expect(screen.getByRole("heading", { level: 1, name: "Log in" })).toBeVisible();
    expect(screen.getByLabelText("Username")).toHaveFocus();
    expect(document.title).toBe("Log in | Flood Model Portal");
  });

  it("requires both fields, focuses the first empty one and clears its error once filled", async () => {
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

  it("shows no errors before the first submit", async () => {
    const { user } = await open();
    await user.tab();
    await user.tab();
    expect(screen.queryByText(/is required/)).not.toBeInTheDocument();
  });

  it("reports a wrong computer clock instead of starting an expired session", async () => {
    const over = { ...accepted, expirationTime: Math.floor(Date.now() / 1000) - 60 };
    const { user } = await open({ answers: { [endpoints.signIn.path]: [over] } });
    await fill(user);
    expect(await screen.findByText(/^This computer's clock is wrong: it shows /)).toBeVisible();
    expect(session.getAccount()).toBeUndefined();
    expect(screen.queryByText("Session expired")).not.toBeInTheDocument();
  });

  it("names the support address after Send reset instructions", async () => {
    vi.spyOn(console, "info").mockImplementation(() => undefined);
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: "Forgot password?" }));
    await user.type(screen.getByLabelText("Email address"), "vera@example.com{Enter}");
    expect(await screen.findByText(/cannot send emails to reset passwords yet/)).toBeVisible();
    expect(screen.getByRole("link", { name: "support@example.com" })).toBeVisible();
  });

  it("signs in with Enter and sends the typed credentials", async () => {
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
    ["wrong credentials", new ApiError("whatever", 401)],
    ["a user without any of the roles", [{ ...accepted, roles: ["ROLE_VIEWER"] }]],
  ])("shows the credentials message for %s", async (_, answer) => {
    const { user } = await open({ answers: { [endpoints.signIn.path]: answer } });
    await fill(user);
    expect(await screen.findByText("Could not log in with the provided credentials.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Retry" })).not.toBeInTheDocument();
    expect(session.getAccount()).toBeUndefined();
  });

  it("offers Retry after a network error", async () => {
    let isDown = true;
    const answer = () => (isDown ? new ApiError("", 0) : [accepted]);
    const { user } = await open({ answers: recordAnswers([], { [endpoints.signIn.path]: answer }) });
    await fill(user);
    expect(await screen.findByText(messages.networkFailed)).toBeVisible();
    isDown = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(session.getAccount()?.username).toBe("vendor1"));
  });

  it("shows that the services are starting and signs in once they respond", async () => {
    const { user } = await open({ answers: recordAnswers([], { [endpoints.signIn.path]: [accepted] }) });
    const originalFetch = globalThis.fetch;
    let isStarting = true;
    vi.stubGlobal("fetch", async (address: string, init?: RequestInit) =>
      isStarting && address.endsWith(endpoints.signIn.path)
        ? Response.json({ message: messages.starting }, { status: 503, headers: { "retry-after": "0.2" } })
        : originalFetch(address, init),
    );
    await fill(user);
    const notice = await screen.findByText(messages.starting);
    expect(notice.closest("[role=status]")).toBeVisible();
    isStarting = false;
    await waitFor(() => expect(session.getAccount()?.username).toBe("vendor1"));
    expect(screen.queryByText(messages.starting)).not.toBeInTheDocument();
  });

  it("explains blocked storage and signs in with Retry once it is allowed", async () => {
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

describe("ForgotPasswordForm", () => {
  async function openPanel() {
    const view = await open();
    await view.user.click(screen.getByRole("button", { name: "Forgot password?" }));
    const send = () => view.user.click(screen.getByRole("button", { name: "Send reset instructions" }));
    return { ...view, send, email: () => screen.getByLabelText("Email address") };
  }

  it("sets its own window title", async () => {
    const { user } = await openPanel();
    expect(screen.getByRole("heading", { level: 1, name: "Forgot your password?" })).toBeVisible();
    expect(document.title).toBe("Forgot your password? | Flood Model Portal");
    await user.click(screen.getByRole("link", { name: "Back to login" }));
    expect(document.title).toBe("Log in | Flood Model Portal");
  });

  it("validates the email address", async () => {
    const { send, email, user } = await openPanel();
    await send();
    expect(screen.getByText("Email address is required")).toBeVisible();
    await user.type(email(), "maria@example.museum");
    expect(screen.getByText("Invalid email address")).toBeVisible();
    await user.clear(email());
    await user.type(email(), "maria@example.com");
    expect(screen.queryByText("Invalid email address")).not.toBeInTheDocument();
  });

  it("logs OK for a valid email and sends no request", async () => {
    const info = vi.spyOn(console, "info").mockImplementation(() => undefined);
    const { send, email, user, asked } = await openPanel();
    await send();
    expect(info).not.toHaveBeenCalled();
    await user.type(email(), "maria@example.com");
    await send();
    expect(info).toHaveBeenCalledExactlyOnceWith("OK");
    expect(asked).toEqual([]);
  });

  it("returns to the login form", async () => {
    const { user } = await openPanel();
    await user.click(screen.getByRole("link", { name: "Back to login" }));
    expect(screen.getByRole("heading", { name: "Log in" })).toBeVisible();
  });
});
