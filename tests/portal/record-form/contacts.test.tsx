import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { errorOf, references } from "../form/renderForm.tsx";
import { aMetadata, contactBook, onlyRoles, renderMetadata } from "./renderMetadata.tsx";

const cards = () =>
  within(screen.getByRole("group", { name: "Contacts" })).getAllByRole("group", { name: /^Contact \d/ });
const cardElement = (number: number) => screen.getByRole("group", { name: `Contact ${number}` });
const card = (number: number) => within(cardElement(number));
const contact = (number: number) => card(number).getByRole("group", { name: "Contact" });
const role = (number: number) => card(number).getByRole("combobox", { name: "Role" });
const checkbox = () => screen.getByRole("checkbox", { name: "Originator contact" });
const originatorCard = () => screen.getByRole("group", { name: "Originator (digital object creator)" });
const originator = () => within(originatorCard()).getByRole("group", { name: /^Contact/ });
const renderContacts = (contacts: unknown[], props: Parameters<typeof renderMetadata>[1] = {}) =>
  renderMetadata(aMetadata({ contacts, showOriginatorContact: undefined }), {
    ...onlyRoles("contacts", "originator"),
    ...props,
  });

type User = ReturnType<typeof renderMetadata>["user"];

/** Selects a contact in the dialog. */
async function selectContact(user: User, card: string, typed: string) {
  await user.click(screen.getByRole("button", { name: `Select an existing contact: ${card}` }));
  await user.type(screen.getByRole("searchbox", { name: "Name or email" }), typed);
  await user.keyboard("{ArrowDown}{Enter}");
}

/** Makes `:active` match, as while a pointer is pressed. */
function pressPointer() {
  const query = document.querySelector.bind(document);
  vi.spyOn(document, "querySelector").mockImplementation((selector: string) =>
    selector === ":active" ? document.body : query(selector),
  );
}

const SUBMITTER = { contactId: "12", roleId: "1" };
const ORIGINATOR = { contactId: "40", roleId: "9" };

describe("contacts", () => {
  it("show name, email, phone, affiliation and role, with the originator in its own field", () => {
    renderContacts([SUBMITTER, ORIGINATOR]);
    expect(cards()).toHaveLength(1);
    for (const text of [
      "Maria Ramírez",
      "maria@example.com",
      "512-555-0142",
      "Texas Water Development Board",
    ])
      expect(contact(1)).toHaveTextContent(text);
    expect(role(1)).toHaveValue("Submitter");
    expect(checkbox()).toBeChecked();
    expect(originator()).toHaveTextContent("Joe Reed");
    expect(originator()).toHaveTextContent("City of Justin");
  });

  it("show the heading Contacts only once", () => {
    renderContacts([SUBMITTER]);
    expect(screen.getByRole("heading", { name: "Contacts" })).toBeVisible();
    expect(screen.getAllByText("Contacts", { selector: ":not(nav *)" })).toHaveLength(1);
  });

  it("do not offer the originator's role", async () => {
    const { user } = renderContacts([SUBMITTER]);
    await user.click(role(1));
    expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual([
      "Submitter",
      "Curator",
    ]);
  });

  it("have no button that clears the role", () => {
    renderContacts([SUBMITTER]);
    expect(within(cardElement(1)).getByTitle("Clear")).toHaveStyle({ display: "none" });
  });

  it("can be added, and removed only while more than one is left besides the originator", async () => {
    const { user, save, submitted } = renderContacts([SUBMITTER, ORIGINATOR]);
    expect(screen.queryByRole("button", { name: /^Remove Contact/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "+ Add another contact" }));
    expect(screen.getByRole("button", { name: "Select an existing contact: Contact 2" })).toHaveFocus();
    expect(card(2).queryByRole("button", { name: /^Edit/ })).not.toBeInTheDocument();
    await selectContact(user, "Contact 2", "joe");
    await user.type(role(2), "cur{Enter}");
    await save();
    expect(submitted()?.["contacts"]).toEqual([SUBMITTER, ORIGINATOR, { contactId: "40", roleId: "3" }]);
    await user.click(screen.getByRole("button", { name: "Remove Contact 1" }));
    expect(cards()).toHaveLength(1);
    await save();
    expect(submitted()?.["contacts"]).toEqual([ORIGINATOR, { contactId: "40", roleId: "3" }]);
  });

  it("each need a contact and a role", async () => {
    const { user, save } = renderContacts([{}]);
    await user.click(screen.getByRole("button", { name: "Create a new contact: Contact 1" }));
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(errorOf(contact(1))).toBe("Must specify a contact");
    expect(errorOf(role(1))).toBeUndefined();
    await save();
    expect(errorOf(role(1))).toBe("Must specify a role");
    await user.click(screen.getByRole("link", { name: "Contacts, Role 1: Must specify a role" }));
    expect(role(1)).toHaveFocus();
    await user.click(screen.getByRole("link", { name: "Contacts, Contact 1: Must specify a contact" }));
    expect(contact(1)).toHaveFocus();
  });

  it.each([
    ["none", []],
    ["the originator alone", [ORIGINATOR]],
  ])("are required: %s is not enough", async (_, contacts) => {
    const { user, save, onSubmit } = renderContacts(contacts);
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
    const group = screen.getByRole("group", { name: "Contacts" });
    expect(errorOf(group)).toBe("Required, must add at least one entry");
    await user.click(screen.getByRole("button", { name: "+ Add a contact" }));
    expect(errorOf(group)).toBeUndefined();
  });

  it("show the ids of an unknown contact and keep it", async () => {
    const { save, submitted } = renderContacts([{ contactId: "77", roleId: "3" }]);
    expect(contact(1)).toHaveTextContent("Contact ID: 77, Role ID: 3");
    expect(card(1).queryByRole("button", { name: /^Edit/ })).not.toBeInTheDocument();
    await save();
    expect(submitted()?.["contacts"]).toEqual([{ contactId: "77", roleId: "3" }]);
  });

  it("stay while the contact list loads and get their names afterwards", async () => {
    const { rerender, save, submitted } = renderContacts([SUBMITTER, ORIGINATOR], {
      contactBook: contactBook({ contacts: undefined }),
    });
    expect(contact(1)).not.toHaveTextContent("Contact ID");
    rerender({ contactBook: contactBook() });
    expect(contact(1)).toHaveTextContent("Maria Ramírez");
    await save();
    expect(submitted()?.["contacts"]).toEqual([SUBMITTER, ORIGINATOR]);
  });
});

