/**
 * For `getByText`, which looks at what stands directly in one element: finds the innermost element that reads so as a
 * whole, with the times and names that stand in elements of their own.
 */
export const reading = (words: RegExp) => {
  const isRead = (element: Element) => words.test(element.textContent.replace(/\s+/g, " ").trim());
  return (_: string, element: Element | null): boolean =>
    element !== null && isRead(element) && ![...element.children].some(isRead);
};
