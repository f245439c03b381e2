import type { Pool } from 'pg';
import { gatherStatements } from './stored-statements.ts';

/** SQLSTATEs of statements that Citus refuses, whatever their values are. */
const REFUSED = new Set(['0A000', 'XX000', '42P18', '42P01']);

/** Runs every statement of every store. Returns a sentence for each that Citus refuses. */
export async function listRefusedStatements(pool: Pool): Promise<string[]> {
  const refused: string[] = [];
  const connection = await pool.connect();
  const { statements } = await gatherStatements();
  for (const { by, file, text } of statements) {
    if (text.includes(';') || /^\s*(set|begin|commit|rollback|lock)/i.test(text)) continue;
    await connection.query('begin');
    try {
      await connection.query(`prepare tried as ${text}`);
      const { rows } = await connection.query<{ type: string }>(
        `select unnest(parameter_types)::text as type from pg_prepared_statements where name = 'tried'`,
      );
      const values = rows.map(({ type }) => sampleOf(type)).join(', ');
      await connection.query(`execute tried${values && `(${values})`}`);
    } catch (error) {
      const { code = '', message } = error as { code?: string; message: string };
      if (REFUSED.has(code)) refused.push(`${file} ${by}: ${message}`);
    }
    await connection.query('rollback');
    await connection.query('deallocate all');
  }
  connection.release();
  return refused;
}

function sampleOf(type: string): string {
  if (type.endsWith('[]')) return `'{}'`;
  if (type === 'uuid') return `'00000000-0000-0000-0000-000000000000'`;
  if (type === 'boolean') return 'true';
  if (/int|numeric|double|real/.test(type)) return '1';
  return /timestamp|date/.test(type) ? `'2026-01-01'` : type === 'text' ? `'a'` : 'null';
}
