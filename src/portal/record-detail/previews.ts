/** The kinds of file that are shown in the portal. */
const VIEWABLE = /\.(png|img|pdf|txt)$/i;

/** Whether a file of this name is offered to be looked at. */
export const isViewable = (name: string): boolean => VIEWABLE.test(name);

/** Whether a file of this name is shown by the browser's PDF viewer. */
export const isPdf = (name: string): boolean => /\.pdf$/i.test(name);
