import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { LinkedText } from "../../../src/portal/ui/LinkedText.tsx";

it.each([
  ["See https://example.com/a.", "https://example.com/a"],
  ["https://en.wikipedia.org/wiki/Denton_(Texas)", "https://en.wikipedia.org/wiki/Denton_(Texas)"],
  ["(https://example.com/Denton_(Texas)).", "https://example.com/Denton_(Texas)"],
  ["(see https://example.com/c).", "https://example.com/c"],
  ["[https://example.com/?a[]=1]", "https://example.com/?a[]=1"],
  ["“https://example.com/a”, then", "https://example.com/a"],
])("links the address in %s without the punctuation around it", (text, address) => {
  const { container } = render(<LinkedText text={text} />);
  expect(screen.getByRole("link")).toHaveAttribute("href", address);
  expect(container).toHaveTextContent(text);
});

it.each(["https://example.com/trunc…", "(https://example.com/trunc…)", "https://...", "example.com"])(
  "does not link %s",
  (text) => {
    render(<LinkedText text={text} />);
    expect(screen.queryByRole("link")).not.toBeInTheDocument();
  },
);
