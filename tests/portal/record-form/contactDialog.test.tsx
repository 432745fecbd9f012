import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { messages } from "../../../src/contract/messages.ts";
import type { SavedContact } from "../../../src/portal/record-form/contacts/contactBook.ts";
import { createContactDrafts } from "../../../src/portal/record-form/contacts/contactDrafts.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { errorOf } from "../form/renderForm.tsx";
import {
  aMetadata,
  contactBook,
  contacts,
  onlyRoles,
  renderMetadata,
  type ContactBookOverrides,
} from "./renderMetadata.tsx";

const dialog = () => within(screen.getByRole("dialog"));
const input = (name: string) => dialog().getByRole("textbox", { name });
const open = (name: string) => screen.getByRole("button", { name: `${name}: Contact 1` });
const press = (name: string) => dialog().getByRole("button", { name });
const search = () => dialog().getByRole("searchbox", { name: "Name or email" });
const CONFIRMATION =
  "Are you sure you want to update this contact? It will update this contact across our system.";

function renderWithContactBook(book: ContactBookOverrides = {}, drafts = createContactDrafts()) {
  const initial = aMetadata({
    contacts: [{ contactId: "12", roleId: "1" }],
    showOriginatorContact: undefined,
  });
  const props = { contactBook: contactBook(book), contactDrafts: drafts, ...onlyRoles("contacts") };
  return { ...renderMetadata(initial, props), book };
}

type User = ReturnType<typeof renderWithContactBook>["user"];

async function fillIn(user: User, email = "new@example.com") {
  await user.click(open("Create a new contact"));
  await user.type(input("First name"), "Nora");
  await user.type(input("Last name"), "New");
  await user.type(input("Email"), email);
  await user.type(input("Phone number"), "512");
  await user.type(dialog().getByRole("combobox", { name: "Affiliation" }), "Justin{Enter}");
}

