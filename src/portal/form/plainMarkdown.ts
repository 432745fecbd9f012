/** RJSF's own few sentences with emphasis and code in them, as plain text: in the place of a reader of all Markdown. */
export const Markdown = ({ children }: { children: string }) => children.replace(/[*`]/g, "");
