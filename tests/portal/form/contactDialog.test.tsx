import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { messages } from "../../../src/contract/messages.ts";
import type { SavedContact } from "../../../src/portal/form/contacts/contactBook.ts";
import { contactTexts } from "../../../src/portal/form/contacts/contactTexts.ts";
import { VendorError } from "../../../src/portal/providers/calls/vendorError.ts";
import { aMetadata, contactBook, contacts, errorOf, renderMetadata, type Lent } from "./renderForm.tsx";

const dialog = () => within(screen.getByRole("dialog"));
const input = (name: string) => dialog().getByRole("textbox", { name });
const open = (name: string) => screen.getByRole("button", { name: `${name}: Contact 1` });
const press = (name: string) => dialog().getByRole("button", { name });
const search = () => dialog().getByRole("searchbox", { name: "Name or email" });
const CONFIRMATION =
  "Are you sure you want to update this contact? ...it will update this contact across our system.";

function renderWith(book: Lent = {}, texts = contactTexts()) {
  const initial = aMetadata({
    contacts: [{ contactId: "12", roleId: "1" }],
    showOriginatorContact: undefined,
  });
  return { ...renderMetadata(initial, { contactBook: contactBook(book), contactTexts: texts }), book };
}

type User = ReturnType<typeof renderWith>["user"];

async function fillIn(user: User, email = "new@example.com") {
  await user.click(open("Create a new contact"));
  await user.type(input("First name"), "Nora");
  await user.type(input("Last name"), "New");
  await user.type(input("Email"), email);
  await user.type(input("Phone number"), "512");
  await user.type(dialog().getByRole("combobox", { name: "Affiliation" }), "Justin{Enter}");
}

describe("selecting a contact", () => {
  it("invites to type, and finds by name or email, upper or lower case alike", async () => {
    const { user } = renderWith();
    await user.click(open("Select an existing contact"));
    expect(search()).toHaveFocus();
    expect(dialog().getByText("Start typing a name or email to search existing contacts")).toBeVisible();
    for (const typed of ["rEED", "JOE@EXAMPLE", "joe reed"]) {
      await user.clear(search());
      await user.type(search(), typed);
      expect(
        dialog()
          .getAllByRole("listitem")
          .map((item) => item.textContent),
      ).toEqual(["Joe Reedjoe@example.com"]);
    }
  });

  it("finds a name with its accents or without them", async () => {
    const { user } = renderWith();
    await user.click(open("Select an existing contact"));
    for (const typed of ["Ramirez", "ramírez maria"]) {
      await user.clear(search());
      await user.type(search(), typed);
      expect(press("Maria Ramírez maria@example.com")).toBeVisible();
    }
  });

  it("puts the chosen contact on the card", async () => {
    const { user, save, submitted } = renderWith();
    await user.click(open("Select an existing contact"));
    await user.type(search(), "joe");
    await user.click(press("Joe Reed joe@example.com"));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await save();
    expect(submitted()?.["contacts"]).toEqual([{ contactId: "40", roleId: "1" }]);
  });

  it("offers to create a contact that is not found, with the email that was typed", async () => {
    const { user } = renderWith();
    await user.click(open("Select an existing contact"));
    await user.type(search(), "nobody@example.com");
    expect(
      dialog().getByText(
        "No contacts matching this search information found. Would you like to create a new contact?",
      ),
    ).toBeVisible();
    await user.click(press("Create a new contact"));
    expect(screen.getByRole("dialog", { name: "Create a new contact" })).toBeVisible();
    expect(input("Email")).toHaveValue("nobody@example.com");
  });

  it("does not submit the form behind it with Enter, and closes with Escape", async () => {
    const { user, onSubmit, onInvalid } = renderWith();
    await user.click(open("Select an existing contact"));
    await user.type(search(), "joe{Enter}");
    expect(screen.getByRole("dialog")).toBeVisible();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(onSubmit).not.toHaveBeenCalled();
    expect(onInvalid).not.toHaveBeenCalled();
    expect(open("Select an existing contact")).toHaveFocus();
  });
});

