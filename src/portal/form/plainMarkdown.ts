/** Replaces a Markdown library: RJSF only needs it for a few sentences of its own. */
export const Markdown = ({ children }: { children: string }) => children.replace(/[*`]/g, "");
