/** The id of the heading over the conflicting uploads. */
export const CONFLICTS = "conflicting-uploads";

/** Leads the reader, and the keyboard, to the conflicting uploads. */
export function goToConflicts(): void {
  const heading = document.getElementById(CONFLICTS);
  heading?.scrollIntoView({ block: "start" });
  heading?.focus({ preventScroll: true });
}
