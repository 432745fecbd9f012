import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aMetadata, renderMetadata } from "./renderForm.tsx";

const choice = (name: string) => screen.getByRole("combobox", { name });

describe("the focus goes back to the input from a note that is closed:", () => {
  it("what became of a pasted list", async () => {
    const { user } = renderMetadata(aMetadata({ hydrologicUnitCode: [] }));
    await user.click(choice("Hydrologic units"));
    await user.paste("120301010101\n120301010102");
    await user.click(screen.getByRole("button", { name: "Dismiss the report" }));
    expect(screen.queryByText("Accepted: 2")).not.toBeInTheDocument();
    expect(choice("Hydrologic units")).toHaveFocus();
  });

  it("what another region cleared", async () => {
    const { user } = renderMetadata(aMetadata({ hydrologicUnitCode: ["120301010101"] }));
    await user.click(choice("Flood planning region"));
    await user.click(screen.getByRole("option", { name: "06 San Jacinto" }));
    await user.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByText(/which cleared/)).not.toBeInTheDocument();
    expect(choice("Flood planning region")).toHaveFocus();
  });
});
