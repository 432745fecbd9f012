import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { ErrorBoundary } from "../../../src/portal/ErrorBoundary.tsx";

it("ErrorBoundary catches a render error and offers Try again and a link Home", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  let isBroken = true;
  const Screen = () => {
    if (isBroken) throw new Error("broken");
    return <p>All is well</p>;
  };
  const onRetry = vi.fn(() => {
    isBroken = false;
  });
  render(
    <ErrorBoundary onRetry={onRetry}>
      <Screen />
    </ErrorBoundary>,
  );
  expect(screen.getByRole("alert")).toHaveTextContent("This page could not be shown");
  expect(screen.getByRole("link", { name: "Back to your records" })).toHaveAttribute(
    "href",
    "/metadata_app/app/",
  );
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(screen.getByText("All is well")).toBeVisible();
});
