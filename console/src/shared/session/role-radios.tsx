import { Radio, Stack } from '@mantine/core';
import type { Schemas } from '../api/operator-client.ts';
import { useCopy } from '../copy/copy.ts';
import { partsCopy } from '../copy/parts-copy.ts';

export type Role = Schemas['Operator']['role'];

/** Most powerful first. */
const ROLES: readonly Role[] = ['admin', 'office', 'floor', 'viewer'];

type RoleRadiosProps = { label: string; value?: Role; onChange?: (role: Role) => void };

/** Radio buttons for the role of a person or program. */
export function RoleRadios({ onChange, ...rest }: RoleRadiosProps) {
  const { roles, roleMay } = useCopy(partsCopy);
  return (
    <Radio.Group {...rest} onChange={(role) => onChange?.(role as Role)}>
      <Stack gap="xs" mt={6}>
        {ROLES.map((role) => (
          <Radio key={role} value={role} label={roles[role]} description={roleMay[role]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
