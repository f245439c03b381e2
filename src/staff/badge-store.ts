import type { Connection } from '../platform/database/transaction.ts';
import type { Operator } from './operator-store.ts';

/** Whoever may sign on at a station, with what shows that it is them. */
export interface SignOnAccount extends Pick<Operator, 'operatorId' | 'name' | 'login' | 'role' | 'status'> {
  pinHash: string | null;
}

const COLUMNS = 'operator_id as "operatorId", name, login, role, status, pin_hash as "pinHash"';

export async function findByBadge(
  connection: Connection,
  badgeCode: string,
): Promise<SignOnAccount | undefined> {
  const { rows } = await connection.query<SignOnAccount>({
    text: `select ${COLUMNS} from operators where badge_code = $1`,
    values: [badgeCode],
  });
  return rows[0];
}

export async function findWithPin(
  connection: Connection,
  loginKey: string,
): Promise<SignOnAccount | undefined> {
  const { rows } = await connection.query<SignOnAccount>({
    text: `select ${COLUMNS} from operators where login_key = $1`,
    values: [loginKey],
  });
  return rows[0];
}

/** Gives the person the badge, or with null none, in place of the one before. Answers false when somebody has that code. */
export async function saveBadge(
  connection: Connection,
  operatorId: string,
  badgeCode: string | null,
  given: Date,
): Promise<boolean> {
  const { rowCount } = await connection.query({
    text: `update operators set badge_code = $2, badge_given = case when $2::text is null then null else $3::timestamptz end
           where operator_id = $1 and not exists (select 1 from operators other where other.badge_code = $2 and other.operator_id <> $1)`,
    values: [operatorId, badgeCode, given],
  });
  return rowCount === 1;
}

/** Gives the person the PIN, or with null none. */
export async function savePin(
  connection: Connection,
  operatorId: string,
  pinHash: string | null,
  given: Date,
): Promise<void> {
  await connection.query({
    text: `update operators set pin_hash = $2, pin_given = case when $2::text is null then null else $3::timestamptz end
           where operator_id = $1`,
    values: [operatorId, pinHash, given],
  });
}
