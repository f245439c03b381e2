import type { Connection } from '../../database/transaction.ts';

export interface ArticleNote {
  noteId: string;
  text: string;
  created: Date;
  /** When it was last corrected. */
  changed: Date | null;
  authorId: string | null;
  authorName: string | null;
}

const COLUMNS =
  'note_id as "noteId", text, created, changed, author_id as "authorId", author_name as "authorName"';

/** Locks the article against others' notes at once; answers whether there is such an article. */
export async function lockArticleForNote(connection: Connection, manufacturerCode: string): Promise<boolean> {
  const { rows } = await connection.query({
    text: 'select 1 from articles where manufacturer_code = $1 for no key update',
    values: [manufacturerCode],
  });
  return rows.length > 0;
}

/** Undefined when the article has `max` already; the same one twice is as once. */
export async function insertArticleNote(
  connection: Connection,
  manufacturerCode: string,
  { noteId, text, created, authorId, authorName }: Omit<ArticleNote, 'changed'>,
  max: number,
): Promise<ArticleNote | undefined> {
  const { rows } = await connection.query<ArticleNote>({
    text: `insert into article_notes (manufacturer_code, note_id, text, created, author_id, author_name)
           select $1, $2, $3, $4, $5, $6
           where (select count(*) from article_notes where manufacturer_code = $1 and note_id <> $2) < $7
           on conflict (manufacturer_code, note_id) do update set text = excluded.text
           returning ${COLUMNS}`,
    values: [manufacturerCode, noteId, text, created, authorId, authorName, max],
  });
  return rows[0];
}

/** Oldest first. */
export async function listArticleNotes(
  connection: Connection,
  manufacturerCode: string,
): Promise<ArticleNote[]> {
  const { rows } = await connection.query<ArticleNote>({
    text: `select ${COLUMNS} from article_notes where manufacturer_code = $1 order by created, note_id`,
    values: [manufacturerCode],
  });
  return rows;
}

export interface NoteOfVariants extends ArticleNote {
  manufacturerCode: string;
  /** Those of the variants asked for that are of this article. */
  skus: string[];
}

/** The notes about the articles that these variants are of, article by article, the oldest first; at most `limit` of them. */
export async function listNotesOfVariants(
  connection: Connection,
  skus: readonly string[],
  limit: number,
): Promise<NoteOfVariants[]> {
  const { rows } = await connection.query<NoteOfVariants>({
    name: 'list-notes-of-variants',
    text: `select manufacturer_code as "manufacturerCode", skus, ${COLUMNS}
           from (select manufacturer_code, array_agg(sku order by sku) as skus
                 from article_variants where sku = any($1) group by manufacturer_code) named
           join article_notes using (manufacturer_code)
           order by manufacturer_code, created, note_id limit $2`,
    values: [skus, limit],
  });
  return rows;
}

export async function findArticleNote(
  connection: Connection,
  manufacturerCode: string,
  noteId: string,
): Promise<ArticleNote | undefined> {
  const { rows } = await connection.query<ArticleNote>({
    text: `select ${COLUMNS} from article_notes where manufacturer_code = $1 and note_id = $2 for update`,
    values: [manufacturerCode, noteId],
  });
  return rows[0];
}

export async function updateArticleNote(
  connection: Connection,
  manufacturerCode: string,
  { noteId, text, changed }: Pick<ArticleNote, 'noteId' | 'text' | 'changed'>,
): Promise<ArticleNote | undefined> {
  const { rows } = await connection.query<ArticleNote>({
    text: `update article_notes set text = $3, changed = $4 where manufacturer_code = $1 and note_id = $2
           returning ${COLUMNS}`,
    values: [manufacturerCode, noteId, text, changed],
  });
  return rows[0];
}

export async function deleteArticleNote(
  connection: Connection,
  manufacturerCode: string,
  noteId: string,
): Promise<void> {
  await connection.query({
    text: 'delete from article_notes where manufacturer_code = $1 and note_id = $2',
    values: [manufacturerCode, noteId],
  });
}
