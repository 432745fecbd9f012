import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bashScript, findOnPath, powershellScript, type ShellUnderTest } from "./shells.ts";
import { createVendorWorkspace, type VendorWorkspace } from "./vendorWorkspace.ts";

function describeNetwork(shell: ShellUnderTest) {
  let workspace: VendorWorkspace;
  let server: Server | undefined;
  beforeEach(async () => {
    workspace = await createVendorWorkspace(shell);
  });
  afterEach(async () => {
    await workspace.close();
    server?.closeAllConnections();
    server?.close();
    server = undefined;
  });

  async function listen(created: Server): Promise<string> {
    server = created.listen(0, "127.0.0.1");
    await once(server, "listening");
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const saveScriptFor = (origin: string) =>
    workspace.saveScript({
      prefix: `${origin}/ms2/`,
      completeAddress: `${origin}/api/vendors/upload-complete`,
    });

  /** A server with a certificate that no computer trusts. */
  async function startUntrustedServer(): Promise<string> {
    const [key, cert] = [join(workspace.folder, "key.pem"), join(workspace.folder, "cert.pem")];
    const request = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=portal.example.com".split(" ");
    spawnSync("openssl", [...request, "-keyout", key, "-out", cert]);
    const options = { key: readFileSync(key), cert: readFileSync(cert) };
    return `https://${await listen(createTlsServer(options, (_, response) => response.end()))}`;
  }

  it.skipIf(!findOnPath("openssl"))(
    "the script stops at the first request to a server with an untrusted certificate",
    async () => {
      saveScriptFor(await startUntrustedServer());
      const outcome = await workspace.run();
      expect(outcome.code).toBe(7);
      expect(outcome.errors).toContain("The server's certificate is not trusted on this computer.");
      expect(outcome.errors).toContain(
        shell.shell === "bash"
          ? "your company's CA certificate, then: export CURL_CA_BUNDLE="
          : "install your company's CA certificate on this computer",
      );
      expect(outcome.output).not.toContain("Trying again");
      expect(outcome.output).not.toContain("Checking");
    },
  );

  it.each(["https", "http"])("the script stops at a proxy that asks for a sign-in (%s)", async (protocol) => {
    let requests = 0;
    const proxy = createServer((_, response) => {
      requests += 1;
      response.writeHead(407, { "Proxy-Authenticate": "NTLM" }).end();
    });
    proxy.on("connect", (_, socket) => {
      requests += 1;
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: NTLM\r\n\r\n");
    });
    const address = `http://${await listen(proxy)}`;
    saveScriptFor(`${protocol}://portal.example.com`);
    const noProxy = { NO_PROXY: "", no_proxy: "" };
    const proxies = { HTTPS_PROXY: address, https_proxy: address, HTTP_PROXY: address, http_proxy: address };
    const outcome = await workspace.run(workspace.zip, { ...noProxy, ...proxies });
    expect(outcome.code).toBe(7);
    expect(outcome.errors).toContain("Your company's proxy asks for a sign-in (407).");
    expect(outcome.errors).toContain("For NTLM, ask IT for a local proxy that signs in (Px, Cntlm).");
    expect(outcome.output).not.toContain("Trying again");
    expect(requests).toBe(1);
  });

  it("the script prints how to continue when the vendor presses Ctrl+C", async () => {
    const outcome = await new Promise<{ errors: string; output: string }>((resolve, reject) => {
      workspace.server.state.interfere = ({ comp, method }) => {
        if (comp !== "block" || method !== "PUT") return undefined;
        running.interrupt();
        return new Promise(() => undefined);
      };
      const running = workspace.start();
      running.ended.then(resolve, reject);
    });
    expect(outcome.errors.trim()).toBe("Stopped. Run the same command again: it sends only what is missing.");
    workspace.server.state.interfere = () => undefined;
    expect((await workspace.run()).code).toBe(0);
  });

  it("the script prints after Ctrl+C that the portal continues once the zip has arrived", async () => {
    workspace.server.state.stateAfterReport = { state: "processing", stage: "checking" };
    let hasReported = false;
    const outcome = await new Promise<{ errors: string; output: string }>((resolve, reject) => {
      workspace.server.state.interfere = ({ method, path }) => {
        if (path.endsWith("upload-complete") && method === "POST") hasReported = true;
        else if (hasReported) running.interrupt();
        return undefined;
      };
      const running = workspace.start();
      running.ended.then(resolve, reject);
    });
    expect(outcome.errors).toContain("Stopped. The portal continues.");
  });
}

for (const shell of [bashScript, powershellScript]) {
  const why = shell.absent ? ` (skipped: ${shell.absent})` : "";
  describe.skipIf(shell.absent)(`${shell.fileName} in a network${why}`, () => describeNetwork(shell));
}
