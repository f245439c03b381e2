import { Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../api/operator-client.ts';
import tableText from './table-text.module.css';

const FRESH_MS = 600_000;

interface VariantKey {
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
  });

/** Shows the picture, name, colour and size of a variant with its code, or the code until they are loaded. */
export function VariantName(key: VariantKey) {
  const { data } = useQuery(variantQuery(key));
  if (!data) return key.code;
  const { name, color, size } = data;
  // Names of product variants usually contain them.
  const further = [color, size].filter((word) => !` ${name} `.includes(` ${word} `));
  return (
    <>
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
      {[name, ...further].join(', ')}{' '}
      <Text component="span" size="xs" c="dimmed" ff="monospace">
        {key.code}
      </Text>
    </>
  );
}
