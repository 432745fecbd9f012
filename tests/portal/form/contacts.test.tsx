import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aMetadata, errorOf, optionLists, references, renderMetadata } from "./renderForm.tsx";

const cards = () =>
  within(screen.getByRole("group", { name: "Contacts" })).getAllByRole("group", { name: /^Contact \d/ });
const card = (number: number) => within(screen.getByRole("group", { name: `Contact ${number}` }));
const contact = (number: number) => card(number).getByRole("combobox", { name: "Contact" });
const role = (number: number) => card(number).getByRole("combobox", { name: "Role" });
const checkbox = () => screen.getByRole("checkbox", { name: "Name a contact at the originating agency" });
const originator = () =>
  within(screen.getByRole("region", { name: "Model Originator Information" })).getByRole("combobox", {
    name: "Contact",
  });
const withContacts = (contacts: unknown[]) => aMetadata({ contacts, showOriginatorContact: undefined });

const SUBMITTER = { contactId: "12", roleId: "1" };
const ORIGINATOR = { contactId: "40", roleId: "9" };

describe("contacts", () => {
  it("are shown by name, email and role, the originator apart", () => {
    renderMetadata(withContacts([SUBMITTER, ORIGINATOR]));
    expect(cards()).toHaveLength(1);
    expect(contact(1)).toHaveValue("Maria Ramírez — maria@example.com");
    expect(role(1)).toHaveValue("Submitter");
    expect(checkbox()).toBeChecked();
    expect(originator()).toHaveValue("Joe Reed — joe@example.com");
  });

  it.each(["reed", "JOE@EXAMPLE", "ramirez"])("are found by name or email: %s", async (typed) => {
    const { user } = renderMetadata(withContacts([{}]));
    await user.type(contact(1), typed);
    expect(screen.getAllByRole("option")).toHaveLength(1);
  });

  it("do not offer the originator's role", async () => {
    const { user } = renderMetadata(withContacts([SUBMITTER]));
    await user.click(role(1));
    expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual([
      "Submitter",
      "Curator",
    ]);
  });

  it("are added, and removed only while there is more than one besides the originator", async () => {
    const { user, save, submitted } = renderMetadata(withContacts([SUBMITTER, ORIGINATOR]));
    expect(screen.queryByRole("button", { name: /^Remove Contact/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "+ Add another contact" }));
    expect(contact(2)).toHaveFocus();
    await user.type(contact(2), "joe{Enter}");
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
    await user.click(contact(1));
    await user.keyboard("{Escape}");
    await user.tab();
    expect(errorOf(contact(1))).toBe("Must specify a contact");
    expect(errorOf(role(1))).toBeUndefined();
    await save();
    expect(errorOf(role(1))).toBe("Must specify a role");
    await user.click(screen.getByRole("link", { name: "Contacts, Role: Must specify a role" }));
    expect(role(1)).toHaveFocus();
  });

  it.each([
    ["none", []],
    ["the originator alone", [ORIGINATOR]],
  ])("are required: %s will not do", async (_, contacts) => {
    const { user, save, onSubmit } = renderMetadata(withContacts(contacts));
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(errorOf(screen.getByRole("group", { name: "Contacts" }))).toBe(
      "Required, must add at least one entry",
    );
    await user.click(screen.getByRole("button", { name: "+ Add a contact" }));
    expect(errorOf(screen.getByRole("group", { name: "Contacts" }))).toBeUndefined();
  });

  it("show the ids of a contact that no list knows, and keep it", async () => {
    const { save, submitted } = renderMetadata(withContacts([{ contactId: "77", roleId: "3" }]));
    expect(contact(1)).toHaveValue("Contact ID: 77, Role ID: 3");
    await save();
    expect(submitted()?.["contacts"]).toEqual([{ contactId: "77", roleId: "3" }]);
  });

  it("are kept while their lists are on the way, and named when they come", async () => {
    const { again, save, submitted } = renderMetadata(withContacts([SUBMITTER, ORIGINATOR]), { options: {} });
    expect(contact(1)).toHaveValue("12");
    again({ options: optionLists() });
    expect(contact(1)).toHaveValue("Maria Ramírez — maria@example.com");
    await save();
    expect(submitted()?.["contacts"]).toEqual([SUBMITTER, ORIGINATOR]);
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
    await user.type(originator(), "joe{Enter}");
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

  it("is found by the name of its role, whatever its id", async () => {
    const roles = [
      { id: "1", name: "Submitter" },
      { id: "5", name: "Digital Object Creator" },
    ];
    const { user, save, submitted } = renderMetadata(withContacts([SUBMITTER]), {
      references: references({ contactRoles: roles }),
    });
    await user.click(checkbox());
    await user.type(originator(), "joe{Enter}");
    await save();
    expect(submitted()?.["contacts"]).toEqual([SUBMITTER, { contactId: "40", roleId: "5" }]);
  });
});
