import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { messages } from "../../../src/contract/messages.ts";
import { getSchema, listSectionTitles } from "../../../src/contract/schema/fields.ts";
import { errorOf, references } from "../form/renderForm.tsx";
import { aMetadata, onlyRoles, renderMetadata } from "./renderMetadata.tsx";

describe("the metadata form of a valid record", () => {
  it("submits the initial values unchanged", async () => {
    const { save, submitted } = renderMetadata();
    await save();
    expect(submitted()).toEqual(aMetadata());
  });

  it("shows the schema's sections in order", () => {
    renderMetadata();
    const headings = screen.getAllByRole("heading", { level: 2 });
    expect(headings.map(({ textContent }) => textContent?.replace("*", ""))).toEqual(
      listSectionTitles(getSchema("metadata")),
    );
  });

  it("passes the value of the pressed button to onSubmit", async () => {
    const { user, onSubmit } = renderMetadata(aMetadata(), {
      children: (
        <button type="submit" value="proceed">
          Proceed
        </button>
      ),
    });
    await user.click(screen.getByRole("button", { name: "Proceed" }));
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith(aMetadata(), "proceed");
  });
});

it("contact errors follow reference lists that load after the form", async () => {
  const noRoles = { ...references(), contactRoles: [] };
  const { save, rerender, onSubmit } = renderMetadata(
    aMetadata({ contacts: [{ contactId: "40", roleId: "5" }] }),
    { references: noRoles, ...onlyRoles("contacts", "originator") },
  );
  await save();
  expect(onSubmit).toHaveBeenCalledOnce();
  rerender({ references: references({ contactRoles: [{ id: "5", name: "Digital Object Creator" }] }) });
  expect(errorOf(screen.getByRole("group", { name: "Contacts" }))).toBe(messages.requiredList);
});

it("the form uses each element id once and references only existing ids", () => {
  renderMetadata();
  const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  const described = screen.getAllByRole("checkbox").map((box) => box.closest("[aria-describedby]"));
  const named = described.flatMap((element) => element?.getAttribute("aria-describedby")?.split(" ") ?? []);
  expect(named.filter((id) => !ids.includes(id))).toEqual([]);
});
