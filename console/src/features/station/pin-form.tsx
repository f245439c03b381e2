import { Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useCopy } from '../../shared/copy/copy.ts';
import { looksLikeOwnCode } from '../../shared/scan/own-code-rules.ts';
import { SignOnFailure } from './sign-on-failure.tsx';
import { type StationSession, signOnByPin } from './station-api.ts';
import { stationCopy } from './station-copy.ts';

interface PinFormProps {
  onSignedOn: (session: StationSession) => void;
  /** A badge that was scanned while the cursor stood in the first field. */
  onBadge: (badge: string) => void;
}

/** For whoever has no badge at hand. */
export function PinForm({ onSignedOn, onBadge }: PinFormProps) {
  const copy = useCopy(stationCopy);
  const form = useForm({ initialValues: { login: '', pin: '' } });
  const attempt = useMutation({
    mutationFn: signOnByPin,
    onSuccess: (session) => {
      form.reset();
      onSignedOn(session);
    },
    onError: () => form.setFieldValue('pin', ''),
  });
  return (
    <form onSubmit={form.onSubmit((values) => attempt.mutate(values))}>
      <Stack gap="md">
        <Divider label={copy.orPin} />
        <SignOnFailure error={attempt.error} wrong={copy.wrongPin} />
        <TextInput
          size="lg"
          label={copy.login}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
          data-takes-scans
          {...form.getInputProps('login')}
          onKeyDown={(event) => {
            const { login } = form.values;
            if (event.key !== 'Enter' || !looksLikeOwnCode(login)) return;
            event.preventDefault();
            form.reset();
            onBadge(login);
          }}
        />
        <PasswordInput
          size="lg"
          label={copy.pin}
          inputMode="numeric"
          autoComplete="off"
          required
          withAsterisk={false}
          {...form.getInputProps('pin')}
        />
        <Button size="lg" type="submit" loading={attempt.isPending}>
          {copy.signOn}
        </Button>
      </Stack>
    </form>
  );
}
