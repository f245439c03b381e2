import { Alert, Badge, Image, SimpleGrid, Table, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { SERVER_URL } from '../../shared/api/api-base.ts';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { usePlaceName } from '../../shared/copy/parts-copy.ts';
import { AnchorLink } from '../../shared/ui/links.tsx';
import { Facts, HeadedTable, Page, Section } from '../../shared/ui/page.tsx';
import { type GangSheet, sheetQuery } from './machines-api.ts';
import { machinesCopy } from './machines-copy.ts';

const route = getRouteApi('/office/machines/sheets/$sheet');

const TONES: Record<GangSheet['prints'][number]['standing'], string> = {
  ...{ TO_MAKE: 'blue', MADE: 'green', REJECTED: 'red', CORRECTED: 'red', CANCELLED: 'red', STOPPED: 'orange' },
};

/** Shows a gang sheet with its prints, and which of them are not used. */
export function SheetPage() {
  const { sheets: copy, state } = useCopy(machinesCopy);
  const { count, moment } = useFormats();
  const nameOfPlace = usePlaceName();
  const { sheet: code } = route.useParams();
  const { data: sheet } = useSuspenseQuery(sheetQuery(code));
  const { prints, widthMm, lengthMm, created, picture } = sheet;
  const millimeters = (width: number, height: number) =>
    `${count(Math.round(width))} × ${count(Math.round(height))} mm`;
  const unused = prints.filter(({ standing }) => TONES[standing] === 'red').length;
  return (
    <Page title={copy.one(sheet.sheet)}>
      <Facts
        of={[
          [copy.size, millimeters(widthMm, lengthMm)],
          [copy.made, moment(created)],
          [copy.prints, count(prints.length)],
        ]}
      />
      {unused > 0 && <Alert color="red">{copy.unused(unused)}</Alert>}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" style={{ alignItems: 'start' }}>
        <Section title={copy.prints}>
          <HeadedTable heads={[copy.piece, copy.size, state]} minWidth={480}>
            {prints.map(({ piece, clientId, orderId, location, widthMm: width, heightMm: height, standing }) => (
              <Table.Tr key={`${piece} ${location}`} data-piece={piece} data-standing={standing}>
                <Table.Td>
                  <Text size="sm" ff="monospace">
                    {piece}
                  </Text>
                  <AnchorLink to="/orders/$clientId/$orderId" params={{ clientId, orderId }} size="xs">
                    {orderId}
                  </AnchorLink>
                </Table.Td>
                <Table.Td>
                  <Text size="sm">{millimeters(width, height)}</Text>
                  <Text size="xs" c="dimmed">
                    {nameOfPlace(location)}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Badge color={TONES[standing]} variant="light" styles={{ label: { overflow: 'visible' } }}>
                    {copy.standings[standing]}
                  </Badge>
                </Table.Td>
              </Table.Tr>
            ))}
          </HeadedTable>
        </Section>
        <Section title={copy.sheet}>
          {picture ? (
            <Image src={SERVER_URL + picture} alt={copy.picture(sheet.sheet)} w="100%" h="auto" maw={640} mx="auto" />
          ) : (
            <Text size="sm" c="dimmed">
              {copy.noPicture}
            </Text>
          )}
        </Section>
      </SimpleGrid>
    </Page>
  );
}
