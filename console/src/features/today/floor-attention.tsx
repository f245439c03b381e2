import { useQuery } from '@tanstack/react-query';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { Section } from '../../shared/ui/section.tsx';
import classes from './floor-attention.module.css';
import { NumberLink } from './number-link.tsx';
import { floorCountsQuery, problemCountsQuery } from './today-api.ts';
import { todayCopy } from './today-copy.ts';
import { binsLike, type ListLink, lateOrders, problemsLike } from './today-links.ts';

/** What of the floor needs a person now. */
export function FloorAttention() {
  const copy = useCopy(todayCopy);
  const { count } = useFormats();
  const { data, error, refetch } = useQuery(floorCountsQuery);
  const { data: problems } = useQuery(problemCountsQuery);
  if (error) return <RequestFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const numbers: [name: string, label: string, number: number, link: ListLink][] = [
    ['late', copy.late, data.late, lateOrders(data.lateMadeBy)],
    ['binsStopped', copy.binsStopped, data.binsStopped, binsLike('STOPPED')],
    ['binsToEmpty', copy.binsToEmpty, data.binsToEmpty, binsLike('EMPTY_IT')],
    ['noLabel', copy.noLabel, problems?.noLabel ?? 0, problemsLike('NO_LABEL')],
    ['problems', copy.problems, problems?.all ?? 0, problemsLike()],
  ];
  return (
    <Section title={copy.floor}>
      <ul className={classes.tiles}>
        {numbers.map(([name, label, number, link]) => (
          <li key={name} className={classes.tile} data-none={number === 0 || undefined}>
            <NumberLink to={link} name={name} className={classes.link}>
              <b className={classes.number}>{count(number)}</b> <span>{label}</span>
            </NumberLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}
