import { Button, Group } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import type { Identity } from '../../shared/scan/queue-rules.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import classes from './queue-banner.module.css';
import { stationCopy } from './station-copy.ts';
import type { Scans } from './use-scans.ts';

/** What was scanned and not answered: it waits, and none of it counts yet. */
export function QueueBanner({ scans, identity }: { scans: Scans; identity: Identity }) {
  const copy = useCopy(stationCopy);
  const { plural } = useFormats();
  const { state, waiting } = scans.view;
  const [head] = waiting;
  if (state === 'foreign' && head) {
    const isOtherStation = head.by.station !== identity.station;
    return (
      <section className={classes.banner} role="alert">
        <Icon name="warning" size={32} />
        <div className={classes.words}>
          <p className={classes.title}>{copy.foreign(waiting.length, head.by.name, head.by.stationName)}</p>
          <Codes texts={waiting.map(({ text }) => text)} />
          <p>{isOtherStation ? copy.foreignStation : copy.foreignPerson(head.by.name)}</p>
        </div>
        <Group gap="sm">
          <Button variant="default" size="lg" onClick={scans.discard}>
            {copy.discard(waiting.length)}
          </Button>
          {!isOtherStation && (
            <Button size="lg" onClick={scans.adopt}>
              {copy.adopt(identity.name)}
            </Button>
          )}
        </Group>
      </section>
    );
  }
  if (state !== 'offline') return null;
  return (
    <section className={classes.banner} role="status">
      <Icon name="offline" size={32} />
      <div className={classes.words}>
        <p className={classes.title}>{copy.offline}</p>
        <p>
          {plural(waiting.length, copy.oneWaits, copy.waits(waiting.length))} {copy.waitsMeans}
        </p>
        <Codes texts={waiting.map(({ text }) => text)} />
      </div>
      <strong className={classes.number} data-waiting={waiting.length}>
        {waiting.length}
      </strong>
    </section>
  );
}

const SHOWN_MAX = 8;

/** In their order. */
function Codes({ texts }: { texts: readonly string[] }) {
  return (
    <ol className={classes.codes}>
      {texts.slice(0, SHOWN_MAX).map((text, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same code may wait twice
        <li key={place}>{text}</li>
      ))}
      {texts.length > SHOWN_MAX && <li>+ {texts.length - SHOWN_MAX}</li>}
    </ol>
  );
}
