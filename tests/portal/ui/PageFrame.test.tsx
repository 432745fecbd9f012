import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { PageFrame } from "../../../src/portal/ui/PageFrame.tsx";
import { renderScreen } from "../../support/renderApp.tsx";

function Passing() {
  const [isThere, setThere] = useState(true);
  return (
    <PageFrame title="Page">
      {isThere && <button onClick={() => setThere(false)}>Be gone</button>}
      <input aria-label="Text" onKeyDown={() => setThere(false)} />
    </PageFrame>
  );
}

it("takes the focus of what is gone by its name, and that of nothing else", async () => {
  const { user, unmount } = renderScreen(<Passing />);
  await user.click(screen.getByRole("button"));
  expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
  unmount();
  renderScreen(<Passing />);
  await user.type(screen.getByRole("textbox"), "a");
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByRole("textbox")).toHaveFocus();
});
