import { Button, Group } from '@mantine/core';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { floorSentencesCopy } from '../../shared/floor-sentences/floor-sentences-copy.ts';
import type { Identity } from '../../shared/scan/queue-rules.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import classes from './queue-banner.module.css';
import refusalBannerClasses from './refusal-banner.module.css';
import type { ScreenRefusal } from './screen-rules.ts';
import { stationCopy } from './station-copy.ts';
import type { Scans } from './use-scans.ts';

/** Shows the scans that wait for the server. They do not count yet. */
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

type RefusalBannerProps = { refusal: ScreenRefusal; onDismiss: () => void };

/**
 * Shows why the last scan was refused. It takes no focus, because the Enter of the next scan would dismiss
 * it.
 */
export function RefusalBanner({ refusal, onDismiss }: RefusalBannerProps) {
  const copy = useCopy(stationCopy);
  const { say } = useCopy(floorSentencesCopy);
  const { kind, text, answer } = refusal;
  const message = answer?.refusal ? say(answer.refusal) : refusal.message;
  // A newer server may send a kind that has no words here.
  const title: string = copy.refusals[kind] ?? message;
  const advice = copy.advice[kind as keyof typeof copy.advice];
  return (
    <section className={refusalBannerClasses.banner} role="alert" data-kind={kind} key={`${text}${refusal.since}`}>
      <Icon name="warning" size={44} />
      <div className={refusalBannerClasses.words}>
        <p className={refusalBannerClasses.title}>{title}</p>
        {message !== '' && message !== title && <p className={refusalBannerClasses.detail}>{message}</p>}
        {advice && <p className={refusalBannerClasses.detail}>{advice}</p>}
        {text !== '' && (
          <p className={refusalBannerClasses.came}>
            {copy.scanned} <code>{text}</code>
          </p>
        )}
      </div>
      <Button variant="white" color="red" size="lg" onClick={onDismiss}>
        {copy.understood}
      </Button>
    </section>
  );
}
