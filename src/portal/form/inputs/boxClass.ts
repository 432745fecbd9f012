interface BoxState {
  disabled: boolean;
  isInvalid: boolean;
  /** The box shows entries beside its text. */
  holdsEntries?: boolean;
}

/** The class names of the frame around an input. */
export const boxClass = ({ disabled, isInvalid, holdsEntries = false }: BoxState): string =>
  ["box", holdsEntries && "of-entries", isInvalid && "invalid", disabled && "disabled"]
    .filter(Boolean)
    .join(" ");
