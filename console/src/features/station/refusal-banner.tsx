import { Button } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { floorSentencesCopy } from '../../shared/floor-sentences/floor-sentences-copy.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import classes from './refusal-banner.module.css';
import type { ShownRefusal } from './shown-rules.ts';
import { stationCopy } from './station-copy.ts';

/** Whose message names what nobody here could: a reason that somebody wrote, a person, a parcel, a number. */
const SAYS_MORE = [
  'ALREADY_DONE',
  'STOPPED',
  'ON_HOLD',
  'IN_USE',
  'FOREIGN',
  'BINS_FULL',
  'TOO_MANY',
  'NOT_COMPLETE',
  'NO_LABEL',
  'FAILED',
  'BADGE',
];

interface RefusalBannerProps {
  refusal: ShownRefusal;
  onDismiss: () => void;
}

/** Why the last scan was refused. It takes no focus, so that the end of the next scan does not press it away. */
export function RefusalBanner({ refusal, onDismiss }: RefusalBannerProps) {
  const copy = useCopy(stationCopy);
  const { say } = useCopy(floorSentencesCopy);
  const { kind, text, answer } = refusal;
  const message = answer?.refusal ? say(answer.refusal) : refusal.message;
  const title = copy.refusals[kind as keyof typeof copy.refusals] ?? message;
  const advice = copy.advice[kind as keyof typeof copy.advice];
  const replacedBy = answer?.refusal?.replacedBy;
  return (
    <section className={classes.banner} role="alert" data-kind={kind} key={`${text}${refusal.since}`}>
      <Icon name="warning" size={44} />
      <div className={classes.words}>
        <p className={classes.title}>{title}</p>
        {replacedBy && <p className={classes.detail}>{copy.replacedBy(replacedBy)}</p>}
        {SAYS_MORE.includes(kind) && message !== title && <p className={classes.detail}>{message}</p>}
        {advice && <p className={classes.detail}>{advice}</p>}
        {text !== '' && (
          <p className={classes.came}>
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
