import { act, fireEvent, waitFor } from "@testing-library/react";
import { readFileSync } from "node:fs";
import { expect, vi } from "vitest";

const ZIP = readFileSync("tests/fixtures/coverage.gdb.zip");

/** Stands in for the line a geodatabase is sent over, which takes its time. To be called once the form is drawn. */
export function slowUpload(container: HTMLElement) {
  const sent: { isAborted: boolean; answer: (storedName: string) => void; fail: () => void }[] = [];
  class SlowRequest {
    readonly upload = {};
    status = 0;
    responseText = "";
    onload: () => void = () => undefined;
    onabort: () => void = () => undefined;
    onerror: () => void = () => undefined;
    private readonly sending = {
      isAborted: false,
      answer: (name: string) => {
        this.status = 200;
        this.responseText = JSON.stringify({ spatial_extent_shapefile: name });
        this.onload();
      },
      fail: () => this.onerror(),
    };
    open(): void {}
    setRequestHeader(): void {}
    send(): void {
      sent.push(this.sending);
    }
    abort(): void {
      this.sending.isAborted = true;
      this.onabort();
    }
  }
  vi.stubGlobal("XMLHttpRequest", SlowRequest);
  return {
    async choose(name = "Denton_Creek.gdb.zip") {
      const input = container.querySelector('[aria-label="Zipped geodatabase"]')!;
      fireEvent.change(input, { target: { files: [new File([new Uint8Array(ZIP)], name)] } });
      await waitFor(() => expect(sent).toHaveLength(1));
    },
    isAborted: () => sent[0]?.isAborted,
    fail: () => act(async () => sent[0]?.fail()),
    arrive: (storedName: string) => act(async () => sent[0]?.answer(storedName)),
  };
}
