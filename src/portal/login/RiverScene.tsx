import { PRODUCT_NAME } from "../productName.ts";

const LINES = 13;

/** Contour lines around a river's bend: each a shifted copy of the one before, flatter with the distance. */
const contours = Array.from({ length: LINES }, (_, line) => {
  const y = 470 + line * 34;
  const swing = 96 - line * 5;
  return `M-40 ${y} C 120 ${y - swing}, 240 ${y + swing}, 400 ${y - 10} S 660 ${y - swing * 1.4}, 860 ${y + 20}`;
});

/** The picture beside the form: the product's name over a landscape of contour lines. */
export function RiverScene() {
  return (
    <header className="login-scene">
      <svg viewBox="0 0 800 900" preserveAspectRatio="xMidYMax slice" aria-hidden="true" focusable="false">
        {contours.map((path, line) => (
          <path key={path} d={path} opacity={0.18 + (line / LINES) * 0.5} />
        ))}
      </svg>
      <div className="login-brand">
        <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width="44" height="44" />
        <p className="login-name">{PRODUCT_NAME}</p>
        <p className="login-claim">
          Describe a flood model once, hand it over safely, and follow it to acceptance.
        </p>
      </div>
    </header>
  );
}
