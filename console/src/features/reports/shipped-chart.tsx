import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import classes from './reports.module.css';
import type { ReportedDay } from './reports-api.ts';
import { reportsCopy } from './reports-copy.ts';

/** Each day is so wide, and the chart so high, in units of the drawing; the page stretches it. */
const DAY_WIDTH = 10;
const BAR_WIDTH = 7;
const HEIGHT = 100;

/** What left on each day: on time, and late on top of it. */
export function ShippedChart({ days }: { days: readonly ReportedDay[] }) {
  const copy = useCopy(reportsCopy);
  const { count, day: named } = useFormats();
  const top = Math.max(4, ...days.map(({ shipped }) => shipped));
  const width = days.length * DAY_WIDTH;
  const onTime = days.reduce((sum, one) => sum + one.onTime, 0);
  const shipped = days.reduce((sum, one) => sum + one.shipped, 0);
  const heightOf = (orders: number) => (orders / top) * HEIGHT;
  const [first, last] = [days[0], days.at(-1)];
  return (
    <>
      <div className={classes.chart}>
        <span className={classes.top}>{count(top)}</span>
        <svg
          className={classes.plot}
          viewBox={`0 0 ${width} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={copy.shippedChart(count(onTime), count(shipped - onTime))}
        >
          {[0, HEIGHT / 2, HEIGHT].map((y) => (
            <line key={y} className={classes.line} x1={0} x2={width} y1={y} y2={y} />
          ))}
          {days.map((one, index) => {
            const [good, late] = [heightOf(one.onTime), heightOf(one.shipped - one.onTime)];
            const x = index * DAY_WIDTH + (DAY_WIDTH - BAR_WIDTH) / 2;
            return (
              <g key={one.day}>
                <title>
                  {copy.dayIs(named(one.day, true), count(one.onTime), count(one.shipped - one.onTime))}
                </title>
                <rect className={classes.onTime} x={x} y={HEIGHT - good} width={BAR_WIDTH} height={good} />
                <rect
                  className={classes.late}
                  x={x}
                  y={HEIGHT - good - late}
                  width={BAR_WIDTH}
                  height={late}
                />
              </g>
            );
          })}
        </svg>
        <div className={classes.names} aria-hidden>
          {first && <span>{named(first.day)}</span>}
          {last && last !== first && <span>{named(last.day)}</span>}
        </div>
      </div>
      <div className={classes.keys}>
        <span className={classes.key}>
          <span className={`${classes.swatch} ${classes.onTime}`} aria-hidden />
          {copy.share}
        </span>
        <span className={classes.key}>
          <span className={`${classes.swatch} ${classes.late}`} aria-hidden />
          {copy.late}
        </span>
      </div>
    </>
  );
}

/** A share of the greatest, as a bar. What it stands for is beside it as a number. */
export function ShareBar({ value, top, isLoss = false }: { value: number; top: number; isLoss?: boolean }) {
  return (
    <svg className={classes.bar} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect
        className={isLoss ? classes.late : classes.onTime}
        width={top > 0 ? (value / top) * 100 : 0}
        height={10}
      />
    </svg>
  );
}
