import { Radio, Stack } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { partsCopy } from '../../shared/copy/parts-copy.ts';
import { ROLES, type Role } from './staff-api.ts';
import { staffCopy } from './staff-copy.ts';

/** The roles, each with what it may do. */
export function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const copy = useCopy(staffCopy);
  const { roles, roleMay } = useCopy(partsCopy);
  return (
    <Radio.Group label={copy.role} value={value} onChange={(role) => onChange(role as Role)}>
      <Stack gap="xs" mt={6}>
        {ROLES.map((role) => (
          <Radio key={role} value={role} label={roles[role]} description={roleMay[role]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
