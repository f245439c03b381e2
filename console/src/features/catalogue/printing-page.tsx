import { Checkbox, Group, NativeSelect, NumberInput, Select, Table, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { violationsByField } from '../../shared/api/request-error.ts';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { usePlaceName } from '../../shared/copy/parts-copy.ts';
import { ActionButton, ConfirmButton } from '../../shared/ui/action-button.tsx';
import { Dialog, useDialogChange } from '../../shared/ui/dialog.tsx';
import { HeadedTable, Page, RequestFailure, Section } from '../../shared/ui/page.tsx';
import {
  blanksQuery,
  CATALOGUE_KEY,
  clientsToChooseQuery,
  type FittingRule,
  fittingQuery,
  saveFitting,
  saveTechnology,
  type Technology,
  technologiesQuery,
} from './catalogue-api.ts';
import { catalogueCopy } from './catalogue-copy.ts';

const FITS: readonly FittingRule['fit'][] = ['CONTAIN', 'COVER', 'ACTUAL'];
const POSITIONS: readonly FittingRule['position'][] = ['TOP', 'CENTER'];
const TYPING_MS = 250;
const DPI = { min: 72, max: 2_400 };
const small = { verb: 'catalog.change', variant: 'default', size: 'compact-sm' } as const;

/** Shows how artwork is fitted into print areas, and how the print files of each technology are made. */
export function PrintingPage() {
  const { printing: copy } = useCopy(catalogueCopy);
  return (
    <Page title={copy.title}>
      <FittingSection />
      <TechnologiesSection />
    </Page>
  );
}

function FittingSection() {
  const { printing: copy } = useCopy(catalogueCopy);
  const queryClient = useQueryClient();
  const { data: seen } = useSuspenseQuery(fittingQuery);
  const { data: clients = [] } = useQuery(clientsToChooseQuery);
  const { rules } = seen.content;
  const [edited, setEdited] = useState<number>();
  const readAnew = () => queryClient.invalidateQueries({ queryKey: CATALOGUE_KEY });
  const save = (next: FittingRule[]) => saveFitting(seen, next).then(readAnew);
  const nameOf = (clientId: string | undefined) =>
    clientId === undefined ? copy.everyClient : (clients.find((one) => one.clientId === clientId)?.name ?? clientId);
  const wordsOf = ({ clientId, manufacturerCode }: FittingRule) =>
    `${nameOf(clientId)}, ${manufacturerCode ?? copy.everyArticle}`;
  return (
    <Section
      title={copy.fitting}
      actions={
        <ActionButton {...small} onClick={() => setEdited(rules.length)}>
          {copy.add}
        </ActionButton>
      }
    >
      <Text size="sm">{rules.length === 0 ? copy.noRules : copy.fittingMeans}</Text>
      {rules.length > 0 && (
        <HeadedTable
          heads={[copy.client, copy.article, copy.fit, { label: '', 'aria-label': copy.change }]}
          minWidth={520}
        >
          {rules.map((rule, at) => (
            <Table.Tr key={wordsOf(rule)} data-rule={wordsOf(rule)}>
              <Table.Td>{nameOf(rule.clientId)}</Table.Td>
              <Table.Td>{rule.manufacturerCode ?? copy.everyArticle}</Table.Td>
              <Table.Td>
                {copy.fits[rule.fit]}, {copy.positions[rule.position]}
              </Table.Td>
              <Table.Td>
                <Group gap={6} justify="flex-end" wrap="nowrap">
                  <ActionButton
                    {...small}
                    aria-label={copy.of(copy.change, wordsOf(rule))}
                    onClick={() => setEdited(at)}
                  >
                    {copy.change}
                  </ActionButton>
                  <ConfirmButton
                    {...small}
                    label={copy.remove}
                    aria-label={copy.of(copy.remove, wordsOf(rule))}
                    title={copy.removeTitle}
                    isGrave
                    act={() => save(rules.toSpliced(at, 1))}
                  >
                    {copy.removeMeans}
                  </ConfirmButton>
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </HeadedTable>
      )}
      {edited !== undefined && (
        <FittingDialog
          before={rules[edited]}
          save={(rule) => save(rules.toSpliced(edited, 1, rule))}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Section>
  );
}

interface FittingDialogProps {
  before: FittingRule | undefined;
  save: (rule: FittingRule) => Promise<unknown>;
  onClose: () => void;
}

function FittingDialog({ before, save, onClose }: FittingDialogProps) {
  const { printing: copy } = useCopy(catalogueCopy);
  const { data: clients = [] } = useQuery(clientsToChooseQuery);
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, TYPING_MS);
  const { data: articles = [] } = useQuery(blanksQuery(q));
  const [clientId, setClient] = useState(before?.clientId ?? '');
  const [article, setArticle] = useState<string | null>(before?.manufacturerCode ?? null);
  const [fit, setFit] = useState<FittingRule['fit']>(before?.fit ?? 'CONTAIN');
  const [position, setPosition] = useState<FittingRule['position']>(before?.position ?? 'TOP');
  const rule = {
    ...(clientId !== '' && { clientId }),
    ...(article !== null && { manufacturerCode: article }),
    fit,
    position,
  };
  const change = useDialogChange(() => save(rule), CATALOGUE_KEY, onClose);
  const known = articles.map((one) => ({ value: one.manufacturerCode, label: one.title }));
  const isListed = article === null || known.some(({ value }) => value === article);
  return (
    <Dialog
      title={before ? copy.changeTitle : copy.addTitle}
      confirm={copy.save}
      change={change}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <NativeSelect
        data-autofocus
        label={copy.client}
        value={clientId}
        data={[
          { value: '', label: copy.everyClient },
          ...clients.map((one) => ({ value: one.clientId, label: one.name })),
        ]}
        onChange={(event) => setClient(event.currentTarget.value)}
      />
      <Select
        label={copy.article}
        placeholder={copy.everyArticle}
        clearable
        searchable
        data={isListed ? known : [{ value: article, label: article }, ...known]}
        filter={({ options }) => options}
        value={article}
        onSearchChange={setTyped}
        onChange={setArticle}
      />
      <NativeSelect
        label={copy.fit}
        description={copy.fitMeans[fit]}
        value={fit}
        data={FITS.map((value) => ({ value, label: copy.fits[value] }))}
        onChange={(event) => setFit(FITS.find((one) => one === event.currentTarget.value) ?? fit)}
      />
      <NativeSelect
        label={copy.position}
        value={position}
        data={POSITIONS.map((value) => ({ value, label: copy.positions[value] }))}
        onChange={(event) => setPosition(POSITIONS.find((one) => one === event.currentTarget.value) ?? position)}
      />
    </Dialog>
  );
}

function TechnologiesSection() {
  const { printing: copy } = useCopy(catalogueCopy);
  const { count } = useFormats();
  const nameOfPlace = usePlaceName();
  const { data, error } = useQuery(technologiesQuery);
  const [edited, setEdited] = useState<Technology>();
  const technologies = data?.technologies ?? [];
  const yesNo = (is: boolean) => (is ? copy.yes : copy.no);
  return (
    <Section title={copy.technologies}>
      {error && <RequestFailure error={error} />}
      <Text size="sm">{data && technologies.length === 0 ? copy.noTechnologies : copy.technologiesMean}</Text>
      {technologies.length > 0 && (
        <HeadedTable
          heads={[
            ...[copy.technology, copy.mirrored, copy.pictures, copy.pdf, copy.alpha],
            { label: '', 'aria-label': copy.change },
          ]}
          minWidth={560}
        >
          {technologies.map((one) => (
            <Table.Tr key={one.technology} data-technology={one.technology}>
              <Table.Td fw={600}>{nameOfPlace(one.technology)}</Table.Td>
              <Table.Td>{yesNo(one.isMirrored)}</Table.Td>
              <Table.Td>{one.pictureKind}</Table.Td>
              <Table.Td>{one.keepsPdf ? copy.keepsPdf : copy.drawn(count(one.dpi))}</Table.Td>
              <Table.Td>{yesNo(one.needsAlpha)}</Table.Td>
              <Table.Td ta="right">
                <ActionButton
                  {...small}
                  aria-label={copy.of(copy.change, nameOfPlace(one.technology))}
                  onClick={() => setEdited(one)}
                >
                  {copy.change}
                </ActionButton>
              </Table.Td>
            </Table.Tr>
          ))}
        </HeadedTable>
      )}
      {edited && <TechnologyDialog before={edited} onClose={() => setEdited(undefined)} />}
    </Section>
  );
}

function TechnologyDialog({ before, onClose }: { before: Technology; onClose: () => void }) {
  const { printing: copy } = useCopy(catalogueCopy);
  const nameOfPlace = usePlaceName();
  const [fields, setFields] = useState(before);
  const set = (changes: Partial<Technology>) => setFields((old) => ({ ...old, ...changes }));
  const change = useDialogChange(() => saveTechnology(fields), CATALOGUE_KEY, onClose);
  const faults = violationsByField(change.error);
  return (
    <Dialog
      title={nameOfPlace(before.technology)}
      confirm={copy.save}
      change={change}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <Checkbox
        data-autofocus
        label={copy.isMirrored}
        checked={fields.isMirrored}
        onChange={(event) => set({ isMirrored: event.currentTarget.checked })}
      />
      <NativeSelect
        label={copy.pictures}
        value={fields.pictureKind}
        data={['PNG', 'TIFF']}
        onChange={(event) => set({ pictureKind: event.currentTarget.value === 'TIFF' ? 'TIFF' : 'PNG' })}
      />
      <Checkbox
        label={copy.keepPdf}
        checked={fields.keepsPdf}
        onChange={(event) => set({ keepsPdf: event.currentTarget.checked })}
      />
      {!fields.keepsPdf && (
        <NumberInput
          label={copy.dpi}
          hideControls
          {...DPI}
          clampBehavior="none"
          allowDecimal={false}
          value={fields.dpi}
          onChange={(typed) => set({ dpi: Number(typed) })}
          error={faults.dpi}
        />
      )}
      <Checkbox
        label={copy.needsAlpha}
        checked={fields.needsAlpha}
        onChange={(event) => set({ needsAlpha: event.currentTarget.checked })}
      />
      <Text size="sm" c="dimmed">
        {copy.madeAgain}
      </Text>
    </Dialog>
  );
}
