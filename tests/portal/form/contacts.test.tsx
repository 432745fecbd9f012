import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { aMetadata, contactBook, errorOf, references, renderMetadata } from "./renderForm.tsx";

const cards = () =>
  within(screen.getByRole("group", { name: "Contacts" })).getAllByRole("group", { name: /^Contact \d/ });
const cardElement = (number: number) => screen.getByRole("group", { name: `Contact ${number}` });
const card = (number: number) => within(cardElement(number));
const contact = (number: number) => card(number).getByRole("group", { name: "Contact" });
const role = (number: number) => card(number).getByRole("combobox", { name: "Role" });
const checkbox = () => screen.getByRole("checkbox", { name: "Name a contact at the originating agency" });
const originatorCard = () => screen.getByRole("group", { name: "Originator (digital object creator)" });
const originator = () => within(originatorCard()).getByRole("group", { name: /^Contact/ });
const withContacts = (contacts: unknown[]) => aMetadata({ contacts, showOriginatorContact: undefined });

type User = ReturnType<typeof renderMetadata>["user"];

/** Chooses a contact in the dialog that a button opens. */
async function select(user: User, of: string, typed: string) {
  await user.click(screen.getByRole("button", { name: `Select an existing contact: ${of}` }));
  await user.type(screen.getByRole("searchbox", { name: "Name or email" }), typed);
  await user.keyboard("{ArrowDown}{Enter}");
}

/** Until the pointer is let go, something is pressed. */
function holdPointer() {
  const query = document.querySelector.bind(document);
  vi.spyOn(document, "querySelector").mockImplementation((selector: string) =>
    selector === ":active" ? document.body : query(selector),
  );
}

const SUBMITTER = { contactId: "12", roleId: "1" };
const ORIGINATOR = { contactId: "40", roleId: "9" };

