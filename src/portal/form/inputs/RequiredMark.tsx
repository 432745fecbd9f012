/** The asterisk of a required field. Inputs say it to assistive technology themselves. */
export function RequiredMark() {
  return (
    <span className="required-mark" aria-hidden="true">
      *
    </span>
  );
}
