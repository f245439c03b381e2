import { Alert, Paper, Stack, Title } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import { ButtonLink } from '../../shared/ui/links.tsx';
import { stationCopy } from './station-copy.ts';
import classes from './station-frame.module.css';

/** This browser is none, and whoever is here is not signed in either, or may not work at stations. */
export function NoStation() {
  const copy = useCopy(stationCopy);
  return (
    <main className={classes.alone}>
      <Paper withBorder className={classes.card}>
        <Stack gap="md">
          <Title order={1}>{copy.none}</Title>
          <Alert color="gray" icon={<Icon name="help" />}>
            {copy.noneMeans}
          </Alert>
          <ButtonLink to="/" size="lg">
            {copy.toSignIn}
          </ButtonLink>
        </Stack>
      </Paper>
    </main>
  );
}
