import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { use, useEffect, useState } from 'react';
import { RequestError } from '../../shared/api/request-error.ts';
import { type Language, useLanguage } from '../../shared/copy/copy.ts';
import { plainName } from '../../shared/copy/parts-copy.ts';
import { type Figures, figuresQuery } from './wall-api.ts';
import { wallCopy } from './wall-copy.ts';
import classes from './wall-page.module.css';
import { isOutdated, rowsOf, STATIONS_MAX } from './wall-rules.ts';

const route = getRouteApi('/wall');
/** A screen that runs for months loads a new version of the page after this time. */
const PAGE_MS_MAX = 12 * 3_600_000;
const SECOND_MS = 1_000;

/** Shows the figures of the shop to people in the hall, and says when they are out of date. */
export function WallPage() {
  const { language, appearance } = route.useSearch();
  const own = useLanguage();
  const token = location.hash.slice(1);
  const { data, error, dataUpdatedAt } = useQuery(figuresQuery(token));
  const now = useNow();
  useEffect(() => {
    if (dataUpdatedAt > 0 && performance.now() > PAGE_MS_MAX) location.reload();
  }, [dataUpdatedAt]);
  const isRevoked = error instanceof RequestError && error.status < 500;
  return (
    <main
      className={classes.wall}
      lang={language ?? own}
      {...(appearance && { style: { colorScheme: appearance } })}
      data-outdated={(data && isOutdated(dataUpdatedAt, now)) || undefined}
    >
      <Board
        language={(language ?? own) as Language}
        figures={isRevoked ? undefined : data}
        isRevoked={isRevoked}
        isFailing={error !== null}
        updatedAt={dataUpdatedAt}
        now={now}
      />
    </main>
  );
}

interface BoardProps {
  language: Language;
  figures: Figures | undefined;
  isRevoked: boolean;
  isFailing: boolean;
  /** Times in milliseconds since 1970. */
  updatedAt: number;
  now: number;
}

function Board({ language, figures, isRevoked, isFailing, updatedAt, now }: BoardProps) {
  const copy = use(wallCopy.load(language));
  if (isRevoked)
    return (
      <div className={classes.message} role="alert">
        <h1>{copy.revoked}</h1>
        <p>{copy.revokedLong}</p>
      </div>
    );
  if (!figures) return <div className={classes.message}>{isFailing && <h1>{copy.never}</h1>}</div>;
  const { timeZone } = figures;
  const time = (moment: number) =>
    new Date(moment).toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
  const count = (number: number) => number.toLocaleString(language);
  return (
    <>
      <header className={classes.head}>
        <h1>{figures.center}</h1>
        {isOutdated(updatedAt, now) ? (
          <p className={classes.outdated} role="alert">
            {copy.outdated(time(updatedAt))}
          </p>
        ) : (
          <p className={classes.asOf}>{copy.asOf(time(updatedAt))}</p>
        )}
        <p className={classes.clock}>{time(now)}</p>
      </header>
      <Technologies figures={figures} copy={copy} count={count} />
      <div className={classes.side}>
        <div className={classes.tiles}>
          <Tile label={copy.late} value={figures.late} count={count} color={figures.late > 0 ? 'late' : undefined} />
          <Tile
            label={copy.atRisk}
            value={figures.atRisk}
            count={count}
            color={figures.atRisk > 0 ? 'risk' : undefined}
          />
        </div>
        <Stations figures={figures} copy={copy} count={count} />
      </div>
    </>
  );
}

type Words = typeof import('./wall-copy.en.ts').copy;
interface PartProps {
  figures: Figures;
  copy: Words;
  count: (number: number) => string;
}

function Technologies({ figures, copy, count }: PartProps) {
  const rows = rowsOf(figures.technologies, copy.others);
  if (rows.length === 0) return <p className={classes.none}>{copy.noPieces}</p>;
  return (
    <table className={classes.technologies}>
      <thead>
        <tr>
          <th>{copy.technology}</th>
          <th>{copy.toMake}</th>
          <th>{copy.made}</th>
          <th>{copy.checked}</th>
          <th>{copy.packed}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ technology, toMake, made, checked, packedToday }) => (
          <tr key={technology}>
            <th scope="row">{plainName(technology)}</th>
            <td data-main>{count(toMake)}</td>
            <td>{count(made)}</td>
            <td>{count(checked)}</td>
            <td>{count(packedToday)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface TileProps {
  label: string;
  value: number;
  count: PartProps['count'];
  color: 'late' | 'risk' | undefined;
}

/** The server counts up to 10,001. */
const COUNTED_MAX = 10_000;
/** A longer number has smaller figures. */
const SHORT_MAX = 999;

function Tile({ label, value, count, color }: TileProps) {
  return (
    <section className={classes.tile} data-color={color}>
      <strong data-long={value > SHORT_MAX || undefined}>
        {value > COUNTED_MAX ? `${count(COUNTED_MAX)}+` : count(value)}
      </strong>
      <span>{label}</span>
    </section>
  );
}

function Stations({ figures, copy, count }: PartProps) {
  const rows = figures.stations.slice(0, STATIONS_MAX);
  return (
    <section className={classes.stations}>
      <h2>{copy.lastHour}</h2>
      {rows.length === 0 && <p>{copy.quiet}</p>}
      <ul>
        {rows.map(({ station, work, pieces }) => (
          <li key={`${station} ${work}`}>
            <span className={classes.station}>{station}</span>
            <strong>{count(pieces)}</strong>
            <span className={classes.work}>{copy.works[work]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the time, once a second. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
