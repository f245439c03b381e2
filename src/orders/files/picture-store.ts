import type { DueQuery } from '../../platform/database/due-query.ts';
import type { Connection } from '../../platform/database/transaction.ts';

/** Names of the two pictures of a file in the blob store; null: it cannot be drawn. */
export interface PictureNames {
  small: string | null;
  large: string | null;
}

/** A file whose picture is to be drawn. */
export interface DueFile {
  sha256: string;
  mediaType: string;
}

export async function findPictures(
  connection: Connection,
  sha256: string,
): Promise<PictureNames | undefined> {
  const { rows } = await connection.query<PictureNames>({
    name: 'find-pictures',
    text: 'select small, large from file_pictures where sha256 = $1',
    values: [sha256],
  });
  return rows[0];
}

export async function savePictures(
  connection: Connection,
  sha256: string,
  { small, large }: PictureNames,
  made: Date,
): Promise<void> {
  await connection.query({
    name: 'save-pictures',
    text: `insert into file_pictures (sha256, small, large, made) values ($1, $2, $3, $4)
           on conflict (sha256) do update set small = excluded.small, large = excluded.large, made = excluded.made`,
    values: [sha256, small, large, made],
  });
}

/** Has the clients with files whose pictures are to be drawn. */
export function duePictures(): DueQuery {
  return { text: 'select distinct client_id as key from order_files where picture_due', values: [] };
}

/** That of the client's due files which was fetched first. */
export async function findDuePicture(connection: Connection, clientId: string): Promise<DueFile | undefined> {
  const { rows } = await connection.query<DueFile>({
    name: 'find-due-picture',
    text: `select sha256, media_type as "mediaType" from order_files
           where client_id = $1 and picture_due order by fetched limit 1`,
    values: [clientId],
  });
  return rows[0];
}

/** The client's files of that content are no longer due. */
export async function endDuePicture(connection: Connection, clientId: string, sha256: string): Promise<void> {
  await connection.query({
    name: 'end-due-picture',
    text: 'update order_files set picture_due = null where client_id = $1 and sha256 = $2 and picture_due',
    values: [clientId, sha256],
  });
}
