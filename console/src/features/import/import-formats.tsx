import { Button, Group, Table, Text } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { saveFile, toCsv } from '../../shared/list/save-file.ts';
import { HeadedTable } from '../../shared/ui/page.tsx';
import { importCopy } from './import-copy.ts';

interface Format {
  file: string;
  required: readonly string[];
  optional: readonly string[];
  /** Rows of the required columns, and of the first optional ones. */
  sample: readonly (readonly (string | number)[])[];
}

const CUSTOMS = ['hsCode', 'countryOfOrigin', 'weightGrams', 'customsDescription'];

/** The tables of the server's CSV format. */
export const FORMATS: readonly Format[] = [
  {
    file: 'articles',
    required: ['manufacturerCode', 'title', 'type'],
    optional: [...CUSTOMS, 'previewImageUrls'],
    sample: [['SAMPLE-TEE', 'Sample tee', 'BLANK', '610910', 'PT', 180, 'T-shirt, cotton']],
  },
  {
    file: 'article-variants',
    required: ['sku', 'manufacturerCode', 'color', 'size', 'stockLevelQuantity'],
    optional: ['dtgType', 'allowedLocations', 'isAllowedOnLocations', ...CUSTOMS],
    sample: [
      ['SAMPLE-TEE-BLK-M', 'SAMPLE-TEE', 'Black', 'M', 120, 'WHITE_UNDERBASE', 'FRONT:DTG|DTF@355.6x406.4;NECK:DTF'],
      ['SAMPLE-TEE-WHT-M', 'SAMPLE-TEE', 'White', 'M', 80, 'NO_UNDERBASE', 'FRONT:DTG|DTF'],
    ],
  },
  {
    file: 'products',
    required: ['productId', 'name'],
    optional: ['previewImageUrls', ...CUSTOMS],
    sample: [['SAMPLE-1', 'Sample mug']],
  },
  {
    file: 'product-variants',
    required: ['ean13', 'productId', 'name', 'color', 'size', 'stockLevelQuantity'],
    optional: CUSTOMS,
    sample: [['2000000000015', 'SAMPLE-1', 'Sample mug white', 'White', 'One size', 40]],
  },
  {
    file: 'carriers',
    required: ['carrierId', 'name'],
    optional: ['default'],
    sample: [['sample-post', 'Sample post']],
  },
];

/** Describes the CSV files, with a template and a sample of each. */
export function ImportFormats() {
  const copy = useCopy(importCopy);
  const save = ({ file, required, optional }: Format, rows: Format['sample']) => {
    const columns = [...required, ...optional];
    const csv = toCsv([columns, ...rows.map((row) => columns.map((_, at) => row[at]))]);
    saveFile(`${file}.csv`, csv, 'text/csv;charset=utf-8');
  };
  return (
    <details>
      <summary>{copy.formats.title}</summary>
      <Text size="sm" my="xs" maw={720}>
        {copy.formats.means}
      </Text>
      <HeadedTable heads={[copy.file, copy.formats.required, copy.formats.optional, '']}>
        {FORMATS.map((format) => (
          <Table.Tr key={format.file} data-format={format.file}>
            <Table.Td>{format.file}.csv</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <code>{format.required.join(', ')}</code>
            </Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <code>{format.optional.join(', ')}</code>
            </Table.Td>
            <Table.Td>
              <Group gap={6}>
                <Button size="compact-sm" variant="default" onClick={() => save(format, [])}>
                  {copy.formats.template}
                </Button>
                <Button size="compact-sm" variant="default" onClick={() => save(format, format.sample)}>
                  {copy.formats.sample}
                </Button>
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
      </HeadedTable>
    </details>
  );
}
