import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { COMMANDS } from '../../shared/scan/station-commands.ts';
import { ClosedList } from './closed-list.tsx';
import type { ShownHandOver } from './hand-over-api.ts';
import { handOverCopy } from './hand-over-copy.ts';
import { HandOverStart } from './hand-over-start.tsx';
import { OpenList } from './open-list.tsx';
import type { ScanAnswer } from './station-api.ts';
import { stationCopy } from './station-copy.ts';
import { StationFrame } from './station-frame.tsx';
import type { Scans } from './use-scans.ts';

/** Which parcels has the driver really got? */
export function HandOverPage() {
  const copy = useCopy(stationCopy);
  const words = useCopy(handOverCopy);
  return (
    <StationFrame
      work="HAND_OVER"
      title={copy.works.handOver}
      onKey={(key, scans) => {
        if (scans.view.context.handOver === undefined) return;
        if (key === 'c' || key === 'C') scans.scan(COMMANDS.PASS);
        if (key === 'u' || key === 'U') scans.scan(COMMANDS.UNDO);
      }}
      keys={<span>{words.keysMean}</span>}
    >
      {(scans) => <Stage scans={scans} />}
    </StationFrame>
  );
}

/** What the server said last of a list: a code that it could not read says nothing of it. */
function Stage({ scans }: { scans: Scans }) {
  const { latest } = scans.shown;
  const [told, setTold] = useState<{ answer: ScanAnswer; list: ShownHandOver }>();
  const answer = latest?.answer;
  if (answer?.handOver && told?.answer !== answer) setTold({ answer, list: answer.handOver });
  const { handOver } = scans.view.context;
  const list = told?.list;
  if (handOver !== undefined && list?.handOverId === handOver && told)
    return <OpenList list={list} answer={told.answer} scans={scans} />;
  if (handOver === undefined && list?.state === 'CLOSED' && told)
    return <ClosedList list={list} isSeen={latest?.isReplay === true} onNext={() => setTold(undefined)} />;
  return <HandOverStart scans={scans} openId={handOver} />;
}
