import { screen } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { expect, it, vi } from "vitest";
import { VendorError } from "../../../src/portal/providers/calls/vendorError.ts";
import { useVendorQuery } from "../../../src/portal/providers/useVendorQuery.ts";
import { renderScreen } from "../../support/renderApp.tsx";

interface AskingProps {
  ask: () => Promise<string>;
  enabled?: boolean;
  onDrawn?: () => void;
}

function Asking({ ask, enabled = true, onDrawn }: AskingProps) {
  const { data, error } = useVendorQuery(["asked"], ask, { enabled, retry: false });
  useLayoutEffect(() => onDrawn?.(), [onDrawn]);
  return <p>{data ?? error?.message ?? "nothing yet"}</p>;
}

it("calls while what wants the answer is drawn, and calls once", async () => {
  const ask = vi.fn(async () => "the answer");
  const callsWhenDrawn: number[] = [];
  renderScreen(
    <>
      <Asking ask={ask} onDrawn={() => void callsWhenDrawn.push(ask.mock.calls.length)} />
      <Asking ask={ask} />
    </>,
  );
  expect(callsWhenDrawn).toEqual([1]);
  expect(await screen.findAllByText("the answer")).toHaveLength(2);
  expect(ask).toHaveBeenCalledOnce();
});

it("calls nobody while the answer is not wanted", () => {
  const ask = vi.fn(async () => "the answer");
  renderScreen(<Asking ask={ask} enabled={false} />);
  expect(ask).not.toHaveBeenCalled();
});

it("tells of a call that failed, and makes no other where none is to be made", async () => {
  const ask = vi.fn(async () => Promise.reject(new VendorError("no answer", 0)));
  renderScreen(<Asking ask={ask} />);
  expect(await screen.findByText("no answer")).toBeVisible();
  expect(ask).toHaveBeenCalledOnce();
});
