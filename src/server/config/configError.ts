/** What is wrong with the environment, everything at once, for whoever starts the server. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";

  constructor(readonly faults: string[]) {
    super(["The configuration is not valid:", ...faults.map((fault) => `  - ${fault}`)].join("\n"));
  }
}
