import { Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../api/operator-client.ts';
import tableText from './table-text.module.css';

const FRESH_MS = 600_000;

export interface VariantKey {
  kind: 'ARTICLE' | 'PRODUCT';
  /** SKU or EAN-13. */
  code: string;
}

const variantQuery = ({ kind, code }: VariantKey) =>
  queryOptions({
    queryKey: ['variant-name', kind, code],
    queryFn: ({ signal }) => api.GET('/operator/v1/stock/{kind}/{code}', { params: { path: { kind, code } }, signal }),
    staleTime: FRESH_MS,
    retry: false,
    enabled: code !== '',
  });

/** Returns name, colour and size of a variant, or its code until they are loaded. */
export function useVariantName(key: VariantKey): string {
  const { data } = useQuery(variantQuery(key));
  return data ? nameOf(data) : key.code;
}

/** Names of product variants usually contain colour and size. */
function nameOf({ name, color, size }: { name: string; color: string; size: string }): string {
  return [name, ...[color, size].filter((word) => !` ${name} `.includes(` ${word} `))].join(', ');
}

/** Shows the picture, name, colour and size of a variant with its code, or the code until they are loaded. */
export function VariantName(key: VariantKey) {
  const { data } = useQuery(variantQuery(key));
  if (!data) return key.code;
  return (
    <span className={tableText.variant}>
      {data.pictureUrl && (
        <img
          className={tableText.picture}
          src={data.pictureUrl}
          alt=""
          loading="lazy"
          onError={({ currentTarget: picture }) => {
            picture.hidden = true;
          }}
        />
      )}
      <span>
        {nameOf(data)}{' '}
        <Text component="span" display="inline-block" size="xs" c="dimmed" ff="monospace">
          {key.code}
        </Text>
      </span>
    </span>
  );
}
