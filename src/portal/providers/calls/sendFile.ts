import type { JsonObject } from "../../../contract/json.ts";
import { messages } from "../../../contract/messages.ts";
import { parseJson, createApiError } from "./vendorCall.ts";
import { ApiError } from "./apiError.ts";

/**
 * Sends a file as multipart form data with XMLHttpRequest, because `fetch` reports no upload progress. @throws
 * ApiError for a status outside 200 to 299 or a network error; AbortError once `signal` is aborted
 */
export function sendFile(
  url: string,
  file: File,
  headers: Record<string, string>,
  onProgress: (progress: number) => void,
  signal?: AbortSignal,
): Promise<JsonObject> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new ApiError(messages.networkFailed, 0));
    request.onabort = () => reject(new DOMException("The upload of the file was canceled.", "AbortError"));
    signal?.addEventListener("abort", () => request.abort());
    request.onload = () => {
      const content = parseJson(request.responseText);
      if (request.status >= 200 && request.status < 300) resolve(Object(content) as JsonObject);
      else reject(createApiError(request.status, content));
    };
    const form = new FormData();
    form.append("file", file);
    request.send(form);
  });
}
