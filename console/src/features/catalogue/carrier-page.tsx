import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { CarrierDialog } from './carrier-dialog.tsx';
import { carrierQuery, clientsOfCarrierQuery, type SeenCarrier } from './carriers-api.ts';
import { catalogueCopy } from './catalogue-copy.ts';
import { ClientsList } from './clients-list.tsx';

const route = getRouteApi('/office/carriers/$carrierId');

/** Who ships with this carrier? */
export function CarrierPage() {
  const copy = useCopy(catalogueCopy).carriers;
  const { carrierId } = route.useParams();
  const search = route.useSearch();
  const clients = useQuery(clientsOfCarrierQuery(carrierId, search.cursor));
  const { data: seen } = useSuspenseQuery(carrierQuery(carrierId));
  // What was on the screen when the person began.
  const [renaming, setRenaming] = useState<SeenCarrier>();
  return (
    <Page
      title={seen.content.name}
      actions={
        <ActionButton verb="carriers.change" onClick={() => setRenaming(seen)}>
          {copy.rename}
        </ActionButton>
      }
    >
      <Section title={copy.clients}>
        <ClientsList
          query={clients}
          to={`/carriers/${encodeURIComponent(carrierId)}`}
          search={search}
          none={copy.noClients}
        />
      </Section>
      {renaming && <CarrierDialog seen={renaming} onClose={() => setRenaming(undefined)} />}
    </Page>
  );
}
