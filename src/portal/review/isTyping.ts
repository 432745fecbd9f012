/** In a field letters are letters, in a tree or a list they search, and a dialog has keys of its own. */
export const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element &&
  target.closest("input, textarea, select, [contenteditable], [role=tree], [role=dialog], [role=listbox]") !==
    null;
