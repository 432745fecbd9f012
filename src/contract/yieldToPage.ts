/** Lets other tasks run, such as the page's response to a click, between two parts of a long computation. */
export const yieldToPage = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
