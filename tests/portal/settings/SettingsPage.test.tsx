import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { messages } from "../../../src/contract/messages.ts";
import { SettingsPage } from "../../../src/portal/settings/SettingsPage.tsx";
import { routes } from "../../../src/portal/routes.ts";
import { session } from "../../../src/portal/providers/session.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { renderApp, renderScreen } from "../../support/renderApp.tsx";
import type { Answers } from "../../support/portalNetwork.ts";
import { anAccount } from "../../support/anAccount.ts";
import { recordAnswers } from "../records/recordAnswers.ts";

const contact = {
  contact_id: 1,
  first_name: "Maria",
  last_name: "Ramírez",
  email: "maria@example.com",
  work_phone: "512-555-0142",
  agency: "4",
};

function open(answers: Answers = {}) {
  const view = renderScreen(<SettingsPage />, {
    at: routes.settings,
    answers: { [endpoints.getContact.path]: [contact], ...answers },
  });
  const card = (name: string) => within(screen.getByRole("region", { name }));
  return { ...view, passwords: () => card("Password Reset"), own: () => card("Update Contact Information") };
}

const silenceConsoleErrors = () => vi.spyOn(console, "error").mockImplementation(() => undefined);

describe("SettingsPage, Password Reset", () => {
  async function change(view: ReturnType<typeof open>, [old, fresh, again]: [string, string, string]) {
    const { user, passwords } = view;
    await user.type(passwords().getByLabelText(/^Current password/), old);
    await user.type(passwords().getByLabelText(/^New password/), fresh);
    await user.type(passwords().getByLabelText(/^Confirm new password/), again);
    await user.click(passwords().getByRole("button", { name: "Reset password" }));
  }

  it("replaces the password and clears its fields", async () => {
    const view = open({ [endpoints.resetPassword.path]: [] });
    await change(view, ["FloodModel2026", "FloodModel2027", "FloodModel2027"]);
    expect(await screen.findByText("Reset password successfully!")).toBeVisible();
    expect(view.askedFor(endpoints.resetPassword.path)).toMatchObject([
      { body: { oldPassword: "FloodModel2026", newPassword: "FloodModel2027", username: "vendor1" } },
    ]);
    expect(view.passwords().getByLabelText(/^Current password/)).toHaveValue("");
    expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
  });

  it("submits with Enter", async () => {
    const { user, passwords, askedFor } = open({ [endpoints.resetPassword.path]: [] });
    await user.type(passwords().getByLabelText(/^Current password/), "FloodModel2026");
    await user.type(passwords().getByLabelText(/^New password/), "FloodModel2027");
    await user.type(passwords().getByLabelText(/^Confirm new password/), "FloodModel2027{Enter}");
    expect(await screen.findByText("Reset password successfully!")).toBeVisible();
    expect(askedFor(endpoints.resetPassword.path)).toHaveLength(1);
  });

  it("requires the same new password twice", async () => {
    const view = open();
    await change(view, ["FloodModel2026", "FloodModel2027", "FloodModel2028"]);
    expect(await view.passwords().findByText("Passwords must match")).toBeVisible();
    expect(view.askedFor(endpoints.resetPassword.path)).toEqual([]);
  });

  it("keeps the typed passwords and the session when the change is rejected", async () => {
    silenceConsoleErrors();
    const view = open({ [endpoints.resetPassword.path]: new ApiError("no", 400) });
    await change(view, ["wrong", "FloodModel2027", "FloodModel2027"]);
    expect(await screen.findByText("Failed to reset password.")).toBeVisible();
    expect(view.passwords().getByLabelText(/^Current password/)).toHaveValue("wrong");
    expect(session.getAccount()).toBeDefined();
    const note = view.passwords().getByText("Failed to reset password. no").closest("[role=alert]")!;
    expect(within(note as HTMLElement).queryByRole("button")).not.toBeInTheDocument();
  });

  it("shows a network error in the page and saves with Retry", async () => {
    silenceConsoleErrors();
    let isDown = true;
    let arrive: (answer: []) => void = () => undefined;
    const view = open({
      [endpoints.resetPassword.path]: () =>
        isDown ? new ApiError("", 0) : new Promise<[]>((resolve) => (arrive = resolve)),
    });
    await change(view, ["FloodModel2026", "FloodModel2027", "FloodModel2027"]);
    expect(
      await view.passwords().findByText(`Failed to reset password. ${messages.networkFailed}`),
    ).toBeVisible();
    isDown = false;
    await view.user.click(view.passwords().getByRole("button", { name: "Retry" }));
    // The alert was removed together with its Retry button.
    expect(await view.passwords().findByRole("button", { name: "Saving…" })).toHaveFocus();
    await act(async () => arrive([]));
    expect(await screen.findByText("Reset password successfully!")).toBeVisible();
    expect(view.passwords().queryByText(/^Failed/)).not.toBeInTheDocument();
    expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
  });
});

