import { Group, Select, SimpleGrid, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { SERVER_URL } from '../../shared/api/api-base.ts';
import { violationsByField } from '../../shared/api/request-error.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { useRefusal } from '../../shared/session/use-permission.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { ChooseFiles } from '../../shared/ui/choose-files.tsx';
import { ChangeFailure, Section } from '../../shared/ui/page.tsx';
import classes from './client-slip.module.css';
import { type ClientSlip, deleteLogo, saveSlip, slipQuery, uploadLogo } from './clients-api.ts';
import { clientsCopy } from './clients-copy.ts';

const FORMS = ['A4', 'A6'] as const;

/** Shows and changes how the packing slips of the client look, beside a sample. */
export function ClientSlipSection({ clientId }: { clientId: string }) {
  const { slip: copy } = useCopy(clientsCopy);
  const { data, dataUpdatedAt } = useQuery(slipQuery(clientId));
  if (!data) return null;
  const sample = `${SERVER_URL}/operator/v1/papers/samples/${data.form === 'A6' ? 'packing-slip-a6' : 'packing-slip'}`;
  const query = `client=${encodeURIComponent(clientId)}`;
  return (
    <Section title={copy.title}>
      <div className={classes.pair}>
        <SlipForm key={clientId} clientId={clientId} slip={data} />
        <a className={classes.preview} href={`${sample}?${query}`} target="_blank" rel="noopener">
          <img key={dataUpdatedAt} src={`${sample}/picture?${query}#${dataUpdatedAt}`} alt={copy.sample} />
        </a>
      </div>
    </Section>
  );
}

function SlipForm({ clientId, slip }: { clientId: string; slip: ClientSlip }) {
  const { slip: copy } = useCopy(clientsCopy);
  const refusal = useRefusal('clients.contracts');
  const queryClient = useQueryClient();
  const { color = '', link = '', returnText = '', prices, form: size, hasLogo } = slip;
  const { eori = '', vatNumber = '', iossNumber = '' } = slip;
  const numbers = { eori, vatNumber, iossNumber };
  const form = useForm({ initialValues: { color, link, returnText, prices, form: size as string, ...numbers } });
  const readAnew = () => queryClient.invalidateQueries({ queryKey: slipQuery(clientId).queryKey });
  const change = useMutation({
    mutationFn: (values: typeof form.values) =>
      saveSlip(clientId, { ...values, form: values.form as ClientSlip['form'] }),
    onSuccess: () => {
      form.resetDirty();
      return readAnew();
    },
    onError: (error) => form.setErrors(violationsByField(error)),
  });
  const logo = useMutation({
    mutationFn: (file: File | undefined) => (file ? uploadLogo(clientId, file) : deleteLogo(clientId)),
    onSuccess: readAnew,
  });
  return (
    <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
      <Stack gap="sm">
        <Text size="sm">{copy.means}</Text>
        <ChangeFailure error={change.error ?? logo.error} />
        <Group gap="xs">
          <ChooseFiles
            variant="default"
            size="compact-sm"
            accept="image/png,image/svg+xml"
            loading={logo.isPending}
            disabled={refusal !== undefined}
            onFiles={([file]) => logo.mutate(file)}
          >
            {hasLogo ? copy.newLogo : copy.logo}
          </ChooseFiles>
          {hasLogo && (
            <ActionButton
              verb="clients.contracts"
              variant="default"
              size="compact-sm"
              onClick={() => logo.mutate(undefined)}
            >
              {copy.noLogo}
            </ActionButton>
          )}
          <Text size="xs" c="dimmed">
            {copy.logoMeans}
          </Text>
        </Group>
        <TextInput label={copy.color} description={copy.colorMeans} maw={320} {...form.getInputProps('color')} />
        <Textarea label={copy.returnText} autosize minRows={2} {...form.getInputProps('returnText')} />
        <TextInput label={copy.link} description={copy.linkMeans} {...form.getInputProps('link')} />
        <Select
          label={copy.form}
          maw={320}
          data={FORMS.map((one) => ({ value: one, label: copy.forms[one] }))}
          allowDeselect={false}
          {...form.getInputProps('form')}
        />
        <Switch
          label={copy.prices}
          description={copy.pricesMean}
          {...form.getInputProps('prices', { type: 'checkbox' })}
        />
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <TextInput label={copy.eori} {...form.getInputProps('eori')} />
          <TextInput label={copy.vatNumber} {...form.getInputProps('vatNumber')} />
          <TextInput label={copy.iossNumber} {...form.getInputProps('iossNumber')} />
        </SimpleGrid>
        <Text size="xs" c="dimmed">
          {copy.numbersMean}
        </Text>
        <Group gap="sm">
          <ActionButton
            verb="clients.contracts"
            loading={change.isPending}
            onClick={form.onSubmit((values) => change.mutate(values)) as () => void}
          >
            {copy.save}
          </ActionButton>
          {change.isSuccess && !form.isDirty() && (
            <Text size="sm" role="status">
              {copy.saved}
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  );
}
