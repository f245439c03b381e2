import { Alert, Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCopy, useFormats } from '../../../shared/copy/copy.ts';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { RequestFailure } from '../../../shared/ui/page.tsx';
import { LockScreen, NoStation, WaitingScreen } from '../lock-screen.tsx';
import { useStation } from '../use-station.ts';
import { MoveStage } from './move-stage.tsx';
import { PickStage } from './pick-stage.tsx';
import { PlaceStage } from './place-stage.tsx';
import type { StageProps } from './shelf-parts.tsx';
import classes from './shelves.module.css';
import { SHELF_WORKS, type ShelfWork } from './shelves-api.ts';
import { shelvesCopy } from './shelves-copy.ts';
import { useOutbox } from './use-outbox.ts';

const route = getRouteApi('/shelves');

/** Work between the shelves with a phone, a tablet or a scanner: picking, places, moves. */
export function ShelvesPage() {
  const station = useStation();
  const { state, session, identity } = station;
  if (state === 'loading') return <WaitingScreen station={station} />;
  if (state === 'unknown') return <NoStation />;
  if (!identity) return session && <LockScreen station={station} session={session} />;
  return <Work name={identity.name} onLocked={station.onLocked} />;
}

const STAGES: Record<ShelfWork, (props: StageProps) => ReactNode> = {
  pick: PickStage,
  place: PlaceStage,
  move: MoveStage,
};

function Work({ name, onLocked }: { name: string; onLocked: () => void }) {
  const copy = useCopy(shelvesCopy);
  const { count } = useFormats();
  const { do: work, id } = route.useSearch();
  const navigate = route.useNavigate();
  const outbox = useOutbox(onLocked);
  const open = (next: { do?: ShelfWork | undefined; id?: string | undefined }) =>
    void navigate({ search: next as { do: ShelfWork } });
  const Stage = work && STAGES[work];
  return (
    <div className={classes.frame}>
      <header className={classes.bar}>
        {work ? (
          <Button variant="default" onClick={() => open({})}>
            {copy.back}
          </Button>
        ) : (
          <ButtonLink to="/station" variant="default">
            {copy.back}
          </ButtonLink>
        )}
        <h1 className={classes.title}>{work ? copy.works[work] : copy.title}</h1>
        <span className={classes.name}>{name}</span>
      </header>
      <main className={classes.stage}>
        {outbox.waiting.length > 0 && (
          <Alert color="yellow" role="status" data-waiting={outbox.waiting.length}>
            {copy.waiting(count(outbox.waiting.length))}
          </Alert>
        )}
        {outbox.refusal && <RequestFailure error={outbox.refusal} isChange />}
        {Stage ? (
          <Stage id={id} onId={(next) => open({ do: work, id: next })} outbox={outbox} />
        ) : (
          <nav className={classes.choices} aria-label={copy.title}>
            {SHELF_WORKS.map((one) => (
              <Button key={one} size="xl" className={classes.choice} onClick={() => open({ do: one })}>
                {copy.works[one]}
              </Button>
            ))}
          </nav>
        )}
      </main>
    </div>
  );
}
