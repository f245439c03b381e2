import { Radio, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { RequestError, violationsByField } from '../../shared/api/request-error.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { CARRIERS_KEY, type Carrier, CUSTOMS_FORMS, type SeenCarrier, saveCarrier } from './carriers-api.ts';
import { catalogueCopy } from './catalogue-copy.ts';

interface CarrierDialogProps {
  /** Absent: a new one. */
  seen?: SeenCarrier;
  onClose: () => void;
}

/** Makes a carrier, or gives one another name or customs form. */
export function CarrierDialog({ seen, onClose }: CarrierDialogProps) {
  const copy = useCopy(catalogueCopy).carriers;
  const queryClient = useQueryClient();
  const [carrierId, setCarrierId] = useState(seen?.content.carrierId ?? '');
  const [name, setName] = useState(seen?.content.name ?? '');
  const [customsForm, setCustomsForm] = useState<string>(seen?.content.customsForm ?? 'BY_VALUE');
  const [isTried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: () =>
      saveCarrier(
        {
          carrierId: carrierId.trim(),
          name: name.trim(),
          customsForm: customsForm as Carrier['customsForm'],
        },
        seen,
      ),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: CARRIERS_KEY });
      onClose();
    },
    onError: () => queryClient.invalidateQueries({ queryKey: CARRIERS_KEY }),
  });
  const isTaken = !seen && save.error instanceof RequestError && save.error.status === 412;
  const fields = violationsByField(save.error);
  const needed = (value: string) => (isTried && !value.trim() ? copy.needed : undefined);
  return (
    <Dialog
      title={seen ? copy.renameTitle : copy.createTitle}
      confirm={seen ? copy.save : copy.createConfirm}
      error={isTaken ? null : save.error}
      isPending={save.isPending}
      onSubmit={() => {
        setTried(true);
        if (carrierId.trim() && name.trim()) save.mutate();
      }}
      onClose={onClose}
    >
      {!seen && (
        <TextInput
          data-autofocus
          label={copy.carrierId}
          description={copy.idHelp}
          value={carrierId}
          onChange={(event) => setCarrierId(event.currentTarget.value)}
          error={isTaken ? copy.taken : (fields.carrierId ?? needed(carrierId))}
        />
      )}
      <TextInput
        {...(seen && { 'data-autofocus': true })}
        label={copy.name}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={fields.name ?? needed(name)}
      />
      <Radio.Group label={copy.customsForm} value={customsForm} onChange={setCustomsForm}>
        <Stack gap="xs" mt={6}>
          {CUSTOMS_FORMS.map((form) => (
            <Radio key={form} value={form} label={copy.customsForms[form]} />
          ))}
        </Stack>
      </Radio.Group>
    </Dialog>
  );
}
