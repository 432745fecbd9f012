import { readInstallation } from "../schema-diff/readStored.ts";

export default readInstallation;
