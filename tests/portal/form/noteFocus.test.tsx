import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aMetadata, renderMetadata } from "./renderForm.tsx";

const combobox = (name: string) => screen.getByRole("combobox", { name });

describe("closing a note focuses the input", () => {
  it("for the result of a paste", async () => {
    const { user } = renderMetadata(aMetadata({ hydrologicUnitCode: [] }));
    await user.click(combobox("Hydrologic units"));
    await user.paste("120301010101\n120301010102");
    await user.click(screen.getByRole("button", { name: "Dismiss the paste report" }));
    expect(screen.queryByText("Accepted: 2")).not.toBeInTheDocument();
    expect(combobox("Hydrologic units")).toHaveFocus();
  });

  it("for fields cleared by a region change", async () => {
    const { user } = renderMetadata(aMetadata({ hydrologicUnitCode: ["120301010101"] }));
    await user.click(combobox("Flood planning region"));
    await user.click(screen.getByRole("option", { name: "06 San Jacinto" }));
    await user.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByText(/which cleared/)).not.toBeInTheDocument();
    expect(combobox("Flood planning region")).toHaveFocus();
  });
});
