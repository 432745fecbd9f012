import type { JsonObject } from "../../../contract/schema/fields.ts";
import { messages } from "../../../contract/messages.ts";
import { parsed, refusal } from "./vendorCall.ts";
import { VendorError } from "./vendorError.ts";

/**
 * Sends one file as multipart form data. An XMLHttpRequest, because `fetch` cannot say how much has been sent.
 *
 * @returns the parsed answer
 * @throws VendorError for every status outside 200 to 299, and when no answer came
 * @throws DOMException named AbortError once `signal` is aborted; no more is sent then
 */
export function sendFile(
  address: string,
  file: File,
  headers: Record<string, string>,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<JsonObject> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new VendorError(messages.networkFailed, 0));
    request.onabort = () => reject(new DOMException("The file was not sent to its end.", "AbortError"));
    signal?.addEventListener("abort", () => request.abort());
    request.onload = () => {
      const answer = parsed(request.responseText);
      if (request.status >= 200 && request.status < 300) resolve(Object(answer) as JsonObject);
      else reject(refusal(request.status, answer));
    };
    const form = new FormData();
    form.append("file", file);
    request.send(form);
  });
}
