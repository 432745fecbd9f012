import type { DerivationName } from "../generated/vocabulary.ts";
import { isOriginator, type RecordContact } from "./originator.ts";
import type { References } from "./references.ts";
import { collectionOfRegion } from "./regions.ts";

type Derivation = (from: unknown, references: References) => unknown;

const derivations: Record<DerivationName, Derivation> = {
  /** The data system's collection of a region. */
  collectionOfRegion: (region, { collections }) => collectionOfRegion(String(region ?? ""), collections),
  /** True when one of the contacts is the originator. */
  holdsOriginator: (contacts, { contactRoles }) =>
    ((contacts as RecordContact[] | undefined) ?? []).some((contact) => isOriginator(contact, contactRoles)),
};

/** @throws Error when no derivation has the name */
export function derivationNamed(name: string): Derivation {
  const derivation = (derivations as Partial<Record<string, Derivation>>)[name];
  if (!derivation) throw new Error(`Unknown x-derived "${name}"`);
  return derivation;
}
