import { Checkbox, Group, NumberInput, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { Schemas } from '../../shared/api/operator-client.ts';
import { violationsByField } from '../../shared/api/request-error.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { useRefusal } from '../../shared/session/use-permission.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { ChangeFailure, Section } from '../../shared/ui/page.tsx';
import { changeTerms, type SeenClient } from './clients-api.ts';
import { clientsCopy } from './clients-copy.ts';

type Terms = Schemas['ContractTermsRequest'];
const DAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
type ClientTermsProps = { seen: SeenClient; onChanged: () => Promise<void> };

/** Shows and changes the client's terms about time and charges. */
export function ClientTerms({ seen, onChanged }: ClientTermsProps) {
  const { terms: copy } = useCopy(clientsCopy);
  const refusal = useRefusal('clients.contracts');
  const { productionDays = '', cutOff = '', workingDays = [], mayRush, showsCharges } = seen.content.contract;
  const { refusesArtwork = false, buysReturnLabels = false } = seen.content.contract;
  const form = useForm({
    initialValues: {
      productionDays: productionDays as number | string,
      cutOff,
      workingDays: workingDays as string[],
      mayRush,
      showsCharges,
      refusesArtwork,
      buysReturnLabels,
    },
  });
  const change = useMutation({
    mutationFn: (values: typeof form.values) => changeTerms(seen, termsOf(values)),
    onSuccess: () => {
      form.resetDirty();
      return onChanged();
    },
    onError: (error) => form.setErrors(violationsByField(error)),
  });
  return (
    <Section title={copy.title}>
      <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
        <Stack gap="sm">
          <Text size="sm">{copy.means}</Text>
          <ChangeFailure error={change.error} />
          <Group align="flex-start">
            <NumberInput
              label={copy.productionDays}
              w={200}
              min={1}
              max={60}
              allowDecimal={false}
              {...form.getInputProps('productionDays')}
            />
            <TextInput label={copy.cutOff} type="time" w={160} {...form.getInputProps('cutOff')} />
          </Group>
          <Checkbox.Group label={copy.workingDays} description={copy.daysMean} {...form.getInputProps('workingDays')}>
            <Group gap="sm" mt={4}>
              {DAYS.map((day) => (
                <Checkbox key={day} value={day} label={copy.days[day]} />
              ))}
            </Group>
          </Checkbox.Group>
          <Switch
            label={copy.mayRush}
            description={copy.rushMeans}
            {...form.getInputProps('mayRush', { type: 'checkbox' })}
          />
          <Switch
            label={copy.showsCharges}
            description={copy.chargesMean}
            {...form.getInputProps('showsCharges', { type: 'checkbox' })}
          />
          <Switch
            label={copy.refusesArtwork}
            description={copy.artworkMeans}
            {...form.getInputProps('refusesArtwork', { type: 'checkbox' })}
          />
          <Switch
            label={copy.buysReturnLabels}
            description={copy.labelsMean}
            {...form.getInputProps('buysReturnLabels', { type: 'checkbox' })}
          />
          <Group gap="sm">
            <ActionButton
              verb="clients.contracts"
              loading={change.isPending}
              disabled={refusal !== undefined}
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
    </Section>
  );
}

/** Leaves out empty fields, which are as in the center. */
function termsOf(typed: {
  productionDays: number | string;
  cutOff: string;
  workingDays: string[];
  mayRush: boolean;
  showsCharges: boolean;
  refusesArtwork: boolean;
  buysReturnLabels: boolean;
}): Terms {
  const { productionDays, cutOff, workingDays, mayRush, showsCharges, refusesArtwork, buysReturnLabels } = typed;
  return {
    mayRush,
    showsCharges,
    refusesArtwork,
    buysReturnLabels,
    ...(typeof productionDays === 'number' && { productionDays }),
    ...(cutOff !== '' && { cutOff }),
    ...(workingDays.length > 0 && { workingDays: DAYS.filter((day) => workingDays.includes(day)) }),
  };
}
