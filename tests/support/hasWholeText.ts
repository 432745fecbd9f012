/** Matcher for `getByText` that finds the innermost element with this text, including the text of its children. */
export const hasWholeText = (words: RegExp) => {
  const hasText = (element: Element) => words.test(element.textContent.replace(/\s+/g, " ").trim());
  return (_: string, element: Element | null): boolean =>
    element !== null && hasText(element) && ![...element.children].some(hasText);
};