describe("SettingsPage, Update Contact Information", () => {
  it("shows the user's contact without the email and saves all fields", async () => {
    const { user, own, askedFor } = open({ [endpoints.updateContact.path]: [] });
    const phone = await own().findByLabelText(/Phone number/);
    expect(own().queryByLabelText(/Email/)).not.toBeInTheDocument();
    await user.clear(phone);
    await user.type(phone, "512-555-0199");
    await user.click(own().getByRole("button", { name: "Update contact" }));
    expect(await screen.findByText("Saved contact information!")).toBeVisible();
    expect(askedFor(endpoints.updateContact.path).map(({ body }) => body)).toEqual([
      {
        contact_id: "1",
        tdis_contact_id: "1",
        first_name: "Maria",
        last_name: "Ramírez",
        email: "maria@example.com",
        work_phone: "512-555-0199",
        agency: "4",
      },
    ]);
  });

  it("saves although the hidden email does not match its rule", async () => {
    const email = "info@rivers.engineering";
    const { user, own, askedFor } = open({
      [endpoints.getContact.path]: [{ ...contact, email }],
      [endpoints.updateContact.path]: [],
    });
    await user.clear(await own().findByLabelText(/Phone number/));
    await user.click(own().getByRole("button", { name: "Update contact" }));
    expect(own().getByText("Please fix 1 error(s).")).toBeVisible();
    await user.type(own().getByLabelText(/Phone number/), "512-555-0199");
    await user.click(own().getByRole("button", { name: "Update contact" }));
    expect(await screen.findByText("Saved contact information!")).toBeVisible();
    expect(askedFor(endpoints.updateContact.path)).toMatchObject([{ body: { email } }]);
  });

  it("shows an error and offers Retry when saving fails", async () => {
    silenceConsoleErrors();
    let isFailing = true;
    const { user, own, askedFor } = open({
      [endpoints.updateContact.path]: () => (isFailing ? new ApiError("The store rests.", 503) : []),
    });
    const phone = await own().findByLabelText(/Phone number/);
    await user.clear(phone);
    await user.type(phone, "512-555-0199");
    await user.click(own().getByRole("button", { name: "Update contact" }));
    expect(await screen.findByText("Failed to update contact.")).toBeVisible();
    expect(own().getByText("Failed to update contact. The store rests.")).toBeVisible();
    expect(phone).toHaveValue("512-555-0199");
    isFailing = false;
    await user.type(phone, "9");
    await user.click(own().getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("Saved contact information!")).toBeVisible();
    expect(askedFor(endpoints.updateContact.path)[1]!.body).toMatchObject({ work_phone: "512-555-01999" });
    expect(own().queryByText(/^Failed/)).not.toBeInTheDocument();
  });

  it("offers Retry when the contact could not be loaded", async () => {
    silenceConsoleErrors();
    let isFailing = true;
    const { user, own } = open({
      [endpoints.getContact.path]: () => (isFailing ? new ApiError("no", 500) : [contact]),
    });
    await waitFor(() => expect(own().getByRole("alert")).toBeVisible());
    isFailing = false;
    await user.click(own().getByRole("button", { name: "Retry" }));
    expect(await own().findByLabelText(/First name/)).toHaveValue("Maria");
  });

  it("shows an error if the response has no contact", async () => {
    silenceConsoleErrors();
    const { own } = open({ [endpoints.getContact.path]: [] });
    expect(await own().findByText("Your contact information could not be loaded")).toBeVisible();
  });

  it("offers Retry when the agencies could not be loaded", async () => {
    silenceConsoleErrors();
    let isFailing = true;
    const { user, own } = open({
      [endpoints.listAgencies.path]: () =>
        isFailing ? new ApiError("no", 500) : [{ id: 4, name: "Trinity River Authority" }],
    });
    await waitFor(() => expect(own().getByRole("alert")).toBeVisible());
    isFailing = false;
    await user.click(own().getByRole("button", { name: "Retry" }));
    expect(await own().findByLabelText(/Affiliation/)).toHaveValue("Trinity River Authority");
  });
});

