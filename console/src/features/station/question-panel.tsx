import { Button, Kbd } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { floorSentencesCopy } from '../../shared/floor-sentences/floor-sentences-copy.ts';
import { COMMANDS } from '../../shared/scan/station-commands.ts';
import classes from './question-panel.module.css';
import { CANCEL_KEY, CHOICES, type Choice } from './question-rules.ts';
import { questionsCopy } from './station-copy.ts';
import type { Scans } from './use-scans.ts';

/**
 * Shows what the station waits for, with its choices and how to cancel. It is not a dialog, so scanning
 * continues.
 */
export function QuestionPanel({ scans }: { scans: Scans }) {
  const copy = useCopy(questionsCopy);
  const { say } = useCopy(floorSentencesCopy);
  const { question, pending, work } = scans.view.context;
  if (question === undefined) return null;
  const words = copy.questions[question === 'CONFIRM_UNMADE' && work === 'CHECK' ? 'CHECK_UNMADE' : question];
  const doubt = scans.screen.question?.doubt;
  const labelOf = ({ reason, stops }: Choice) => (reason ? copy.reasons[reason] : stops ? copy.stopOrder : words.yes);
  const button = (label: string, { code, key }: Choice, isCancel = false) => (
    <Button
      key={code}
      className={classes.choice}
      size="lg"
      variant={isCancel ? 'default' : 'filled'}
      {...(question === 'REJECT_REASON' && !isCancel && { color: 'red.9' })}
      justify="space-between"
      rightSection={
        <span className={classes.keys}>
          {key !== undefined && <Kbd>{key === ' ' ? copy.spaceKey : key}</Kbd>}
          <code>{code}</code>
        </span>
      }
      onClick={() => scans.scan(code)}
    >
      {label}
    </Button>
  );
  return (
    <section className={classes.panel} aria-label={words.title} data-question={question}>
      <h2 className={classes.title}>{words.title}</h2>
      {(doubt || pending) && (
        <p className={classes.about}>
          {pending && <code>{pending}</code>} {doubt && say(doubt)}
        </p>
      )}
      {words.means && <p className={classes.about}>{words.means}</p>}
      <div className={classes.choices}>
        {CHOICES[question].map((choice) => button(labelOf(choice), choice))}
        {button(words.no, { code: COMMANDS.UNDO, key: CANCEL_KEY }, true)}
      </div>
    </section>
  );
}