describe("selecting a contact", () => {
  it("shows a hint and finds contacts by name or email, ignoring case", async () => {
    const { user } = renderWithContactBook();
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

  it("finds a name with or without accents", async () => {
    const { user } = renderWithContactBook();
    await user.click(open("Select an existing contact"));
    for (const typed of ["Ramirez", "ramírez maria"]) {
      await user.clear(search());
      await user.type(search(), typed);
      expect(press("Maria Ramírez maria@example.com")).toBeVisible();
    }
  });

  it("shows the selected contact on the card", async () => {
    const { user, save, submitted } = renderWithContactBook();
    await user.click(open("Select an existing contact"));
    await user.type(search(), "joe");
    await user.click(press("Joe Reed joe@example.com"));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await save();
    expect(submitted()?.["contacts"]).toEqual([{ contactId: "40", roleId: "1" }]);
  });

  it("offers to create a contact with the typed email if there is no match", async () => {
    const { user } = renderWithContactBook();
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

  it("does not submit the record form with Enter; closes with Escape", async () => {
    const { user, onSubmit, onInvalid } = renderWithContactBook();
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
  it("requires every field and shows an error at each", async () => {
    const { user, onInvalid } = renderWithContactBook();
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

  it("rejects an existing email and offers that contact", async () => {
    const { user, book } = renderWithContactBook({ addContact: vi.fn() });
    await fillIn(user, "JOE@example.com");
    await user.click(press("Create contact"));
    expect(errorOf(input("Email"))).toBe(messages.contactExists);
    expect(book.addContact).not.toHaveBeenCalled();
    await user.click(press("Select the existing contact"));
    expect(search()).toHaveValue("JOE@example.com");
    expect(press("Joe Reed joe@example.com")).toBeVisible();
  });

  it("shows the new contact on the card and saves it once", async () => {
    let finish: (saved: SavedContact) => void = () => undefined;
    const addContact = vi.fn(() => new Promise<SavedContact>((resolve) => (finish = resolve)));
    const { user, save, submitted } = renderWithContactBook({ addContact });
    await fillIn(user);
    await user.dblClick(press("Create contact"));
    expect(addContact).toHaveBeenCalledExactlyOnceWith({
      firstName: "Nora",
      lastName: "New",
      email: "new@example.com",
      phoneNumber: "512",
      agency: "2",
    });
    // Later input could not be saved with it.
    expect(input("First name")).toBeDisabled();
    finish({ id: "99" });
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await save();
    expect(submitted()?.["contacts"]).toEqual([{ contactId: "99", roleId: "1" }]);
  });

  it("keeps the typed values when saving fails and shows the server errors", async () => {
    const failures = [
      new ApiError("The line is down.", 0),
      new ApiError(messages.contactExists, 409, {
        faults: [{ path: ["email"], rule: "unique", message: messages.contactExists }],
      }),
    ];
    const { user } = renderWithContactBook({ addContact: () => Promise.reject(failures.shift()!) });
    await fillIn(user);
    await user.click(press("Create contact"));
    expect(await dialog().findByRole("alert")).toHaveTextContent(
      "The contact may not have been saved. The line is down.Everything you typed is still in the form.",
    );
    expect(input("First name")).toHaveValue("Nora");
    await user.click(press("Create contact"));
    await waitFor(() => expect(errorOf(input("Email"))).toBe(messages.contactExists));
    expect(input("First name")).toHaveValue("Nora");
  });

  it("closes only an open list with Escape", async () => {
    const { user } = renderWithContactBook();
    await user.click(open("Create a new contact"));
    await user.click(dialog().getByRole("combobox", { name: "Affiliation" }));
    expect(screen.getByRole("listbox")).toBeVisible();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
    expect(screen.getByRole("dialog")).toBeVisible();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });

  it("does not submit with Enter", async () => {
    const { user, book, onSubmit } = renderWithContactBook({ addContact: vi.fn() });
    await fillIn(user);
    await user.type(input("First name"), "{Enter}");
    expect(book.addContact).not.toHaveBeenCalled();
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe("editing a contact", () => {
  it("makes the email read-only and asks for confirmation before saving", async () => {
    const updateContact = vi.fn(async (id: string) => ({ id }));
    const { user } = renderWithContactBook({ updateContact });
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

  it("focuses the confirmation and ignores a second Enter", async () => {
    const { user, book } = renderWithContactBook({ updateContact: vi.fn(async (id: string) => ({ id })) });
    await user.click(open("Edit"));
    act(() => press("Update contact").focus());
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

  it("ignores the second click of a double click", async () => {
    const { user, book } = renderWithContactBook({ updateContact: vi.fn(async (id: string) => ({ id })) });
    await user.click(open("Edit"));
    await user.click(press("Update contact"));
    const click = (detail: number) =>
      act(async () => void fireEvent.click(press("Yes, update this contact"), { detail }));
    await click(2);
    expect(book.updateContact).not.toHaveBeenCalled();
    await click(1);
    expect(book.updateContact).toHaveBeenCalledOnce();
  });

  it("accepts its existing email even if that breaks today's rules", async () => {
    const [maria, joe] = contacts();
    const kept = { ...maria!, email: "info@rivers.engineering" };
    const updateContact = vi.fn(async (id: string) => ({ id }));
    const { user } = renderWithContactBook({ contacts: [kept, joe!], updateContact });
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

  it("returns from the confirmation to the typed values", async () => {
    const { user, book } = renderWithContactBook({ updateContact: vi.fn() });
    await user.click(open("Edit"));
    await user.type(input("First name"), " Luz");
    await user.click(press("Update contact"));
    await user.click(press("Go back"));
    expect(input("First name")).toHaveValue("Maria Luz");
    expect(book.updateContact).not.toHaveBeenCalled();
  });

  it("keeps the typed values when saving fails", async () => {
    const { user } = renderWithContactBook({
      updateContact: () => Promise.reject(new ApiError("Broken", 500)),
    });
    await user.click(open("Edit"));
    await user.type(input("First name"), " Luz");
    await user.click(press("Update contact"));
    await user.click(press("Yes, update this contact"));
    expect(await dialog().findByRole("alert")).toHaveTextContent("Broken");
    expect(input("First name")).toHaveValue("Maria Luz");
  });
});

describe("unsaved values of the contact dialog", () => {
  const closed = () => waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());

  it("show when the dialog opens again for the same contact and can be cleared", async () => {
    const { user } = renderWithContactBook();
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
    expect(dialog().getByText("The form shows your unsaved changes to this contact.")).toBeVisible();
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

  it("come back with Undo after Clear, together with later input", async () => {
    const { user } = renderWithContactBook();
    await user.click(open("Create a new contact"));
    await user.type(input("First name"), "Nora{Escape}");
    await closed();
    await user.click(open("Create a new contact"));
    await user.click(press("Clear"));
    expect(dialog().getByText("Your unsaved changes to this contact were cleared.")).toBeVisible();
    await user.type(input("Last name"), "New");
    await user.click(press("Undo"));
    expect(input("First name")).toHaveValue("Nora");
    expect(input("Last name")).toHaveValue("New");
    expect(press("Clear")).toBeVisible();
  });

  it("do not overwrite fields of the contact that another user changed", async () => {
    const { user, rerender } = renderWithContactBook();
    await user.click(open("Edit"));
    await user.clear(input("First name"));
    await user.type(input("Phone number"), "9{Escape}");
    await closed();
    const [maria, ...others] = contacts();
    const book = contactBook({ contacts: [{ ...maria!, lastName: "Luna", agency: "2" }, ...others] });
    rerender({ contactBook: book });
    await user.click(open("Edit"));
    expect(input("First name")).toHaveValue("");
    expect(input("Phone number")).toHaveValue("512-555-01429");
    expect(input("Last name")).toHaveValue("Luna");
    expect(dialog().getByRole("combobox", { name: "Affiliation" })).toHaveValue("City of Justin");
  });

  it("are discarded once the existing contact is selected", async () => {
    const drafts = createContactDrafts();
    const { user } = renderWithContactBook({}, drafts);
    await user.click(open("Create a new contact"));
    await user.type(input("Email"), "joe@example.com");
    await user.tab();
    await user.click(press("Select the existing contact"));
    expect(drafts.getAll()).toEqual({ create: { email: "joe@example.com" } });
    await user.click(press("Joe Reed joe@example.com"));
    await closed();
    expect(drafts.getAll()).toEqual({});
    await user.click(open("Create a new contact"));
    await user.type(input("First name"), "Nora{Escape}");
    await closed();
    await user.click(open("Select an existing contact"));
    await user.type(search(), "maria");
    await user.click(press("Maria Ramírez maria@example.com"));
    await closed();
    expect(drafts.getAll()).toMatchObject({ create: { firstName: "Nora" } });
  });

  it("are discarded once the contact is saved", async () => {
    const { user } = renderWithContactBook();
    await fillIn(user);
    await user.click(press("Create contact"));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await user.click(open("Create a new contact"));
    expect(input("First name")).toHaveValue("");
  });
});

it("shows on the card and in the search that contacts could not be loaded; Retry loads them", async () => {
  const retry = vi.fn();
  const { user } = renderWithContactBook({ contacts: undefined, hasFailed: true, retry });
  expect(screen.getByText("The contact could not be loaded.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Retry: the contact" }));
  await user.click(open("Select an existing contact"));
  await user.type(search(), "joe");
  expect(dialog().getByText("The contacts could not be loaded.")).toBeVisible();
  expect(dialog().queryByText(/^Loading/)).toBeNull();
  await user.click(press("Retry: the contacts"));
  expect(retry).toHaveBeenCalledTimes(2);
});
