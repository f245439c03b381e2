import { articleNotFound } from '../../http/not-found-errors.ts';
import type { Notebook } from '../../notes/keep-notes.ts';
import {
  deleteArticleNote,
  findArticleNote,
  insertArticleNote,
  lockArticleForNote,
  updateArticleNote,
} from './article-note-store.ts';

/** What staff write about the article. */
export function notesOfArticle(manufacturerCode: string): Notebook {
  return {
    subject: ['article', manufacturerCode],
    notFound: articleNotFound,
    lock: (connection) => lockArticleForNote(connection, manufacturerCode),
    insert: (connection, note, max) => insertArticleNote(connection, manufacturerCode, note, max),
    find: (connection, noteId) => findArticleNote(connection, manufacturerCode, noteId),
    update: (connection, note) => updateArticleNote(connection, manufacturerCode, note),
    delete: (connection, noteId) => deleteArticleNote(connection, manufacturerCode, noteId),
  };
}
