import type { FocusEvent } from "react";

const idOf = (idPrefix: string) => `${idPrefix}-typing`;

const isTypedIn = (target: EventTarget): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/**
 * An empty form that the input in use belongs to for as long as it has the focus. At each key and click, Chromium's
 * autofill reads every control of the form that an input belongs to, which in a long form takes as long as all the
 * rest of a keystroke. Stands outside the long form: forms cannot be nested.
 */
export const TypingForm = ({ idPrefix }: { idPrefix: string }) => (
  <form id={idOf(idPrefix)} hidden onSubmit={(event) => event.preventDefault()} />
);

/** Lends the input in use to the typing form. For an element around the long form. */
export const typingHandlers = (idPrefix: string) => ({
  onFocus({ target }: FocusEvent): void {
    if (isTypedIn(target)) target.setAttribute("form", idOf(idPrefix));
  },
  onBlur({ target }: FocusEvent): void {
    if (isTypedIn(target)) target.removeAttribute("form");
  },
});
