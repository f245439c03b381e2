import { code128 } from './code-128-rules.ts';
import classes from './scanner-test.module.css';

/** On each side, as readers need it. */
const QUIET_MODULES = 10;
const HEIGHT = 40;

/** Code 128, black on white in every colour scheme. */
export function Bars({ text }: { text: string }) {
  const widths = code128(text);
  let at = QUIET_MODULES;
  const bars = widths.flatMap((width, place) => {
    const x = at;
    at += width;
    return place % 2 === 0 ? [<rect key={x} x={x} width={width} height={HEIGHT} />] : [];
  });
  return (
    <figure className={classes.bars}>
      <svg
        viewBox={`0 0 ${at + QUIET_MODULES} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={text}
      >
        {bars}
      </svg>
      <figcaption>{text}</figcaption>
    </figure>
  );
}
