import { Anchor, Badge, Button, Group, NumberInput, Select, Table, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { violationsByField } from '../../shared/api/request-error.ts';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { Dialog, useDialogChange } from '../../shared/ui/dialog.tsx';
import { CodeLink } from '../../shared/ui/links.tsx';
import { ChangeFailure, HeadedTable, ListResult, Page, RequestFailure, Section } from '../../shared/ui/page.tsx';
import {
  BUYING_KEY,
  type BuyProposal,
  createPurchase,
  mailPurchase,
  type Purchase,
  proposalsQuery,
  purchaseFile,
  purchasesQuery,
  saveItem,
  saveSupplier,
  setPurchaseState,
  suppliersQuery,
} from './buying-api.ts';
import { stockCopy } from './stock-copy.ts';

const route = getRouteApi('/office/buying');

/** What to buy, from whom, and the purchase orders. */
export function BuyingPage() {
  const copy = useCopy(stockCopy).buying;
  const search = route.useSearch();
  const proposals = useQuery(proposalsQuery);
  const purchases = useQuery(purchasesQuery(search.cursor));
  const [isOpen, dialog] = useDisclosure();
  const bySupplier = Map.groupBy(proposals.data ?? [], ({ supplierId = '' }) => supplierId);
  return (
    <Page
      title={copy.title}
      actions={
        <ActionButton verb="stock.change" variant="default" onClick={dialog.open}>
          {copy.newSupplier}
        </ActionButton>
      }
    >
      {isOpen && <SupplierDialog onClose={dialog.close} />}
      {proposals.error && <RequestFailure error={proposals.error} onRetry={() => void proposals.refetch()} />}
      {proposals.data?.length === 0 && <Text>{copy.nothing}</Text>}
      {[...bySupplier].map(([supplierId, rows]) => (
        <ProposalSection key={supplierId} supplierId={supplierId} proposals={rows} />
      ))}
      <Section title={copy.orders}>
        <ListResult query={purchases} to="/buying" search={search} none={<Text size="sm">{copy.noOrders}</Text>}>
          {(rows) => <PurchasesTable purchases={rows} />}
        </ListResult>
      </Section>
    </Page>
  );
}

type ProposalSectionProps = { supplierId: string; proposals: readonly BuyProposal[] };

/** The proposal for one supplier, whose quantities become a purchase order. */
function ProposalSection({ supplierId, proposals }: ProposalSectionProps) {
  const copy = useCopy(stockCopy).buying;
  const { count } = useFormats();
  const queryClient = useQueryClient();
  const [changed, setChanged] = useState<Readonly<Record<string, number | string>>>({});
  const [reference, setReference] = useState('');
  const [sourcing, setSourcing] = useState<BuyProposal>();
  const keyOf = ({ kind, code }: BuyProposal) => `${kind} ${code}`;
  const quantityOf = (one: BuyProposal) => Number(changed[keyOf(one)] ?? one.quantity);
  const chosen = proposals.filter((one) => quantityOf(one) > 0);
  const order = useMutation({
    mutationFn: () =>
      createPurchase({
        ...{ supplierId, reference: reference.trim() },
        lines: chosen.map((one) => ({ kind: one.kind, code: one.code, quantity: quantityOf(one) })),
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: BUYING_KEY }),
  });
  return (
    <Section title={proposals[0]?.supplierName ?? copy.noSupplier}>
      {sourcing && <ItemDialog proposal={sourcing} onClose={() => setSourcing(undefined)} />}
      <HeadedTable
        heads={[
          copy.variant,
          ...[copy.available, copy.waiting, copy.onOrder, copy.used].map((label) => ({ label, ta: 'right' as const })),
          { label: copy.quantity, ta: 'right' },
        ]}
        minWidth={720}
      >
        {proposals.map((one) => (
          <Table.Tr key={keyOf(one)} data-code={one.code}>
            <Table.Td>
              <CodeLink to="/stock/$kind/$code" params={{ kind: one.kind, code: one.code }}>
                {one.code}
              </CodeLink>
              <Text size="xs" c="dimmed">
                {[one.name, one.color, one.size, one.supplierCode].filter(Boolean).join(', ')}
              </Text>
            </Table.Td>
            <Table.Td ta="right">{count(one.available)}</Table.Td>
            <Table.Td ta="right">{count(one.waiting)}</Table.Td>
            <Table.Td ta="right">{count(one.onOrder)}</Table.Td>
            <Table.Td ta="right">{count(one.used)}</Table.Td>
            <Table.Td ta="right">
              {supplierId === '' ? (
                <Button size="compact-sm" variant="default" onClick={() => setSourcing(one)}>
                  {copy.source}
                </Button>
              ) : (
                <NumberInput
                  aria-label={copy.quantityOf(one.code)}
                  w={110}
                  ml="auto"
                  min={0}
                  step={one.packSize}
                  allowDecimal={false}
                  allowNegative={false}
                  value={changed[keyOf(one)] ?? one.quantity}
                  onChange={(value) => setChanged({ ...changed, [keyOf(one)]: value })}
                />
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </HeadedTable>
      {supplierId !== '' && (
        <Group align="flex-end" mt="sm">
          <TextInput
            label={copy.reference}
            value={reference}
            onChange={(event) => setReference(event.currentTarget.value)}
          />
          <ActionButton
            verb="stock.change"
            loading={order.isPending}
            disabled={!reference.trim() || chosen.length === 0}
            onClick={() => order.mutate()}
          >
            {copy.order}
          </ActionButton>
        </Group>
      )}
      <ChangeFailure error={order.error} />
    </Section>
  );
}

function PurchasesTable({ purchases }: { purchases: readonly Purchase[] }) {
  const copy = useCopy(stockCopy).buying;
  const { moment, money, count } = useFormats();
  const queryClient = useQueryClient();
  const { data: suppliers = [] } = useQuery(suppliersQuery);
  const change = useMutation({
    mutationFn: ({ purchaseId, state }: { purchaseId: string; state: 'SENT' | 'DONE' | 'CANCELLED' }) =>
      setPurchaseState(purchaseId, state),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: BUYING_KEY }),
  });
  const [mailed, setMailed] = useState<Purchase>();
  return (
    <>
      <ChangeFailure error={change.error} />
      {mailed && (
        <MailDialog
          purchase={mailed}
          address={suppliers.find((one) => one.supplierId === mailed.supplierId)?.email ?? ''}
          onClose={() => setMailed(undefined)}
        />
      )}
      <HeadedTable
        heads={[
          copy.reference,
          copy.supplier,
          copy.state,
          copy.createdAt,
          copy.expected,
          { label: copy.total, ta: 'right' },
          '',
        ]}
        minWidth={840}
      >
        {purchases.map((one) => (
          <Table.Tr key={one.purchaseId} data-purchase={one.reference}>
            <Table.Td>{one.reference}</Table.Td>
            <Table.Td>{one.supplierName}</Table.Td>
            <Table.Td>
              <Badge color={one.state === 'DONE' ? 'green' : 'gray'}>{copy.states[one.state]}</Badge>
              {one.mail && (
                <Text size="xs" c={one.mail.state === 'FAILED' ? 'red' : 'dimmed'} title={one.mail.error}>
                  {copy.mailStates[one.mail.state]}
                </Text>
              )}
            </Table.Td>
            <Table.Td>{moment(one.created)}</Table.Td>
            <Table.Td>{one.expected}</Table.Td>
            <Table.Td ta="right">
              {one.total !== undefined && (one.currency ? money(one.total, one.currency) : count(one.total))}
            </Table.Td>
            <Table.Td>
              <Group gap={6} justify="flex-end" wrap="nowrap">
                {(['csv', 'pdf'] as const).map((form) => (
                  <Anchor key={form} href={purchaseFile(one.purchaseId, form)} size="sm" download>
                    {form.toUpperCase()}
                  </Anchor>
                ))}
                {(one.state === 'DRAFT' || one.state === 'SENT') && (
                  <ActionButton verb="stock.change" size="compact-sm" variant="default" onClick={() => setMailed(one)}>
                    {copy.mail}
                  </ActionButton>
                )}
                {one.state === 'DRAFT' && (
                  <ActionButton
                    verb="stock.change"
                    size="compact-sm"
                    onClick={() => change.mutate({ purchaseId: one.purchaseId, state: 'SENT' })}
                  >
                    {copy.markSent}
                  </ActionButton>
                )}
                {one.state === 'SENT' && (
                  <ActionButton
                    verb="stock.change"
                    size="compact-sm"
                    variant="default"
                    onClick={() => change.mutate({ purchaseId: one.purchaseId, state: 'DONE' })}
                  >
                    {copy.markDone}
                  </ActionButton>
                )}
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
      </HeadedTable>
    </>
  );
}

/** Sends a purchase order by e-mail from the server. */
function MailDialog({
  purchase: { purchaseId, reference, mail },
  address,
  onClose,
}: {
  purchase: Purchase;
  address: string;
  onClose: () => void;
}) {
  const copy = useCopy(stockCopy).buying;
  const [to, setTo] = useState(address);
  const change = useDialogChange(() => mailPurchase(purchaseId, to.trim()), BUYING_KEY, onClose);
  return (
    <Dialog
      title={copy.mailTitle(reference)}
      confirm={copy.mail}
      change={change}
      onSubmit={() => to.trim() && change.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{copy.mailMeans}</Text>
      {mail?.state === 'SENT' && <Text size="sm">{copy.mailAgain(mail.address)}</Text>}
      <TextInput
        data-autofocus
        label={copy.email}
        type="email"
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
        error={violationsByField(change.error).address}
      />
    </Dialog>
  );
}

function SupplierDialog({ onClose }: { onClose: () => void }) {
  const copy = useCopy(stockCopy).buying;
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [leadDays, setLeadDays] = useState<number | string>(5);
  const change = useDialogChange(
    () => saveSupplier({ name, leadDays: Number(leadDays), ...(email.trim() && { email: email.trim() }) }),
    BUYING_KEY,
    onClose,
  );
  return (
    <Dialog
      title={copy.newSupplier}
      confirm={copy.save}
      change={change}
      onSubmit={() => name.trim() && change.mutate()}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={copy.supplier}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput label={copy.email} value={email} onChange={(event) => setEmail(event.currentTarget.value)} />
      <NumberInput
        label={copy.leadDays}
        min={0}
        allowDecimal={false}
        allowNegative={false}
        value={leadDays}
        onChange={setLeadDays}
      />
    </Dialog>
  );
}

/** Sets the supplier of a variant, with its article number, pack and price. */
function ItemDialog({ proposal: { kind, code }, onClose }: { proposal: BuyProposal; onClose: () => void }) {
  const copy = useCopy(stockCopy).buying;
  const { data: suppliers = [] } = useQuery(suppliersQuery);
  const [supplierId, setSupplierId] = useState<string | null>(null);
  const [supplierCode, setSupplierCode] = useState('');
  const [packSize, setPackSize] = useState<number | string>(1);
  const [price, setPrice] = useState<number | string>('');
  const change = useDialogChange(
    () =>
      saveItem(supplierId ?? '', {
        ...{ kind, code, packSize: Number(packSize) || 1 },
        ...(supplierCode.trim() && { supplierCode: supplierCode.trim() }),
        ...(price !== '' && { price: Number(price) }),
      }),
    BUYING_KEY,
    onClose,
  );
  return (
    <Dialog
      title={copy.sourceTitle(code)}
      confirm={copy.save}
      change={change}
      onSubmit={() => supplierId !== null && change.mutate()}
      onClose={onClose}
    >
      <Select
        label={copy.supplier}
        data={suppliers.map((one) => ({ value: one.supplierId, label: one.name }))}
        value={supplierId}
        onChange={setSupplierId}
      />
      <TextInput
        label={copy.supplierCode}
        value={supplierCode}
        onChange={(event) => setSupplierCode(event.currentTarget.value)}
      />
      <NumberInput label={copy.packSize} min={1} allowDecimal={false} value={packSize} onChange={setPackSize} />
      <NumberInput label={copy.price} min={0} allowNegative={false} value={price} onChange={setPrice} />
    </Dialog>
  );
}
