/** The `ref` of what takes the focus when it comes, in place of something that had it and is gone. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();

/** Where the focus goes when what had it is gone and nothing came in its place: to the page's name. */
export const focusPageName = (): void => document.querySelector("h1")?.focus();