describe("contacts", () => {
  it("are shown by name, email, phone, affiliation and role, the originator apart", () => {
    renderMetadata(withContacts([SUBMITTER, ORIGINATOR]));
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

  it("are headed once", () => {
    renderMetadata();
    expect(screen.getByRole("heading", { name: "Contacts" })).toBeVisible();
    expect(screen.getAllByText("Contacts", { selector: ":not(nav *)" })).toHaveLength(1);
  });

  it("do not offer the originator's role", async () => {
    const { user } = renderMetadata(withContacts([SUBMITTER]));
    await user.click(role(1));
    expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual([
      "Submitter",
      "Curator",
    ]);
  });

  it("keep a role until another is chosen: no button takes it away untold", () => {
    renderMetadata(withContacts([SUBMITTER]));
    expect(within(cardElement(1)).getByTitle("Clear")).toHaveStyle({ display: "none" });
  });

  it("are added, and removed only while there is more than one besides the originator", async () => {
    const { user, save, submitted } = renderMetadata(withContacts([SUBMITTER, ORIGINATOR]));
    expect(screen.queryByRole("button", { name: /^Remove Contact/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "+ Add another contact" }));
    expect(screen.getByRole("button", { name: "Select an existing contact: Contact 2" })).toHaveFocus();
    expect(card(2).queryByRole("button", { name: /^Edit/ })).not.toBeInTheDocument();
    await select(user, "Contact 2", "joe");
    await user.type(role(2), "cur{Enter}");
    await save();
    expect(submitted()?.["contacts"]).toEqual([SUBMITTER, ORIGINATOR, { contactId: "40", roleId: "3" }]);
    await user.click(screen.getByRole("button", { name: "Remove Contact 1" }));
    expect(cards()).toHaveLength(1);
    await save();
    expect(submitted()?.["contacts"]).toEqual([ORIGINATOR, { contactId: "40", roleId: "3" }]);
  });

  it("must each name a contact and a role", async () => {
    const { user, save } = renderMetadata(withContacts([{}]));
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
  ])("are required: %s will not do", async (_, contacts) => {
    const { user, save, onSubmit } = renderMetadata(withContacts(contacts));
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
    const group = screen.getByRole("group", { name: "Contacts" });
    expect(errorOf(group)).toBe("Required, must add at least one entry");
    await user.click(screen.getByRole("button", { name: "+ Add a contact" }));
    expect(errorOf(group)).toBeUndefined();
  });

  it("show the ids of a contact that no list knows, and keep it", async () => {
    const { save, submitted } = renderMetadata(withContacts([{ contactId: "77", roleId: "3" }]));
    expect(contact(1)).toHaveTextContent("Contact ID: 77, Role ID: 3");
    expect(card(1).queryByRole("button", { name: /^Edit/ })).not.toBeInTheDocument();
    await save();
    expect(submitted()?.["contacts"]).toEqual([{ contactId: "77", roleId: "3" }]);
  });

  it("are kept while their list is on the way, and named when it comes", async () => {
    const { again, save, submitted } = renderMetadata(withContacts([SUBMITTER, ORIGINATOR]), {
      contactBook: contactBook({ contacts: undefined }),
    });
    expect(contact(1)).not.toHaveTextContent("Contact ID");
    again({ contactBook: contactBook() });
    expect(contact(1)).toHaveTextContent("Maria Ramírez");
    await save();
    expect(submitted()?.["contacts"]).toEqual([SUBMITTER, ORIGINATOR]);
  });
});

describe("a role that is half typed", () => {
  const NOT_LISTED = '"Cook" is not in the list.';
  const CURATOR = { contactId: "40", roleId: "3" };

  async function withCook(number: number, contacts: unknown[]) {
    const form = renderMetadata(withContacts(contacts));
    await form.user.type(role(number), "Cook");
    await form.user.tab();
    expect(errorOf(role(number))).toBe(NOT_LISTED);
    return form;
  }

  it("stays with its fault, and holds the save back, when the originator's box is ticked", async () => {
    const { user, save, onSubmit } = await withCook(1, [{ contactId: "12" }]);
    await user.click(checkbox());
    expect(role(1)).toHaveValue("Cook");
    expect(errorOf(role(1))).toBe(NOT_LISTED);
    await select(user, "Originator (digital object creator)", "joe");
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(errorOf(role(1))).toBe(NOT_LISTED);
  });

  it("stays with its contact when the one before is removed, and when that is put back", async () => {
    const { user } = await withCook(2, [SUBMITTER, CURATOR]);
    await user.click(screen.getByRole("button", { name: "Remove Contact 1" }));
    expect(role(1)).toHaveValue("Cook");
    expect(errorOf(role(1))).toBe(NOT_LISTED);
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(role(1)).toHaveValue("Submitter");
    expect(errorOf(role(1))).toBeUndefined();
    expect(role(2)).toHaveValue("Cook");
    expect(errorOf(role(2))).toBe(NOT_LISTED);
  });

  it("comes back with Undo where it was cleared by keyboard", async () => {
    const { user, save, submitted } = renderMetadata(withContacts([SUBMITTER, CURATOR]));
    await user.clear(role(2));
    await user.tab();
    expect(await screen.findByText("Role was cleared.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(role(2)).toHaveValue("Curator");
    await save();
    expect(submitted()?.["contacts"]).toEqual([SUBMITTER, CURATOR]);
  });

  it("is told at its contact when it is left for the mouse to remove the one before", async () => {
    const { user } = renderMetadata(withContacts([SUBMITTER, CURATOR]));
    await user.type(role(2), "Cook");
    holdPointer();
    await user.click(screen.getByRole("button", { name: "Remove Contact 1" }));
    await waitFor(() => expect(errorOf(role(1))).toBe(NOT_LISTED));
    expect(role(1)).toHaveValue("Cook");
  });

  it("leaves a fresh contact without errors where the mouse removed the one before", async () => {
    const { user } = renderMetadata(withContacts([SUBMITTER, { contactId: "40" }]));
    await user.click(role(2));
    holdPointer();
    await user.click(screen.getByRole("button", { name: "Remove Contact 1" }));
    await waitFor(() => expect(errorOf(role(1))).toBe("Must specify a role"));
    await user.click(screen.getByRole("button", { name: "+ Add another contact" }));
    expect(errorOf(role(2))).toBeUndefined();
  });

  it("of an earlier visit goes with its contact, and is not that of the next one in its place", async () => {
    const { user, save, onSubmit, submitted } = renderMetadata(withContacts([SUBMITTER, CURATOR]), {
      entries: { "contacts.1.roleId": "Cook" },
    });
    expect(role(2)).toHaveValue("Cook");
    await user.click(screen.getByRole("button", { name: "Remove Contact 2" }));
    await user.click(screen.getByRole("button", { name: "+ Add another contact" }));
    expect(role(2)).toHaveValue("");
    await user.click(screen.getByRole("button", { name: "Remove Contact 2" }));
    await save();
    expect(onSubmit).toHaveBeenCalledOnce();
    expect(submitted()?.["contacts"]).toEqual([SUBMITTER]);
  });

  it("of an earlier visit does not come back over the role that is chosen since", async () => {
    const { user, save, submitted } = renderMetadata(withContacts([{ contactId: "12" }]), {
      entries: { "contacts.0.roleId": "cur" },
    });
    expect(role(1)).toHaveValue("cur");
    await user.clear(role(1));
    await user.type(role(1), "submitter{Enter}");
    await user.click(checkbox());
    expect(role(1)).toHaveValue("Submitter");
    await user.click(checkbox());
    await save();
    expect(submitted()?.["contacts"]).toEqual([SUBMITTER]);
  });
});

describe("the originator's contact", () => {
  it("is asked for when the box is ticked, and kept under the originator's role", async () => {
    const { user, save, onSubmit, submitted } = renderMetadata(withContacts([SUBMITTER]));
    expect(checkbox()).not.toBeChecked();
    await user.click(checkbox());
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(errorOf(originator())).toBe("Must specify a contact");
    expect(errorOf(screen.getByRole("group", { name: "Contacts" }))).toBeUndefined();
    await select(user, "Originator (digital object creator)", "joe");
    await save();
    expect(submitted()).toMatchObject({ contacts: [SUBMITTER, ORIGINATOR], showOriginatorContact: true });
  });

  it("is cleared when the box is unticked", async () => {
    const { user, save, submitted } = renderMetadata(withContacts([ORIGINATOR, SUBMITTER]));
    await user.click(checkbox());
    expect(cards()).toHaveLength(1);
    await save();
    expect(submitted()).toMatchObject({ contacts: [SUBMITTER], showOriginatorContact: false });
  });

  it("leaves what is removed after it its own Undo", async () => {
    const curator = { contactId: "40", roleId: "3" };
    const { user, save, submitted } = renderMetadata(withContacts([SUBMITTER, curator, ORIGINATOR]));
    await user.click(checkbox());
    await user.click(screen.getByRole("button", { name: "Remove Contact 2" }));
    expect(cards()).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await save();
    expect(submitted()?.["contacts"]).toEqual([SUBMITTER, curator]);
  });

  it("is found by the name of its role, whatever its id", async () => {
    const roles = [
      { id: "1", name: "Submitter" },
      { id: "5", name: "Digital Object Creator" },
    ];
    const { user, save, submitted } = renderMetadata(withContacts([SUBMITTER]), {
      references: references({ contactRoles: roles }),
    });
    await user.click(checkbox());
    await select(user, "Originator (digital object creator)", "joe");
    await save();
    expect(submitted()?.["contacts"]).toEqual([SUBMITTER, { contactId: "40", roleId: "5" }]);
  });
});
