import { act, fireEvent, waitFor } from "@testing-library/react";
import { readFileSync } from "node:fs";
import { expect, vi } from "vitest";

const ZIP = readFileSync("tests/fixtures/coverage.gdb.zip");

/** Replaces XMLHttpRequest with a controllable one. Call it after the form has rendered. */
export function slowUpload(container: HTMLElement) {
  const requests: { isAborted: boolean; respond: (storedName: string) => void; fail: () => void }[] = [];
  class SlowRequest {
    readonly upload = {};
    status = 0;
    responseText = "";
    onload: () => void = () => undefined;
    onabort: () => void = () => undefined;
    onerror: () => void = () => undefined;
    private readonly request = {
      isAborted: false,
      respond: (name: string) => {
        this.status = 200;
        this.responseText = JSON.stringify({ spatial_extent_shapefile: name });
        this.onload();
      },
      fail: () => this.onerror(),
    };
    open(): void {}
    setRequestHeader(): void {}
    send(): void {
      requests.push(this.request);
    }
    abort(): void {
      this.request.isAborted = true;
      this.onabort();
    }
  }
  vi.stubGlobal("XMLHttpRequest", SlowRequest);
  return {
    async choose(name = "Denton_Creek.gdb.zip") {
      const input = container.querySelector('[aria-label="Zipped geodatabase"]')!;
      fireEvent.change(input, { target: { files: [new File([new Uint8Array(ZIP)], name)] } });
      await waitFor(() => expect(requests).toHaveLength(1));
    },
    isAborted: () => requests[0]?.isAborted,
    fail: () => act(async () => requests[0]?.fail()),
    finish: (storedName: string) => act(async () => requests[0]?.respond(storedName)),
  };
}
