import { Code, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { ConfirmButton } from '../../shared/ui/confirm-button.tsx';
import { Facts } from '../../shared/ui/facts.tsx';
import { ShownOnce } from '../../shared/ui/shown-once.tsx';
import { type Account, giveBadge, givePin, takeBadge, takePin } from './staff-api.ts';
import { staffCopy } from './staff-copy.ts';

interface AtStationsProps {
  account: Account;
  onChanged: () => Promise<void>;
}

/** By what the person signs on at the shop's shared devices. */
export function AtStations({ account, onChanged }: AtStationsProps) {
  const copy = useCopy(staffCopy);
  const { moment } = useFormats();
  const [pin, setPin] = useState<string>();
  const { operatorId, name, login, badgeCode, badgeGiven, pinGiven } = account;
  const give = async () => {
    setPin(await givePin(operatorId));
    await onChanged();
  };
  return (
    <Stack gap="sm">
      <Text size="sm">{account.role === 'viewer' ? copy.notAtStations : copy.atStationsMeans}</Text>
      <Facts
        of={[
          [
            copy.badge,
            badgeCode && badgeGiven ? (
              <Group key="badge" gap="xs">
                <Code>{badgeCode}</Code> {copy.givenAt(moment(badgeGiven))}
              </Group>
            ) : (
              copy.noBadge
            ),
          ],
          [copy.pin, pinGiven ? copy.givenAt(moment(pinGiven)) : copy.noPin],
        ]}
      />
      <Group gap="xs">
        <ConfirmButton
          verb="operators.change"
          label={badgeCode ? copy.newBadge : copy.giveBadge}
          title={copy.badgeTitle(name)}
          act={() => giveBadge(operatorId).then(onChanged)}
        >
          {copy.badgeMeans}
        </ConfirmButton>
        {badgeCode && (
          <ConfirmButton
            verb="operators.change"
            label={copy.takeBadge}
            title={copy.takeBadgeTitle(name)}
            isGrave
            act={() => takeBadge(operatorId).then(onChanged)}
          >
            {copy.takeMeans}
          </ConfirmButton>
        )}
        <ConfirmButton
          verb="operators.change"
          label={pinGiven ? copy.newPin : copy.givePin}
          title={copy.pinTitle(name)}
          act={give}
        >
          {copy.pinMeans}
        </ConfirmButton>
        {pinGiven && (
          <ConfirmButton
            verb="operators.change"
            label={copy.takePin}
            title={copy.takePinTitle(name)}
            isGrave
            act={() => takePin(operatorId).then(onChanged)}
          >
            {copy.takeMeans}
          </ConfirmButton>
        )}
      </Group>
      {pin && (
        <ShownOnce
          title={copy.pinOf(name)}
          values={[
            [copy.login, login],
            [copy.pin, pin],
          ]}
          onDone={() => setPin(undefined)}
        >
          {copy.pinShown}
        </ShownOnce>
      )}
    </Stack>
  );
}
