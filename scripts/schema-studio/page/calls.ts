import type {
  CheckAnswer,
  CheckRequest,
  CompareAnswer,
  CompareRequest,
  Completion,
  CompletionRequest,
  LocatedError,
  PreviewAnswer,
  PreviewRequest,
  RefusalAnswer,
  SaveAnswer,
  SaveRequest,
  StartAnswer,
} from "../protocol.ts";

export class CallError extends Error {
  override name = "CallError";

  constructor(
    message: string,
    readonly errors: LocatedError[],
  ) {
    super(message);
  }
}

async function call<Answer>(path: string, options: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`/api/${path}`, {
    ...options,
    headers: { "content-type": "application/json" },
  });
  const answer: unknown = await response.json();
  if (response.ok) return answer as Answer;
  const { message, errors } = answer as RefusalAnswer;
  throw new CallError(message, errors);
}

/** Until the server is started again. */
export const RETRY_WITHOUT_ANSWER = {
  retry: (_: number, error: Error) => !(error instanceof CallError),
  retryDelay: 1000,
};

export const loadStart = () => call<StartAnswer>("start");

export const loadPreview = (request: PreviewRequest, signal: AbortSignal) =>
  call<PreviewAnswer>("preview", { method: "POST", body: JSON.stringify(request), signal });

export const loadCheck = (request: CheckRequest, signal: AbortSignal) =>
  call<CheckAnswer>("check", { method: "POST", body: JSON.stringify(request), signal });

export const loadComparison = (request: CompareRequest, signal: AbortSignal) =>
  call<CompareAnswer>("compare", { method: "POST", body: JSON.stringify(request), signal });

/** With the stored documents, once they are read. */
export const loadStoredComparison = (request: CompareRequest, signal: AbortSignal) =>
  call<CompareAnswer>("compare-stored", { method: "POST", body: JSON.stringify(request), signal });

export const loadCompletions = (request: CompletionRequest) =>
  call<Completion[]>("complete", { method: "POST", body: JSON.stringify(request) });

export const saveSchemas = (request: SaveRequest) =>
  call<SaveAnswer>("schemas", { method: "PUT", body: JSON.stringify(request) });
