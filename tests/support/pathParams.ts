import { endpoints } from "../../src/contract/wire/endpoints.ts";

const names = Object.values(endpoints).flatMap(({ path }) => path.match(/(?<=:)\w+/g) ?? []);

/** A value for each parameter in the paths of all endpoints: "1", if not given. */
export const fillPathParams = (values: Record<string, string>): Record<string, string> => ({
  ...Object.fromEntries(names.map((name) => [name, "1"])),
  ...values,
});