describe("SettingsPage, unsaved changes", () => {
  const leave = async (view: ReturnType<typeof open>) =>
    view.user.click(screen.getByRole("link", { name: "Back" }));

  it("asks before following a link", async () => {
    const view = open();
    await view.user.type(await view.own().findByLabelText(/^First name/), "x");
    await leave(view);
    expect(await screen.findByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
    expect(view.path()).toBe("/app/settings");
    await view.user.click(screen.getByRole("button", { name: "Stay" }));
    expect(view.own().getByLabelText(/^First name/)).toHaveValue("Mariax");
  });

  it("asks after an option was chosen by keyboard", async () => {
    const view = open();
    const agency = await view.own().findByLabelText(/^Affiliation/);
    expect(agency).toHaveValue("Trinity River Authority");
    act(() => agency.focus());
    await view.user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
    expect(agency).not.toHaveValue("Trinity River Authority");
    await leave(view);
    expect(await screen.findByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
  });

  it("asks before leaving when an option was cleared", async () => {
    const view = open();
    const agency = await view.own().findByLabelText(/^Affiliation/);
    fireEvent.click(view.own().getByTitle("Clear"));
    expect(agency).toHaveValue("");
    await leave(view);
    expect(await screen.findByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
  });

  it("does not ask for a link within the page", async () => {
    const view = open();
    await view.user.type(view.passwords().getByLabelText(/^Current password/), "x");
    await view.user.click(view.passwords().getByRole("button", { name: "Reset password" }));
    await view.user.click(view.passwords().getByRole("link", { name: /^New password/ }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(view.passwords().getByLabelText(/^New password/)).toHaveFocus();
  });

  /** Changes the first name and starts saving; `arrive` completes the save. */
  async function beginSaving() {
    let arrive: () => void = () => undefined;
    const view = open({
      [endpoints.updateContact.path]: async () => {
        await new Promise<void>((resolve) => (arrive = resolve));
        return [];
      },
    });
    await view.user.type(await view.own().findByLabelText(/^First name/), "x");
    await view.user.click(view.own().getByRole("button", { name: "Update contact" }));
    return { ...view, arrive: () => act(async () => arrive()) };
  }

  it("shows no success toast after the page was left", async () => {
    const view = await beginSaving();
    await leave(view);
    await view.user.click(await screen.findByRole("button", { name: "Leave" }));
    await waitFor(() => expect(view.path()).toBe("/app/"));
    await view.arrive();
    expect(screen.queryByText("Saved contact information!")).toBeNull();
  });

  it.each([
    ["", /^First name/],
    [" in an option field", /^Affiliation/],
  ])("asks about text typed while saving%s", async (_, field) => {
    const view = await beginSaving();
    await view.user.type(view.own().getByLabelText(field), "y");
    await view.arrive();
    expect(await screen.findByText("Saved contact information!")).toBeVisible();
    await leave(view);
    expect(await screen.findByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
  });

  it("discards the changes with Leave", async () => {
    const view = open();
    await view.user.type(view.passwords().getByLabelText(/^Current password/), "x");
    await leave(view);
    await view.user.click(await screen.findByRole("button", { name: "Leave" }));
    await waitFor(() => expect(view.path()).toBe("/app/"));
  });

  async function typeInPortal(at = "/app/about") {
    const answers = recordAnswers([], { [endpoints.getContact.path]: [contact] });
    const view = await renderApp({ at, answers });
    await view.user.click(await screen.findByRole("link", { name: "Settings" }));
    const name = await screen.findByLabelText(/^First name/);
    await view.user.type(name, "x");
    return {
      ...view,
      name,
      findDialog: () => screen.findByRole("dialog", { name: "Leave without saving?" }),
    };
  }

  it("keeps query and hash of the target, and does not ask for a link opened in a new window", async () => {
    const { user, findDialog } = await typeInPortal("/app/?filter=%7B%22q%22%3A%22a%22%7D#list");
    const link = screen.getByRole("link", { name: "About" });
    fireEvent.click(link, { shiftKey: true });
    expect(screen.queryByRole("dialog")).toBeNull();
    await user.click(link);
    await findDialog();
    await user.click(screen.getByRole("button", { name: "Stay" }));
    history.back();
    await findDialog();
    await user.click(screen.getByRole("button", { name: "Leave" }));
    await waitFor(() => expect(location.pathname).toBe("/metadata_app/app/"));
    expect(location.search + location.hash).toBe("?filter=%7B%22q%22%3A%22a%22%7D#list");
  });

  it("asks on browser Back, then stays or leaves", async () => {
    const { user, path, name, findDialog } = await typeInPortal();
    history.back();
    await findDialog();
    await waitFor(() => expect(path()).toBe("/metadata_app/app/settings"));
    await user.click(screen.getByRole("button", { name: "Stay" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(name).toHaveValue("Mariax");
    history.back();
    await findDialog();
    await user.click(screen.getByRole("button", { name: "Leave" }));
    expect(await screen.findByRole("heading", { level: 1, name: /^About/ })).toBeVisible();
    expect(path()).toBe("/metadata_app/app/about");
    history.forward();
    expect(await screen.findByLabelText(/^First name/)).toHaveValue("Maria");
  });

  it("asks on Logout", async () => {
    const { user, name } = await typeInPortal();
    await user.click(screen.getByRole("button", { name: "Logout" }));
    const dialog = await screen.findByRole("dialog", { name: "Log out with unsaved changes?" });
    expect(dialog).toHaveTextContent("You have unsaved changes on this page. Logging out discards them.");
    await user.click(screen.getByRole("button", { name: "Stay signed in" }));
    expect(session.getAccount()).toBeDefined();
    expect(name).toHaveValue("Mariax");
  });

  it("does not ask without changes", async () => {
    const view = open();
    await leave(view);
    expect(view.path()).toBe("/app/");
  });
});

describe("SettingsPage, Mails", () => {
  const settings = { frequency: "at once", address: "maria@example.com", sends_mail: true };
  const mails = () => within(screen.getByRole("region", { name: "Mails" }));

  it("saves a choice at once and shows the address", async () => {
    const view = open({
      [endpoints.getMailSettings.path]: [settings],
      [endpoints.updateMailSettings.path]: [{ ...settings, frequency: "daily" }],
    });
    expect(await mails().findByText(/writes to maria@example.com/)).toBeVisible();
    expect(mails().getByRole("radio", { name: "At once" })).toBeChecked();
    await view.user.click(mails().getByRole("radio", { name: "One mail a day" }));
    expect(await screen.findByText("Saved mail settings!")).toBeVisible();
    expect(mails().getByRole("radio", { name: "One mail a day" })).toBeChecked();
    expect(view.askedFor(endpoints.updateMailSettings.path)).toMatchObject([
      { body: { frequency: "daily" } },
    ]);
  });

  it("shows the saved choice again when saving fails", async () => {
    silenceConsoleErrors();
    const view = open({ [endpoints.updateMailSettings.path]: new ApiError("Not now.", 500) });
    await view.user.click(await mails().findByRole("radio", { name: "Never" }));
    expect(await screen.findByText("Failed to save mail settings. Not now.")).toBeVisible();
    expect(mails().getByRole("radio", { name: "At once" })).toBeChecked();
  });

  it.each([
    [{ ...settings, sends_mail: false }, /This portal does not send mails yet/],
    [{ ...settings, address: "" }, /Your contact has no email address/],
  ])("shows why no mail arrives (%o)", async (answer, text) => {
    open({ [endpoints.getMailSettings.path]: [answer] });
    expect(await mails().findByText(text)).toBeVisible();
  });

  it("is not shown if the services have no such call", () => {
    renderScreen(<SettingsPage />, {
      at: routes.settings,
      config: { missingCalls: ["getMailSettings", "listOutgoingMail"] },
    });
    expect(screen.queryByRole("region", { name: "Mails" })).toBeNull();
  });
});

describe("SettingsPage, Outgoing mail", () => {
  const mail = {
    id: "2",
    username: "vendor1",
    subject: "Denton Creek: The agency accepted this model",
    text: "Denton Creek (030000000001)\n\nThe agency accepted this model.",
    state: "waiting",
    error: "connect ECONNREFUSED",
    created: "2026-03-02T15:04:05.000Z",
    sent: null,
  };

  it("lists mails with their state and text, and shows that mail is off", async () => {
    const { user } = renderScreen(<SettingsPage />, {
      at: routes.settings,
      account: anAccount({ roles: ["ROLE_ADMIN-APPLICATION"] }),
      answers: { [endpoints.listOutgoingMail.path]: [{ sends_mail: false, mails: [mail] }] },
    });
    const card = within(await screen.findByRole("region", { name: "Outgoing mail" }));
    expect(await card.findByText(/Mail is off/)).toBeVisible();
    await user.click(card.getByRole("button", { name: /Denton Creek: The agency accepted.*waiting/ }));
    expect(card.getByText(/The portal tries again. connect ECONNREFUSED/)).toBeVisible();
    expect(card.getByText(/\(030000000001\)/)).toBeVisible();
  });

  it("is not shown to vendors", async () => {
    const view = open();
    await screen.findByRole("radio", { name: "At once" });
    expect(screen.queryByRole("region", { name: "Outgoing mail" })).toBeNull();
    expect(view.askedFor(endpoints.listOutgoingMail.path)).toEqual([]);
  });
});
