import { ActionIcon, Button, Text, Title } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import type { Identity } from '../../shared/scan/queue-rules.ts';
import { isSoundOn, onSoundSwitched, playSound, switchSound } from '../../shared/scan/sound-rules.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import { ButtonLink } from '../../shared/ui/links.tsx';
import { stationCopy } from './station-copy.ts';
import classes from './station-frame.module.css';
import type { Station } from './use-station.ts';

interface StationBarProps {
  title: string;
  station: Station;
  identity: Identity;
  /** The work that the person finished today. */
  count: number;
}

export function StationBar({ title, station, identity, count }: StationBarProps) {
  const copy = useCopy(stationCopy);
  const { count: number } = useFormats();
  const { session } = station;
  return (
    <header className={classes.bar}>
      <ButtonLink to="/station" variant="default" className={classes.control} aria-label={copy.otherWork}>
        <Icon name="left" size={22} />
      </ButtonLink>
      <div className={classes.where}>
        <Title order={1} className={classes.title}>
          {title}
        </Title>
        <Text className={classes.station}>{session ? session.station.name : copy.ownBrowser}</Text>
      </div>
      <div className={classes.count} title={copy.countMeans}>
        <strong>{number(count)}</strong> <span>{copy.today}</span>
      </div>
      <SoundSwitch />
      <div className={classes.who}>
        <Icon name="account" size={22} />
        <span className={classes.person}>{identity.name}</span>
      </div>
      {session && (
        <Button variant="default" className={classes.control} loading={station.isLeaving} onClick={station.leave}>
          {copy.signOff}
        </Button>
      )}
    </header>
  );
}

/** Switches the sound. Every signal is also visible. */
function SoundSwitch() {
  const copy = useCopy(stationCopy);
  const isOn = useSyncExternalStore(onSoundSwitched, isSoundOn);
  return (
    <ActionIcon
      variant="default"
      size={44}
      role="switch"
      aria-checked={isOn}
      aria-label={copy.sound}
      title={isOn ? copy.soundOn : copy.soundOff}
      onClick={() => {
        switchSound(!isOn);
        if (!isOn) playSound('ok');
      }}
    >
      <Icon name={isOn ? 'sound' : 'silent'} size={22} />
    </ActionIcon>
  );
}
