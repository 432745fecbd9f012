/**
 * Whether an input lost the focus only because the whole window did, as to another program or a file dialog. The
 * document still takes it for the one in use, and typing goes on in it when the window is back.
 *
 * @param event the blur of the input
 */
export const isWindowLeft = ({ target }: { target: EventTarget | null }): boolean =>
  target === document.activeElement;
