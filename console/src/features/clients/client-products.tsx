import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { ChangeFailure } from '../../shared/ui/change-failure.tsx';
import { ConfirmButton } from '../../shared/ui/confirm-button.tsx';
import { assignProduct, type SeenClient, withdrawProduct } from './clients-api.ts';
import { clientsCopy } from './clients-copy.ts';

interface ClientProductsProps {
  seen: SeenClient;
  onChanged: () => Promise<void>;
}

export function ClientProducts({ seen, onChanged }: ClientProductsProps) {
  const copy = useCopy(clientsCopy);
  const { count } = useFormats();
  const [typed, setTyped] = useState('');
  const productId = typed.trim();
  const assign = useMutation({
    mutationFn: (id: string) => assignProduct(seen, id),
    onSuccess: async () => {
      setTyped('');
      await onChanged();
    },
  });
  const { products, productVariants } = seen.client;
  const refusal = productId === '' ? copy.productId : undefined;
  return (
    <Stack gap="sm">
      <Text size="sm">
        {copy.productsAre(count(products), count(productVariants))} {copy.productsMeans}
      </Text>
      <ChangeFailure error={assign.error} />
      <Group gap="xs" align="flex-end">
        <TextInput
          label={copy.productId}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <ActionButton
          verb="clients.contracts"
          variant="default"
          refusal={refusal}
          loading={assign.isPending}
          onClick={() => assign.mutate(productId)}
        >
          {copy.assign}
        </ActionButton>
        <ConfirmButton
          verb="clients.contracts"
          refusal={refusal}
          label={copy.withdraw}
          title={copy.withdrawTitle(productId)}
          isGrave
          act={() =>
            withdrawProduct(seen, productId).then(() => {
              setTyped('');
              return onChanged();
            })
          }
        >
          {copy.withdrawMeans}
        </ConfirmButton>
      </Group>
      {assign.isSuccess && assign.variables && (
        <Text size="sm" role="status">
          {copy.assigned(assign.variables)}
        </Text>
      )}
    </Stack>
  );
}
