/** After collapsing content above it, the pressed element and the focus may have moved out of view. */
export const keepInView = (element: Element): void =>
  void requestAnimationFrame(() => element.scrollIntoView?.({ block: "nearest" }));
