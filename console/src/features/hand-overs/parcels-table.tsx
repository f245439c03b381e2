import { Badge, Table, VisuallyHidden } from '@mantine/core';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { OrderLink } from '../../shared/ui/links.tsx';
import { HeadedTable } from '../../shared/ui/page.tsx';
import tableText from '../../shared/ui/table-text.module.css';
import type { WaitingParcel } from './hand-overs-api.ts';
import { handOversCopy } from './hand-overs-copy.ts';

interface ParcelsTableProps {
  parcels: readonly (WaitingParcel & { handedOver?: string })[];
  onRemove?: (code: string) => void;
}

/** Lists parcels, with the scan time for those on a list. */
export function ParcelsTable({ parcels, onRemove }: ParcelsTableProps) {
  const copy = useCopy(handOversCopy);
  const { moment } = useFormats();
  const isOfList = parcels.some(({ handedOver }) => handedOver !== undefined);
  return (
    <HeadedTable
      heads={[
        copy.parcel,
        copy.order,
        copy.client,
        copy.tracking,
        isOfList ? copy.handedOver : copy.state,
        ...(onRemove ? [{ label: <VisuallyHidden>{copy.actions}</VisuallyHidden> }] : []),
      ]}
      minWidth={640}
    >
      {parcels.map(({ code, clientId, clientName, orderId, trackingNumber, state, handedOver }) => (
        <Table.Tr key={code} data-parcel={code}>
          <Table.Td ff="monospace">{code}</Table.Td>
          <Table.Td>
            <OrderLink clientId={clientId} orderId={orderId} />
          </Table.Td>
          <Table.Td>
            <span className={tableText.name} title={clientName}>
              {clientName}
            </span>
          </Table.Td>
          <Table.Td ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {trackingNumber}
          </Table.Td>
          <Table.Td style={{ whiteSpace: 'nowrap' }}>
            {handedOver === undefined ? (
              <Badge color={state === 'SHIPPED' ? 'gray' : 'orange'}>{copy.packedStates[state]}</Badge>
            ) : (
              moment(handedOver)
            )}
          </Table.Td>
          {onRemove && (
            <Table.Td ta="right">
              <ActionButton
                verb="handovers.change"
                variant="default"
                size="compact-sm"
                aria-label={copy.removeNamed(code)}
                onClick={() => onRemove(code)}
              >
                {copy.remove}
              </ActionButton>
            </Table.Td>
          )}
        </Table.Tr>
      ))}
    </HeadedTable>
  );
}
