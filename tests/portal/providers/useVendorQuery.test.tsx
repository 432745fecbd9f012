import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { useVendorQuery } from "../../../src/portal/providers/useVendorQuery.ts";
import { renderScreen } from "../../support/renderApp.tsx";

interface QueryProps {
  fetchAnswer: () => Promise<string>;
  enabled?: boolean;
}

function QueryResult({ fetchAnswer, enabled = true }: QueryProps) {
  const { data, error } = useVendorQuery(["asked"], fetchAnswer, { enabled, retry: false });
  return <p>{data ?? error?.message ?? "nothing yet"}</p>;
}

it("useVendorQuery fetches once for two components", async () => {
  const fetchAnswer = vi.fn(async () => "the answer");
  renderScreen(
    <>
      <QueryResult fetchAnswer={fetchAnswer} />
      <QueryResult fetchAnswer={fetchAnswer} />
    </>,
  );
  expect(await screen.findAllByText("the answer")).toHaveLength(2);
  expect(fetchAnswer).toHaveBeenCalledOnce();
});

it("useVendorQuery does not fetch while disabled", () => {
  const fetchAnswer = vi.fn(async () => "the answer");
  renderScreen(<QueryResult fetchAnswer={fetchAnswer} enabled={false} />);
  expect(fetchAnswer).not.toHaveBeenCalled();
});

it("useVendorQuery returns the error and does not retry if retry is off", async () => {
  const fetchAnswer = vi.fn(async () => Promise.reject(new ApiError("no answer", 0)));
  renderScreen(<QueryResult fetchAnswer={fetchAnswer} />);
  expect(await screen.findByText("no answer")).toBeVisible();
  expect(fetchAnswer).toHaveBeenCalledOnce();
});