describe("a partly typed role", () => {
  const NOT_LISTED = '"Cook" is not in the list.';
  const CURATOR = { contactId: "40", roleId: "3" };

  async function withCook(number: number, contacts: unknown[]) {
    const form = renderContacts(contacts);
    await form.user.type(role(number), "Cook");
    await form.user.tab();
    expect(errorOf(role(number))).toBe(NOT_LISTED);
    return form;
  }

  it("blocks saving until its contact is removed", async () => {
    const { user, save, onSubmit, submitted } = await withCook(2, [SUBMITTER, CURATOR]);
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(role(2)).toHaveValue("Cook");
    await user.click(screen.getByRole("button", { name: "Remove Contact 2" }));
    await save();
    expect(submitted()?.["contacts"]).toEqual([SUBMITTER]);
  });

  it("stays with its contact when the contact before is removed", async () => {
    const { user, save, onSubmit } = await withCook(2, [SUBMITTER, CURATOR]);
    await user.click(screen.getByRole("button", { name: "Remove Contact 1" }));
    expect(role(1)).toHaveValue("Cook");
    expect(errorOf(role(1))).toBe(NOT_LISTED);
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it("comes back with Undo after it was cleared by keyboard", async () => {
    const { user, save, submitted } = renderContacts([SUBMITTER, CURATOR]);
    await user.clear(role(2));
    await user.tab();
    expect(await screen.findByText("You cleared Role.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(role(2)).toHaveValue("Curator");
    await save();
    expect(submitted()?.["contacts"]).toEqual([SUBMITTER, CURATOR]);
  });

  it("shows its error at its contact when the user clicks Remove on the contact before", async () => {
    const { user } = renderContacts([SUBMITTER, CURATOR]);
    await user.type(role(2), "Cook");
    pressPointer();
    await user.click(screen.getByRole("button", { name: "Remove Contact 1" }));
    await waitFor(() => expect(errorOf(role(1))).toBe(NOT_LISTED));
    expect(role(1)).toHaveValue("Cook");
  });

  it("causes no error on a contact that is added after another was removed", async () => {
    const { user } = renderContacts([SUBMITTER, { contactId: "40" }]);
    await user.click(role(2));
    await user.click(screen.getByRole("button", { name: "Remove Contact 1" }));
    await user.click(screen.getByRole("button", { name: "+ Add another contact" }));
    expect(errorOf(role(2))).toBeUndefined();
  });
});

describe("the originator's contact", () => {
  it("is required when the checkbox is checked and gets the originator's role", async () => {
    const { user, save, onSubmit, submitted } = renderContacts([SUBMITTER]);
    expect(checkbox()).not.toBeChecked();
    await user.click(checkbox());
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(errorOf(originator())).toBe("Must specify a contact");
    expect(errorOf(screen.getByRole("group", { name: "Contacts" }))).toBeUndefined();
    await selectContact(user, "Originator (digital object creator)", "joe");
    await save();
    expect(submitted()).toMatchObject({ contacts: [SUBMITTER, ORIGINATOR], showOriginatorContact: true });
  });

  it("is cleared when the checkbox is unchecked", async () => {
    const { user, save, submitted } = renderContacts([ORIGINATOR, SUBMITTER]);
    await user.click(checkbox());
    expect(cards()).toHaveLength(1);
    await save();
    expect(submitted()).toMatchObject({ contacts: [SUBMITTER], showOriginatorContact: false });
  });

  it("stays removed when Undo restores another contact", async () => {
    const curator = { contactId: "40", roleId: "3" };
    const { user, save, submitted } = renderContacts([SUBMITTER, curator, ORIGINATOR]);
    await user.click(checkbox());
    await user.click(screen.getByRole("button", { name: "Remove Contact 2" }));
    expect(cards()).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await save();
    expect(submitted()?.["contacts"]).toEqual([SUBMITTER, curator]);
  });

  it("is found by the name of its role, not by its id", async () => {
    const roles = [
      { id: "1", name: "Submitter" },
      { id: "5", name: "Digital Object Creator" },
    ];
    const { user, save, submitted } = renderContacts([SUBMITTER], {
      references: references({ contactRoles: roles }),
    });
    await user.click(checkbox());
    await selectContact(user, "Originator (digital object creator)", "joe");
    await save();
    expect(submitted()?.["contacts"]).toEqual([SUBMITTER, { contactId: "40", roleId: "5" }]);
  });
});
