import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { errorOf, renderSchema } from "./renderForm.tsx";

const field = (name: string) => screen.getByLabelText(`${name}*`, { selector: "input" });

describe("changing a password", () => {
  it.each([
    ["short", "short", "Invalid password, must be 10 characters or more"],
    [
      "with symbols",
      "FloodModel-2026",
      "Due to usage in scripts, passwords can only contain numbers and upper & lowercase letters (certain symbols are restricted)",
    ],
  ])("rejects a new password %s", async (_, password, wording) => {
    const { user } = renderSchema("change-password");
    await user.type(field("New password"), password);
    await user.tab();
    expect(errorOf(field("New password"))).toBe(wording);
  });

  it("requires the same new password twice", async () => {
    const { user, save, onSubmit, submitted } = renderSchema("change-password");
    await user.type(field("Current password"), "FloodModel2026");
    await user.type(field("New password"), "FloodModel2027");
    await user.type(field("Confirm new password"), "FloodModel2028");
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(errorOf(field("Confirm new password"))).toBe("Passwords must match");
    await user.type(field("Confirm new password"), "{Backspace}7");
    await save();
    expect(submitted()).toEqual({
      oldPassword: "FloodModel2026",
      newPassword: "FloodModel2027",
      newPasswordConfirmation: "FloodModel2027",
    });
  });

  it("reveals the typed password only after a click on Show", async () => {
    const { user } = renderSchema("change-password");
    expect(field("New password")).toHaveAttribute("type", "password");
    await user.click(screen.getByRole("button", { name: "Show New password" }));
    expect(field("New password")).toHaveAttribute("type", "text");
  });
});

it("shows the login schema's messages for missing credentials", async () => {
  const { save } = renderSchema("sign-in");
  await save();
  expect(errorOf(field("Username"))).toBe("Username is required");
  expect(errorOf(field("Password"))).toBe("Password is required");
});

it("submits a filled-in contact", async () => {
  const { user, save, submitted } = renderSchema("contact");
  await user.type(field("First name"), "Maria");
  await user.type(field("Last name"), "Ramírez");
  await user.type(field("Email"), "maria@example.museum");
  await user.type(field("Phone number"), "512-555-0142");
  await user.type(field("Affiliation"), "Justin{Enter}");
  await user.tab();
  expect(errorOf(field("Email"))).toBe("Invalid email address");
  await user.clear(field("Email"));
  await user.type(field("Email"), "maria@example.com");
  await save();
  expect(submitted()).toEqual({
    firstName: "Maria",
    lastName: "Ramírez",
    email: "maria@example.com",
    phoneNumber: "512-555-0142",
    agency: "2",
  });
});
