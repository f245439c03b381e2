import { Alert, Checkbox, Radio, Stack, Table, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  ALERT_CHOICE_KEY,
  ALERT_KINDS,
  ALERTS_KEY,
  type AlertKind,
  alertChoiceQuery,
  chooseAlerts,
} from '../../shared/alerts/alerts-api.ts';
import { alertsCopy } from '../../shared/alerts/alerts-copy.ts';
import type { Schemas } from '../../shared/api/operator-client.ts';
import { violationsByField } from '../../shared/api/request-error.ts';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { ChangeFailure, HeadedTable, RequestFailure, Section } from '../../shared/ui/page.tsx';
import { SaveRow } from './account-parts.tsx';

type Choice = Schemas['AlertChoice'];

/** Chooses the kinds of alerts in the bell and by e-mail. */
export function AlertChoice({ login }: { login: string }) {
  const copy = useCopy(alertsCopy);
  const { data, error, refetch } = useQuery(alertChoiceQuery);
  return (
    <Section title={copy.title}>
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {data && <ChoiceForm choice={data} login={login} />}
    </Section>
  );
}

function ChoiceForm({ choice, login }: { choice: Choice; login: string }) {
  const { choice: copy } = useCopy(alertsCopy);
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: {
      bell: [...choice.bell] as AlertKind[],
      mail: [...choice.mail] as AlertKind[],
      address: choice.address ?? (login.includes('@') ? login : ''),
      times: choice.times,
    },
    validate: {
      address: (address, { mail }) => (mail.length > 0 && address.trim() === '' ? copy.needsAddress : null),
    },
  });
  const change = useMutation({
    mutationFn: ({ bell, mail, address, times }: typeof form.values) =>
      chooseAlerts({ bell, mail, times, ...(address.trim() && { address: address.trim() }) }),
    onSuccess: async (saved) => {
      form.resetDirty();
      queryClient.setQueryData(ALERT_CHOICE_KEY, saved);
      await queryClient.invalidateQueries({ queryKey: ALERTS_KEY });
    },
    onError: (error) => form.setErrors(violationsByField(error)),
  });
  const setKind = (way: 'bell' | 'mail', kind: AlertKind, isOn: boolean) =>
    form.setFieldValue(
      way,
      ALERT_KINDS.filter((one) => (one === kind ? isOn : form.values[way].includes(one))),
    );
  return (
    <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
      <Stack gap="sm">
        <ChangeFailure error={change.error} />
        <HeadedTable
          heads={[copy.kind, { label: copy.bell, w: 80 }, { label: copy.mail, w: 80 }]}
          highlightOnHover={false}
        >
          {ALERT_KINDS.map((kind) => (
            <Table.Tr key={kind}>
              <Table.Td>{copy.kinds[kind]}</Table.Td>
              {(['bell', 'mail'] as const).map((way) => (
                <Table.Td key={way}>
                  <Checkbox
                    aria-label={way === 'bell' ? copy.inBell(copy.kinds[kind]) : copy.byMail(copy.kinds[kind])}
                    checked={form.values[way].includes(kind)}
                    onChange={(event) => setKind(way, kind, event.currentTarget.checked)}
                  />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </HeadedTable>
        {!choice.mailIsSet && <Alert color="yellow">{copy.notSet}</Alert>}
        <TextInput
          label={copy.address}
          type="email"
          autoComplete="email"
          maw={420}
          {...form.getInputProps('address')}
        />
        <Radio.Group label={copy.times} {...form.getInputProps('times')}>
          <Stack gap="xs" mt={6}>
            <Radio value="AT_ONCE" label={copy.atOnce} />
            <Radio value="DAILY" label={copy.daily} />
          </Stack>
        </Radio.Group>
        <LastMail last={choice.lastMail} />
        <SaveRow
          verb="alerts.read"
          label={copy.save}
          isPending={change.isPending}
          saved={copy.saved}
          isSaved={change.isSuccess && !form.isDirty()}
        />
      </Stack>
    </form>
  );
}

function LastMail({ last }: { last: Choice['lastMail'] }) {
  const { choice: copy } = useCopy(alertsCopy);
  const { moment } = useFormats();
  if (!last) return null;
  const isSent = last.sent !== undefined;
  return (
    <Text size="sm" c={isSent ? 'dimmed' : 'red'}>
      {isSent ? copy.lastSent(moment(last.sent ?? '')) : copy.lastFailed(moment(last.created), last.lastError ?? '')}
    </Text>
  );
}
