import { Mark } from "./StatusBadge.tsx";

/** A version of the model, as v2; nothing where it is not known which. */
export const VersionBadge = ({ version }: { version: number | null | undefined }) =>
  version ? <Mark state="info">{versionName(version)}</Mark> : null;

/** A version of the model as it is called everywhere. */
export const versionName = (version: number): string => `v${version}`;