describe("creating a contact", () => {
  it("requires every field, and says so at each", async () => {
    const { user, onInvalid } = renderWith();
    await user.click(open("Create a new contact"));
    await user.click(press("Create contact"));
    for (const name of ["First name", "Last name", "Email", "Phone number"])
      expect(errorOf(input(name))).toBe("Required");
    expect(errorOf(dialog().getByRole("combobox", { name: "Affiliation" }))).toBe("Required");
    await user.type(input("Email"), "nora@example");
    await user.tab();
    expect(errorOf(input("Email"))).toBe("Invalid email address");
    expect(onInvalid).not.toHaveBeenCalled();
  });

  it("refuses an email that a contact has, and leads to that contact", async () => {
    const { user, book } = renderWith({ addContact: vi.fn() });
    await fillIn(user, "JOE@example.com");
    await user.click(press("Create contact"));
    expect(errorOf(input("Email"))).toBe(messages.contactExists);
    expect(book.addContact).not.toHaveBeenCalled();
    await user.click(press("Select the existing contact"));
    expect(search()).toHaveValue("JOE@example.com");
    expect(press("Joe Reed joe@example.com")).toBeVisible();
  });

  it("puts the new contact on the card, and saves once", async () => {
    let finish: (saved: SavedContact) => void = () => undefined;
    const addContact = vi.fn(() => new Promise<SavedContact>((resolve) => (finish = resolve)));
    const { user, save, submitted } = renderWith({ addContact });
    await fillIn(user);
    await user.dblClick(press("Create contact"));
    expect(addContact).toHaveBeenCalledExactlyOnceWith({
      firstName: "Nora",
      lastName: "New",
      email: "new@example.com",
      phoneNumber: "512",
      agency: "2",
    });
    // What would be typed now could not be saved with it.
    expect(input("First name")).toBeDisabled();
    finish({ id: "99" });
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await save();
    expect(submitted()?.["contacts"]).toEqual([{ contactId: "99", roleId: "1" }]);
  });

  it("keeps what was typed when it fails, and shows what the services refused", async () => {
    const failures = [
      new VendorError("The line is down.", 0),
      new VendorError(messages.contactExists, 409, {
        faults: [{ path: ["email"], rule: "unique", message: messages.contactExists }],
      }),
    ];
    const { user } = renderWith({ addContact: () => Promise.reject(failures.shift()!) });
    await fillIn(user);
    await user.click(press("Create contact"));
    expect(await dialog().findByRole("alert")).toHaveTextContent(
      "The contact was not saved. The line is down. Everything you typed is still here.",
    );
    expect(input("First name")).toHaveValue("Nora");
    await user.click(press("Create contact"));
    await waitFor(() => expect(errorOf(input("Email"))).toBe(messages.contactExists));
    expect(input("First name")).toHaveValue("Nora");
  });

  it("closes only an open list with Escape", async () => {
    const { user } = renderWith();
    await user.click(open("Create a new contact"));
    await user.click(dialog().getByRole("combobox", { name: "Affiliation" }));
    expect(screen.getByRole("listbox")).toBeVisible();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
    expect(screen.getByRole("dialog")).toBeVisible();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });

  it("is not submitted by Enter", async () => {
    const { user, book, onSubmit } = renderWith({ addContact: vi.fn() });
    await fillIn(user);
    await user.type(input("First name"), "{Enter}");
    expect(book.addContact).not.toHaveBeenCalled();
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe("editing a contact", () => {
  it("locks the email, and asks before it changes the contact in all its records", async () => {
    const updateContact = vi.fn(async (id: string) => ({ id }));
    const { user } = renderWith({ updateContact });
    await user.click(open("Edit"));
    expect(screen.getByRole("dialog", { name: "Edit contact" })).toBeVisible();
    expect(input("Email")).toBeDisabled();
    expect(input("Email")).toHaveValue("maria@example.com");
    await user.clear(input("Phone number"));
    await user.type(input("Phone number"), "999");
    await user.click(press("Update contact"));
    expect(dialog().getByText(CONFIRMATION)).toBeVisible();
    expect(dialog().getByText(/used in 3 records/)).toBeVisible();
    expect(updateContact).not.toHaveBeenCalled();
    await user.click(press("Yes, update this contact"));
    const { id, ...contact } = contacts()[0]!;
    delete contact.recordCount;
    expect(updateContact).toHaveBeenCalledExactlyOnceWith(id, { ...contact, phoneNumber: "999" });
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });

  it("puts the question before the user, and takes no second Enter for an answer", async () => {
    const { user, book } = renderWith({ updateContact: vi.fn(async (id: string) => ({ id })) });
    await user.click(open("Edit"));
    press("Update contact").focus();
    await user.keyboard("{Enter>5/}{Enter}");
    expect(dialog().getByText(CONFIRMATION)).toHaveFocus();
    expect(book.updateContact).not.toHaveBeenCalled();
    await user.tab();
    expect(press("Go back")).toHaveFocus();
    await user.tab();
    expect(press("Yes, update this contact")).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(book.updateContact).toHaveBeenCalledOnce();
  });

  it("takes the second click of a double click for no answer", async () => {
    const { user, book } = renderWith({ updateContact: vi.fn(async (id: string) => ({ id })) });
    await user.click(open("Edit"));
    await user.click(press("Update contact"));
    const click = (detail: number) =>
      act(async () => void fireEvent.click(press("Yes, update this contact"), { detail }));
    await click(2);
    expect(book.updateContact).not.toHaveBeenCalled();
    await click(1);
    expect(book.updateContact).toHaveBeenCalledOnce();
  });

  it("does not refuse the email it keeps, which was given under other rules", async () => {
    const [maria, joe] = contacts();
    const kept = { ...maria!, email: "info@rivers.engineering" };
    const updateContact = vi.fn(async (id: string) => ({ id }));
    const { user } = renderWith({ contacts: [kept, joe!], updateContact });
    await user.click(open("Edit"));
    await user.clear(input("Phone number"));
    await user.click(press("Update contact"));
    expect(errorOf(input("Phone number"))).toBe("Required");
    expect(errorOf(input("Email"))).toBeUndefined();
    await user.type(input("Phone number"), "999");
    await user.click(press("Update contact"));
    await user.click(press("Yes, update this contact"));
    expect(updateContact).toHaveBeenCalledExactlyOnceWith(
      "12",
      expect.objectContaining({ email: "info@rivers.engineering", phoneNumber: "999" }),
    );
  });

  it("goes back from the question with what was typed", async () => {
    const { user, book } = renderWith({ updateContact: vi.fn() });
    await user.click(open("Edit"));
    await user.type(input("First name"), " Luz");
    await user.click(press("Update contact"));
    await user.click(press("Go back"));
    expect(input("First name")).toHaveValue("Maria Luz");
    expect(book.updateContact).not.toHaveBeenCalled();
  });

  it("keeps what was typed when it fails", async () => {
    const { user } = renderWith({ updateContact: () => Promise.reject(new VendorError("Broken", 500)) });
    await user.click(open("Edit"));
    await user.type(input("First name"), " Luz");
    await user.click(press("Update contact"));
    await user.click(press("Yes, update this contact"));
    expect(await dialog().findByRole("alert")).toHaveTextContent("Broken");
    expect(input("First name")).toHaveValue("Maria Luz");
  });
});

describe("what is typed and not saved", () => {
  const closed = () => waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());

  it("is shown when the dialog is opened again for the same, with a way to clear it", async () => {
    const { user } = renderWith();
    await user.click(open("Create a new contact"));
    await user.type(input("First name"), "Nora{Escape}");
    await closed();
    await user.click(open("Edit"));
    expect(input("First name")).toHaveValue("Maria");
    await user.type(input("First name"), " Luz");
    await user.click(press("Cancel"));
    await closed();
    await user.click(open("Create a new contact"));
    expect(input("First name")).toHaveValue("Nora");
    expect(dialog().getByText("This is what you typed before and did not save.")).toBeVisible();
    await user.click(press("Clear"));
    expect(input("First name")).toHaveValue("");
    expect(dialog().queryByText(/did not save/)).toBeNull();
    await user.click(press("Close"));
    await closed();
    await user.click(open("Edit"));
    expect(input("First name")).toHaveValue("Maria Luz");
    await user.click(press("Clear"));
    expect(input("First name")).toHaveValue("Maria");
  });

  it("comes back with Undo where it was cleared, with what was typed since beside it", async () => {
    const { user } = renderWith();
    await user.click(open("Create a new contact"));
    await user.type(input("First name"), "Nora{Escape}");
    await closed();
    await user.click(open("Create a new contact"));
    await user.click(press("Clear"));
    expect(dialog().getByText("What you typed before was cleared.")).toBeVisible();
    await user.type(input("Last name"), "New");
    await user.click(press("Undo"));
    expect(input("First name")).toHaveValue("Nora");
    expect(input("Last name")).toHaveValue("New");
    expect(press("Clear")).toBeVisible();
  });

  it("is half an affiliation, too", async () => {
    const texts = contactTexts();
    const { user } = renderWith({}, texts);
    const affiliation = () => dialog().getByRole("combobox", { name: "Affiliation" });
    await user.click(open("Create a new contact"));
    await user.type(affiliation(), "City of");
    expect(texts.all()).toEqual({ create: { halfTyped: { agency: "City of" } } });
    await user.click(press("Cancel"));
    await closed();
    await user.click(open("Create a new contact"));
    expect(affiliation()).toHaveValue("City of");
    await user.clear(affiliation());
    await user.tab();
    expect(texts.all()).toEqual({});
  });

  it("leaves what others changed in the contact meanwhile as it is", async () => {
    const { user, again } = renderWith();
    await user.click(open("Edit"));
    await user.clear(input("First name"));
    await user.type(input("Phone number"), "9{Escape}");
    await closed();
    const [maria, ...others] = contacts();
    const book = contactBook({ contacts: [{ ...maria!, lastName: "Luna", agency: "2" }, ...others] });
    again({ contactBook: book });
    await user.click(open("Edit"));
    expect(input("First name")).toHaveValue("");
    expect(input("Phone number")).toHaveValue("512-555-01429");
    expect(input("Last name")).toHaveValue("Luna");
    expect(dialog().getByRole("combobox", { name: "Affiliation" })).toHaveValue("City of Justin");
  });

  it("is over once the existing contact it led to is chosen", async () => {
    const texts = contactTexts();
    const { user } = renderWith({}, texts);
    await user.click(open("Create a new contact"));
    await user.type(input("Email"), "joe@example.com");
    await user.tab();
    await user.click(press("Select the existing contact"));
    expect(texts.all()).toEqual({ create: { email: "joe@example.com" } });
    await user.click(press("Joe Reed joe@example.com"));
    await closed();
    expect(texts.all()).toEqual({});
    await user.click(open("Create a new contact"));
    await user.type(input("First name"), "Nora{Escape}");
    await closed();
    await user.click(open("Select an existing contact"));
    await user.type(search(), "maria");
    await user.click(press("Maria Ramírez maria@example.com"));
    await closed();
    expect(texts.all()).toMatchObject({ create: { firstName: "Nora" } });
  });

  it("is over once the contact is saved", async () => {
    const { user } = renderWith();
    await fillIn(user);
    await user.click(press("Create contact"));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await user.click(open("Create a new contact"));
    expect(input("First name")).toHaveValue("");
  });
});

it("says that the contacts could not be loaded, on the card and in the search, and tries again", async () => {
  const retry = vi.fn();
  const { user } = renderWith({ contacts: undefined, failed: true, retry });
  expect(screen.getByText("The contact could not be loaded.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Retry: the contact" }));
  await user.click(open("Select an existing contact"));
  await user.type(search(), "joe");
  expect(dialog().getByText("The contacts could not be loaded.")).toBeVisible();
  expect(dialog().queryByText(/^Loading/)).toBeNull();
  await user.click(press("Retry: the contacts"));
  expect(retry).toHaveBeenCalledTimes(2);
});
