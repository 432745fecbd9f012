import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { RETRY_WITHOUT_ANSWER } from "../../../scripts/schema-studio/page/calls.ts";
import { usePreview } from "../../../scripts/schema-studio/page/usePreview.ts";
import type {
  CompareAnswer,
  CompareRequest,
  SchemaComparison,
  StudioFile,
} from "../../../scripts/schema-studio/protocol.ts";
import { Page } from "../form/renderForm.tsx";

const CHANGED: SchemaComparison = {
  ...{ name: "contact", state: "changed", groups: [], migrations: [], stored: undefined },
};
const EDITED: SchemaComparison = { ...CHANGED, groups: [{ heading: "Other", lines: ["name: the label"] }] };
const STORED: SchemaComparison = { ...CHANGED, stored: { summary: "1 becomes invalid.", documents: ["7"] } };

const answer = (schemas: SchemaComparison[], documentCount?: number): CompareAnswer => ({
  ...{ baseline: "release 1", schemas, lists: [], documentCount },
});

/** Answers with the stored documents only once they are given. */
function serveStudio() {
  const waiting: ((content: CompareAnswer) => void)[] = [];
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
    const { edited } = JSON.parse(body) as CompareRequest;
    const answers: Record<string, unknown> = {
      "/api/preview": {},
      "/api/check": { errors: [] },
      "/api/compare": answer([edited.length > 0 ? EDITED : CHANGED]),
    };
    const stored = () => new Promise((resolve) => waiting.push(resolve));
    return Response.json(answers[path] ?? (await stored()));
  });
  return { answerStored: (content: CompareAnswer) => waiting.pop()!(content) };
}

it.each(["/api/preview", "/api/check"])("checks nothing more once %s is refused", async (refused) => {
  vi.stubGlobal("fetch", async (path: string) =>
    path === refused
      ? Response.json({ message: "Too large.", errors: [] }, { status: 413 })
      : Response.json({ errors: [] }),
  );
  const client = new QueryClient({ defaultOptions: { queries: RETRY_WITHOUT_ANSWER } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const edited: StudioFile[] = [];
  const { result } = renderHook(() => usePreview("contact", edited, false), { wrapper });
  expect(result.current.isChecking).toBe(true);
  await waitFor(() => expect(result.current.error?.message).toBe("Too large."));
  expect([result.current.isChecking, result.current.errors]).toEqual([false, undefined]);
});

it("compares with the release while the stored documents are read, and then with them", async () => {
  const { answerStored } = serveStudio();
  const edits: StudioFile[][] = [[], [{ name: "contact", text: "{}" }]];
  const { result, rerender } = renderHook(({ edited }) => usePreview("contact", edited, true), {
    wrapper: Page,
    initialProps: { edited: edits[0]! },
  });
  await waitFor(() => expect(result.current.comparison?.schemas).toEqual([CHANGED]));
  expect(result.current.storedStatus).toBe("Reading the stored documents. You can already edit.");
  answerStored(answer([STORED], 4));
  await waitFor(() => expect(result.current.storedStatus).toBe("contact: 1 becomes invalid."));
  expect(result.current.comparison?.schemas).toEqual([STORED]);

  rerender({ edited: edits[1]! });
  await waitFor(() => expect(result.current.storedStatus).toBe("Checking the stored documents…"));
  await waitFor(() =>
    expect(result.current.comparison?.schemas).toEqual([{ ...EDITED, stored: STORED.stored }]),
  );
  await waitFor(() => answerStored(answer([EDITED], 4)));
  await waitFor(() => expect(result.current.storedStatus).toBe("Connected to 4 stored documents."));
});
