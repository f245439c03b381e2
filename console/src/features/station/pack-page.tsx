import { Kbd } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { COMMANDS } from '../../shared/scan/station-commands.ts';
import { packCopy } from './pack-copy.ts';
import { PackStage } from './pack-stage.tsx';
import { stationCopy } from './station-copy.ts';
import { StationFrame } from './station-frame.tsx';
import type { Scans } from './use-scans.ts';

/** What still goes into this box? */
export function PackPage() {
  const copy = useCopy(packCopy);
  const { works } = useCopy(stationCopy);
  return (
    <StationFrame
      work="PACK"
      title={works.pack}
      onKey={commandByKey}
      keys={
        <>
          <Kbd>U</Kbd> {copy.keyUndo} <Kbd>N</Kbd> {copy.keyNext}
        </>
      }
    >
      {(scans) => <PackStage scans={scans} />}
    </StationFrame>
  );
}

function commandByKey(key: string, scans: Scans): void {
  if (scans.view.context.parcel === undefined) return;
  if (key.toLowerCase() === 'u') scans.scan(COMMANDS.UNDO);
  if (key.toLowerCase() === 'n') scans.scan(COMMANDS.NEXT_PARCEL);
}
