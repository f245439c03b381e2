import { Checkbox, Group, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { RequestError, violationsByField } from '../../shared/api/request-error.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import {
  changeStation,
  createStation,
  KINDS,
  printersForStationsQuery,
  STATIONS_KEY,
  type Station,
} from './stations-api.ts';
import { stationsCopy } from './stations-copy.ts';

interface StationDialogProps {
  /** Absent: a new one. */
  station?: Station;
  onClose: () => void;
}

/** Makes a station, or changes its name, what is done there, and which printers stand there. */
export function StationDialog({ station, onClose }: StationDialogProps) {
  const copy = useCopy(stationsCopy);
  const queryClient = useQueryClient();
  const [name, setName] = useState(station?.name ?? '');
  const [kinds, setKinds] = useState<string[]>(station?.kinds ?? []);
  const [printers, setPrinters] = useState<string[]>(
    station?.printers.map(({ printerId }) => printerId) ?? [],
  );
  const { data: known = [] } = useQuery({ ...printersForStationsQuery, enabled: station !== undefined });
  const [isTried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: () => {
      const body = { name: name.trim(), kinds: KINDS.filter((kind) => kinds.includes(kind)) };
      if (!station) return createStation(body);
      // A name that is not changed is not sent: one from before today's rule for names would be refused.
      const { name: newName, ...rest } = body;
      const renamed = newName !== station.name && { name: newName };
      return changeStation(station.stationId, { ...rest, ...renamed, printers });
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: STATIONS_KEY });
      onClose();
    },
  });
  const isTaken = save.error instanceof RequestError && save.error.status === 409;
  return (
    <Dialog
      title={station ? copy.changeTitle : copy.createTitle}
      confirm={station ? copy.save : copy.createConfirm}
      error={isTaken ? null : save.error}
      isPending={save.isPending}
      onSubmit={() => {
        setTried(true);
        if (name.trim() && kinds.length > 0) save.mutate();
      }}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={copy.name}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={
          isTaken
            ? copy.taken
            : (violationsByField(save.error).name ?? (isTried && !name.trim() ? copy.needed : undefined))
        }
      />
      <Checkbox.Group
        label={copy.kindsLabel}
        value={kinds}
        onChange={setKinds}
        error={isTried && kinds.length === 0 ? copy.kindsNeeded : undefined}
      >
        <Group gap="md" mt={6} mb={6}>
          {KINDS.map((kind) => (
            <Checkbox key={kind} value={kind} label={copy.kinds[kind]} />
          ))}
        </Group>
      </Checkbox.Group>
      {known.length > 0 && (
        <Checkbox.Group
          label={copy.printersLabel}
          description={copy.printersHelp}
          value={printers}
          onChange={setPrinters}
        >
          <Group gap="md" mt={6} mb={6}>
            {known.map((printer) => (
              <Checkbox key={printer.printerId} value={printer.printerId} label={printer.name} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
    </Dialog>
  );
}
