import { Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { useRefusal } from '../../shared/session/use-permission.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { Dialog, useDialogChange } from '../../shared/ui/dialog.tsx';
import { OrderStepLink } from '../../shared/ui/order-step.tsx';
import { RequestFailure } from '../../shared/ui/page.tsx';
import { TestMark } from '../../shared/ui/test-mark.tsx';
import {
  buyLabel,
  PROBLEMS_KEY,
  type Problem,
  printLabel,
  problemParcelQuery,
  providersQuery,
  shipParcel,
} from './problems-api.ts';
import { problemsCopy } from './problems-copy.ts';
import { isOfBuying } from './problems-search.ts';

type Asking = 'ship' | 'service';

/** Gets a label for a parcel that was packed without one, or ships the parcel with a typed number. */
export function ParcelActions({ code, problem }: { code: string; problem: Problem }) {
  const copy = useCopy(problemsCopy);
  const queryClient = useQueryClient();
  const mayRead = useRefusal('floor.read') === undefined;
  const { data: parcel } = useQuery({ ...problemParcelQuery(code), enabled: mayRead });
  const [asking, setAsking] = useState<Asking>();
  const print = useMutation({
    mutationFn: () => printLabel(code),
    onSettled: () => queryClient.invalidateQueries({ queryKey: PROBLEMS_KEY }),
  });
  const { clientId, orderId } = problem;
  const isBought = isOfBuying(problem);
  const label = parcel?.papers.find(({ kind }) => kind === 'LABEL');
  const small = { verb: 'production.work', size: 'compact-sm' } as const;
  const close = () => setAsking(undefined);
  return (
    <>
      {print.error && <RequestFailure error={print.error} isChange />}
      {label && (
        <Text size="sm" role="status">
          {copy.label}: {copy.paper[label.state]}
          {label.printer?.name && ` · ${label.printer.name}`}
        </Text>
      )}
      {parcel?.label?.isTest && <TestMark />}
      <Group gap="xs" mt={4}>
        <ActionButton {...small} loading={print.isPending} onClick={() => print.mutate()}>
          {isBought ? copy.labels.retry : copy.printLabel}
        </ActionButton>
        {isBought && (
          <ActionButton {...small} variant="default" onClick={() => setAsking('service')}>
            {copy.labels.otherService}
          </ActionButton>
        )}
        <ActionButton {...small} variant="default" onClick={() => setAsking('ship')}>
          {isBought ? copy.labels.typeNumber : copy.ship}
        </ActionButton>
        {isBought && clientId !== undefined && orderId !== undefined && (
          <OrderStepLink clientId={clientId} orderId={orderId} step="amend">
            {copy.labels.correctAddress}
          </OrderStepLink>
        )}
      </Group>
      {asking === 'ship' && <ShipDialog code={code} onClose={close} />}
      {asking === 'service' && <ServiceDialog code={code} onClose={close} />}
    </>
  );
}

function ShipDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const copy = useCopy(problemsCopy);
  const [tracking, setTracking] = useState('');
  const ship = useDialogChange(() => shipParcel(code, tracking.trim()), PROBLEMS_KEY, onClose);
  return (
    <Dialog
      title={copy.shipTitle(code)}
      confirm={copy.ship.replace(/\s?…$/, '')}
      change={ship}
      onSubmit={() => ship.mutate()}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={copy.tracking}
        value={tracking}
        onChange={(event) => setTracking(event.currentTarget.value)}
      />
    </Dialog>
  );
}

/** Buys the label with a service that a person chooses instead of the rules. */
function ServiceDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const { labels: copy } = useCopy(problemsCopy);
  const { data: providers = [], isPending } = useQuery(providersQuery);
  const [chosen, setChosen] = useState<string>();
  const [service, setService] = useState('');
  const providerId = chosen ?? providers[0]?.providerId ?? '';
  const buy = useDialogChange(() => buyLabel(code, { providerId, service: service.trim() }), PROBLEMS_KEY, onClose);
  // Without a provider the button would do nothing.
  if (isPending) return null;
  return (
    <Dialog
      title={copy.otherServiceTitle(code)}
      confirm={copy.buy}
      change={buy}
      onSubmit={() => providerId !== '' && service.trim() !== '' && buy.mutate()}
      onClose={onClose}
    >
      <NativeSelect
        label={copy.provider}
        value={providerId}
        data={providers.map((one) => ({ value: one.providerId, label: one.name }))}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
      />
      <TextInput
        data-autofocus
        label={copy.service}
        description={copy.serviceHelp}
        value={service}
        onChange={({ currentTarget: { value } }) => setService(value)}
      />
    </Dialog>
  );
}
