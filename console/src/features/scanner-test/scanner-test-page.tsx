import { Alert, Button, Group, NativeSelect, NumberInput, Table, Text, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { type Decoded, decodeScan, readingsOf, type ScannerSetup, setupOf } from '../../shared/scan/decode-rules.ts';
import { proposeTiming, type Scan, TEST_TIMING, timingOf } from '../../shared/scan/scanner-rules.ts';
import { keepScannerSetup, scannerSetup, useScanner } from '../../shared/scan/use-scanner.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import { Facts, HeadedTable } from '../../shared/ui/page.tsx';
import { code128 } from './code-128-rules.ts';
import classes from './scanner-test.module.css';
import { scannerTestCopy } from './scanner-test-copy.ts';

/** Contains all letters that differ between layouts, the hyphen and all digits. */
const TEST_TEXT = 'YZ-AQWM-1234567890';
const DIGITS = '1234567890';
const KEYS_MAX = 48;
const ENDS = ['Enter', 'Tab', 'pause'] as const;

type RawKey = { key: string; code: string; at: number };

interface Result {
  scan: Scan;
  decoded: Decoded;
  /** The settings that were found and saved. */
  setup: Required<ScannerSetup> | undefined;
}

export function ScannerTestPage() {
  const copy = useCopy(scannerTestCopy);
  const router = useRouter();
  const [keys, setKeys] = useState<RawKey[]>([]);
  const [result, setResult] = useState<Result>();
  const [unread, setUnread] = useState<string>();
  useScanner(
    (scan) => {
      const found = setupOf(scan, TEST_TEXT);
      const setup = found && { ...found, ...proposeTiming(scan) };
      if (setup) keepScannerSetup(setup);
      setUnread(undefined);
      setResult({ scan, setup, decoded: decodeScan(scan, setup ?? scannerSetup()) });
    },
    {
      isOfPage: true,
      timing: TEST_TIMING,
      onUnread: (text) => setUnread(text),
      onRawKey: ({ key, code, timeStamp: at }) => setKeys((before) => [...before, { key, code, at }].slice(-KEYS_MAX)),
    },
  );
  return (
    <main className={classes.page}>
      <Group justify="space-between" className={classes.noPaper}>
        <Title order={1}>{copy.title}</Title>
        <Button variant="default" size="lg" onClick={() => router.history.back()}>
          {copy.back}
        </Button>
      </Group>
      <section className={classes.card}>
        <Title order={2}>{copy.scanThis}</Title>
        <Text className={classes.noPaper}>{copy.scanThisMeans}</Text>
        <Bars text={TEST_TEXT} />
        <Button variant="default" size="lg" className={classes.noPaper} onClick={() => print()}>
          {copy.print}
        </Button>
      </section>
      <section className={`${classes.card} ${classes.noPaper}`} aria-live="polite">
        <Title order={2}>{copy.result}</Title>
        {!result && unread === undefined && <Text>{copy.nothingYet}</Text>}
        {unread !== undefined && (
          <Alert color="red" title={copy.notRead} icon={<Icon name="warning" />}>
            <code>{unread}</code> {copy.notReadMeans}
          </Alert>
        )}
        {result && unread === undefined && (
          <WhatCame
            result={result}
            onForget={() => {
              keepScannerSetup({});
              setResult(undefined);
            }}
          />
        )}
      </section>
      <Timing key={JSON.stringify(result?.scan)} />
      {keys.length > 0 && <Keys keys={keys} />}
    </main>
  );
}

function WhatCame({ result, onForget }: { result: Result; onForget: () => void }) {
  const copy = useCopy(scannerTestCopy);
  const { count } = useFormats();
  const { scan, decoded, setup } = result;
  // The digits match but the letters do not, so the layout of the scanner is unknown.
  const isTestText = readingsOf(scan).some(([, text]) => text.includes(DIGITS));
  const verdict = setup
    ? { color: 'green', title: copy.right, text: copy.kept, icon: 'check' as const }
    : !isTestText
      ? { color: 'gray', title: copy.wrong, text: copy.wrongMeans, icon: 'help' as const }
      : { color: 'orange', title: copy.unread, text: copy.unreadMeans, icon: 'warning' as const };
  return (
    <>
      <Alert color={verdict.color} title={verdict.title} icon={<Icon name={verdict.icon} />}>
        {verdict.text}
      </Alert>
      <Facts
        of={[
          [copy.text, <code key="text">{decoded.text}</code>],
          [copy.kind, copy.kinds[decoded.kind]],
          [copy.layout, copy.layouts[decoded.reading]],
          [copy.prefix, setup?.prefix ? <code key="prefix">{setup.prefix}</code> : copy.none],
          [copy.suffix, [setup?.suffix, copy.ends[scan.end]].filter(Boolean).join(' ')],
          [copy.usual, copy.milliseconds(count(Math.round(scan.usualMs)))],
          [copy.gap, copy.milliseconds(count(Math.round(scan.gapMs)))],
        ]}
      />
      {scan.end === 'pause' && <Text>{copy.noEnd}</Text>}
      {setup && (
        <Button variant="default" size="lg" onClick={onForget}>
          {copy.forget}
        </Button>
      )}
    </>
  );
}

/** The timing at this device, as the test proposed it or as a person has set it. */
function Timing() {
  const copy = useCopy(scannerTestCopy);
  const [{ end, gapMs, pauseMs }, setTiming] = useState(() => timingOf(scannerSetup()));
  const change = (changed: Partial<ScannerSetup>) => {
    keepScannerSetup({ ...scannerSetup(), ...changed });
    setTiming(timingOf(scannerSetup()));
  };
  const time = (field: 'gapMs' | 'pauseMs', value: number) => (
    <NumberInput
      size="lg"
      label={copy.timing[field]}
      suffix=" ms"
      min={20}
      max={4_000}
      step={50}
      value={value}
      onChange={(ms) => typeof ms === 'number' && ms >= 20 && change({ [field]: ms })}
    />
  );
  return (
    <section className={`${classes.card} ${classes.noPaper}`}>
      <Title order={2}>{copy.timingTitle}</Title>
      <Text>{copy.timingMeans}</Text>
      <NativeSelect
        size="lg"
        label={copy.suffix}
        value={end ?? ''}
        data={[
          { value: '', label: copy.endUnknown, disabled: true },
          ...ENDS.map((one) => ({ value: one, label: copy.ends[one] })),
        ]}
        onChange={({ currentTarget }) => change({ end: currentTarget.value as Scan['end'] })}
      />
      {time('gapMs', gapMs)}
      {time('pauseMs', pauseMs)}
    </section>
  );
}

/** Lists the received keys, for a person who sets up a scanner or asks its manufacturer. */
function Keys({ keys }: { keys: readonly RawKey[] }) {
  const copy = useCopy(scannerTestCopy);
  const { count } = useFormats();
  return (
    <section className={`${classes.card} ${classes.noPaper}`}>
      <Title order={2}>{copy.keys}</Title>
      <HeadedTable heads={[copy.key, copy.place, copy.after]} className={classes.keys}>
        {keys.map(({ key, code, at }, place) => {
          const before = keys[place - 1]?.at;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: keys are in their order, and the same comes again
            <Table.Tr key={place}>
              <Table.Td>
                <code>{key === ' ' ? '␣' : key}</code>
              </Table.Td>
              <Table.Td>
                <code>{code}</code>
              </Table.Td>
              <Table.Td>{before === undefined ? '' : copy.milliseconds(count(Math.round(at - before)))}</Table.Td>
            </Table.Tr>
          );
        })}
      </HeadedTable>
    </section>
  );
}

/** The quiet zone on each side, in modules. */
const QUIET_MODULES = 10;
const HEIGHT = 40;

/** Code 128, black on white in every colour scheme. */
function Bars({ text }: { text: string }) {
  const widths = code128(text);
  let at = QUIET_MODULES;
  const bars = widths.flatMap((width, place) => {
    const x = at;
    at += width;
    return place % 2 === 0 ? [<rect key={x} x={x} width={width} height={HEIGHT} />] : [];
  });
  return (
    <figure className={classes.bars}>
      <svg viewBox={`0 0 ${at + QUIET_MODULES} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={text}>
        {bars}
      </svg>
      <figcaption>{text}</figcaption>
    </figure>
  );
}
