import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { PageFrame } from "../../../src/portal/ui/page/PageFrame.tsx";
import { renderScreen } from "../../support/renderApp.tsx";

function PageWithRemovableButton() {
  const [isShown, setShown] = useState(true);
  return (
    <PageFrame title="Page">
      {isShown && <button onClick={() => setShown(false)}>Remove</button>}
      <input aria-label="Text" onKeyDown={() => setShown(false)} />
    </PageFrame>
  );
}

it("PageFrame focuses its heading only if the focused element was removed", async () => {
  const { user, unmount } = renderScreen(<PageWithRemovableButton />);
  await user.click(screen.getByRole("button"));
  expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
  unmount();
  renderScreen(<PageWithRemovableButton />);
  await user.type(screen.getByRole("textbox"), "a");
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByRole("textbox")).toHaveFocus();
});
