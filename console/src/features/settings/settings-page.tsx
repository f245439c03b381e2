import { useQuery } from '@tanstack/react-query';
import { useCopy } from '../../shared/copy/copy.ts';
import { Page } from '../../shared/ui/page.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { ServiceState } from './service-state.tsx';
import { settingsQuery } from './settings-api.ts';
import { settingsCopy } from './settings-copy.ts';
import { SettingsTable } from './settings-table.tsx';

/** How is the service, and what is it told to do? */
export function SettingsPage() {
  const copy = useCopy(settingsCopy);
  const { data, error, refetch } = useQuery(settingsQuery);
  return (
    <Page title={copy.title}>
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <Section title={copy.service}>
            <ServiceState service={data} />
          </Section>
          <Section title={copy.settings}>
            <SettingsTable settings={data.settings} />
          </Section>
        </>
      )}
    </Page>
  );
}
