import type { ReactNode } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { weeksBefore } from './chart-rules.ts';
import classes from './day-chart.module.css';
import type { OrderDay } from './today-api.ts';
import { todayCopy } from './today-copy.ts';

/** Each day is so wide, and a chart so high, in units of the drawing; the page stretches it. */
export const DAY_WIDTH = 10;
export const CHART_HEIGHT = 100;

interface DayChartProps {
  days: readonly OrderDay[];
  /** For who cannot see it. */
  label: string;
  /** What the topmost line stands for. */
  top: string;
  /** What is said of a day where the pointer is over it. */
  sayOf: (day: OrderDay) => string;
  /** What is drawn of a day, from 0 to DAY_WIDTH and, downwards, to CHART_HEIGHT. */
  draw: (day: OrderDay) => ReactNode;
}

/** Something of each day, side by side. Its numbers are in the table of days below it. */
export function DayChart({ days, label, top, sayOf, draw }: DayChartProps) {
  const copy = useCopy(todayCopy);
  const { day: named } = useFormats();
  const width = days.length * DAY_WIDTH;
  return (
    <div className={classes.chart}>
      <span className={classes.top}>{top}</span>
      <svg
        className={classes.plot}
        viewBox={`0 0 ${width} ${CHART_HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {[0, CHART_HEIGHT / 2, CHART_HEIGHT].map((y) => (
          <line key={y} className={classes.line} x1={0} x2={width} y1={y} y2={y} />
        ))}
        {days.map((day, index) => (
          <g key={day.day} transform={`translate(${index * DAY_WIDTH} 0)`} className={classes.day}>
            <title>{sayOf(day)}</title>
            <rect className={classes.ground} width={DAY_WIDTH} height={CHART_HEIGHT} />
            {draw(day)}
          </g>
        ))}
      </svg>
      <div className={classes.names} aria-hidden>
        {weeksBefore(days.length).map((index) =>
          index === days.length - 1 ? (
            <span key={index} className={classes.last}>
              {copy.today}
            </span>
          ) : (
            <span key={index} style={{ left: `${((index + 0.5) / days.length) * 100}%` }}>
              {named(days[index]?.day ?? '')}
            </span>
          ),
        )}
      </div>
    </div>
  );
}

/** What a colour of a chart stands for. */
export function Key({ of, children }: { of: 'first' | 'second'; children: ReactNode }) {
  return (
    <span className={classes.key}>
      <span className={classes.swatch} data-series={of} aria-hidden />
      {children}
    </span>
  );
}
