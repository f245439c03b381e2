import { Radio, Stack } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { partsCopy } from '../../shared/copy/parts-copy.ts';
import { clientsCopy } from './clients-copy.ts';

/** From the one that may do most. */
const ROLES = ['admin', 'office', 'floor', 'viewer'] as const;
export type ProgramRole = (typeof ROLES)[number];

/** The roles of a program of ours, each with what it may do. */
export function RoleRadios(group: { value?: ProgramRole; onChange?: (role: ProgramRole) => void }) {
  const copy = useCopy(clientsCopy);
  const { roles, roleMay } = useCopy(partsCopy);
  const { onChange, ...rest } = group;
  return (
    <Radio.Group label={copy.role} {...rest} onChange={(role) => onChange?.(role as ProgramRole)}>
      <Stack gap="xs" mt={6}>
        {ROLES.map((one) => (
          <Radio key={one} value={one} label={roles[one]} description={roleMay[one]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
