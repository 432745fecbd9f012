import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { Modal } from "../../../src/portal/ui/Modal.tsx";

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      <Modal open={open} title="Files" onClose={() => setOpen(false)}>
        <button>Inside</button>
      </Modal>
    </>
  );
}

async function openModal() {
  const user = userEvent.setup();
  render(<Page />);
  await user.click(screen.getByRole("button", { name: "Open" }));
  await screen.findByRole("dialog", { name: "Files" });
  return user;
}

it.each([
  ["Escape", (user: ReturnType<typeof userEvent.setup>) => user.keyboard("{Escape}")],
  [
    "its close button",
    (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole("button", { name: "Close" })),
  ],
])("Modal closes with %s and restores the focus", async (_, close) => {
  const user = await openModal();
  await close(user);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByRole("button", { name: "Open" })).toHaveFocus();
});

it("Modal stays open on a backdrop click", async () => {
  const user = await openModal();
  await user.click(document.querySelector(".MuiDialog-container")!);
  expect(screen.getByRole("dialog")).toBeVisible();
});

it("Modal traps the focus", async () => {
  const user = await openModal();
  for (let step = 0; step < 5; step++) {
    await user.tab();
    expect(
      screen.getByRole("dialog").contains(document.activeElement) ||
        document.activeElement?.closest("[role=presentation]"),
    ).toBeTruthy();
  }
});
