import { act, fireEvent, screen, within, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { messages } from "../../../src/contract/messages.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { aWireContact } from "../../support/aWireContact.ts";
import { findDrafts } from "../../support/draftService.ts";
import { renderRecordForm } from "./renderRecordForm.tsx";

const dialog = () => within(screen.getByRole("dialog"));
const input = (name: string) => dialog().getByRole("textbox", { name });

it("shows that updating a contact failed and keeps the typed values", async () => {
  allowRefusals();
  const vera = { firstName: "Vera", lastName: "Vendor", email: "vera@example.com" };
  const { press, user } = renderRecordForm("new", {
    [endpoints.listContacts.path]: [aWireContact("1", { ...vera, phoneNumber: "512", agency: "1" })],
    [endpoints.updateContact.path]: new ApiError("The contact is locked.", 500),
  });
  await press("Edit: Contact 1");
  await user.type(input("First name"), " Luz");
  await press("Update contact");
  await press("Yes, update this contact");
  expect(await screen.findByText("Failed to update contact.")).toBeVisible();
  expect(input("First name")).toHaveValue("Vera Luz");
});

it("sends an edited contact without the fields that only a new contact has", async () => {
  const vera = { firstName: "Vera", lastName: "Vendor", email: "vera@example.com" };
  const { press, user, askedFor } = renderRecordForm("new", {
    [endpoints.listContacts.path]: [aWireContact("1", { ...vera, phoneNumber: "512", agency: "1" })],
    [endpoints.updateContact.path]: [],
  });
  await press("Edit: Contact 1");
  await user.type(input("First name"), " Luz");
  await press("Update contact");
  await press("Yes, update this contact");
  expect(await screen.findByText("Saved contact information!")).toBeVisible();
  expect(askedFor(endpoints.updateContact.path).map(({ body }) => body)).toEqual([
    {
      contact_id: "1",
      tdis_contact_id: "1",
      first_name: "Vera Luz",
      last_name: "Vendor",
      email: "vera@example.com",
      work_phone: "512",
      agency: "1",
    },
  ]);
});

it("sends the revision that was edited, even if the list was refreshed since", async () => {
  const vera = { firstName: "Vera", lastName: "Vendor", email: "vera@example.com" };
  let revision = 1;
  const list = () => {
    const contact = aWireContact("1", { ...vera, phoneNumber: "512", agency: "1" });
    return [{ ...contact, etag: `"1-${revision++}"` }];
  };
  allowRefusals();
  const { press, user, askedFor } = renderRecordForm("new", {
    [endpoints.listContacts.path]: list,
    [endpoints.updateContact.path]: new ApiError(messages.contactChanged, 409),
  });
  const countCalls = ({ path }: { path: string }) => askedFor(path).length;
  await press("Edit: Contact 1");
  await user.type(input("First name"), " Luz");
  for (let tries = 1; tries <= 2; tries += 1) {
    await press("Update contact");
    await press("Yes, update this contact");
    await waitFor(() => expect(countCalls(endpoints.updateContact)).toBe(tries));
    await waitFor(() => expect(countCalls(endpoints.listContacts)).toBeGreaterThan(tries));
  }
  expect(input("First name")).toHaveValue("Vera Luz");
  const sent = askedFor(endpoints.updateContact.path).map(({ headers }) => headers?.["If-Match"]);
  expect(sent[0]).toMatch(/^"1-\d"$/);
  expect(sent[1]).toBe(sent[0]);
});

it("shows no toast for a contact saved after its form was left, and leaves no draft", async () => {
  let finish: () => void = () => undefined;
  const vera = { firstName: "Vera", lastName: "Vendor", email: "vera@example.com" };
  const { press, user } = renderRecordForm("new", {
    [endpoints.listContacts.path]: [aWireContact("1", { ...vera, phoneNumber: "512", agency: "1" })],
    [endpoints.updateContact.path]: async () => {
      await new Promise<void>((resolve) => (finish = resolve));
      return [];
    },
  });
  await press("Edit: Contact 1");
  await user.type(input("First name"), " Luz");
  await press("Update contact");
  await press("Yes, update this contact");
  fireEvent.click(screen.getByText("Back"));
  expect(findDrafts("new")).toHaveLength(1);
  // Toasts show one after the other.
  await screen.findByText(/are kept as a draft\./);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByText(/are kept as a draft\./)).toBeNull());
  await act(async () => finish());
  await waitFor(() => expect(findDrafts("new")).toEqual([]));
  expect(screen.queryByText("Saved contact information!")).toBeNull();
});

it("shows that adding a contact failed, and the server error at its field", async () => {
  allowRefusals();
  const { press, user } = renderRecordForm("new", {
    [endpoints.addContact.path]: new ApiError(messages.contactExists, 409, {
      faults: [{ path: ["email"], rule: "unique", message: messages.contactExists }],
    }),
  });
  await press("Create a new contact: Contact 1");
  await user.type(input("First name"), "Nora");
  await user.type(input("Last name"), "New");
  await user.type(input("Email"), "nora@example.com");
  await user.type(input("Phone number"), "512");
  await user.click(dialog().getByRole("combobox", { name: "Affiliation" }));
  await user.click((await screen.findAllByRole("option"))[0]!);
  await press("Create contact");
  expect(await screen.findByText("Failed to add contact.")).toBeVisible();
  const emailError = new RegExp(messages.contactExists.slice(0, 40));
  await waitFor(() => expect(input("Email")).toHaveAccessibleDescription(emailError));
  expect(input("First name")).toHaveValue("Nora");
});
