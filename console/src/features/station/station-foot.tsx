import { Button, Kbd, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { type Decoded, decodeTyped } from '../../shared/scan/decode-rules.ts';
import type { AnsweredScan } from '../../shared/scan/scan-queue.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import type { Question } from './question-rules.ts';
import type { ScanAnswer } from './station-api.ts';
import { stationCopy } from './station-copy.ts';
import classes from './station-foot.module.css';

interface StationFootProps {
  /** Newest first. */
  last: readonly AnsweredScan<ScanAnswer>[];
  onCode: (decoded: Decoded) => void;
}

/** Shows the last scans, and a field for codes that the scanner cannot read. */
export function StationFoot({ last, onCode }: StationFootProps) {
  const copy = useCopy(stationCopy);
  const [text, setText] = useState('');
  return (
    <footer className={classes.foot}>
      <form
        className={classes.entry}
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') onCode(decodeTyped(text));
          setText('');
        }}
      >
        <TextInput
          size="md"
          data-takes-scans
          aria-label={copy.typeCode}
          placeholder={copy.typeCode}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          inputMode="text"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur();
          }}
          rightSection={<Kbd>/</Kbd>}
        />
        <Button size="md" type="submit" variant="default">
          {copy.send}
        </Button>
      </form>
      <ol className={classes.last} aria-label={copy.lastScans}>
        {last.map((one) => (
          <li key={one.scan.id} className={classes.one} data-refused={isRefused(one) || undefined}>
            <Icon name={isRefused(one) ? 'close' : 'check'} size={16} />
            <span className={classes.code}>{one.scan.text}</span>
            <span className={classes.said}>{resultOf(one, copy)}</span>
          </li>
        ))}
      </ol>
    </footer>
  );
}

const isRefused = ({ answer }: AnsweredScan<ScanAnswer>) => !answer || answer.refusal !== undefined;

const ASKED_BY_COMMANDS: readonly Question[] = ['REPRINT_REASON', 'CONFIRM_TAKE_BACK', 'CLOSE'];

/** Returns the result of a scan in one or two words. */
function resultOf({ answer }: AnsweredScan<ScanAnswer>, copy: typeof import('./station-copy.en.ts').copy): string {
  if (!answer) return copy.refusals.FAILED;
  if (answer.refusal) return copy.refusals[answer.refusal.kind] ?? '';
  const { question } = answer.next;
  // The command has opened a question, and nothing else has happened yet.
  if (question && ASKED_BY_COMMANDS.includes(question)) return copy.asks;
  if (answer.command) return copy.commands[answer.command];
  return answer.isAgain ? copy.again : copy.meanings[answer.meaning];
}
