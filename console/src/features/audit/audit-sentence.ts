/** A part of a sentence: words, or the place where its subject stands. */
export type SentencePart = { words: string } | { isSubject: true };

/** `disabled the client {subject}` in parts; `{carrierId}` and the like are filled in from the details. */
export function sentenceParts(pattern: string, detail: Readonly<Record<string, unknown>>): SentencePart[] {
  return pattern
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      if (name === undefined) return { words: part };
      return name === 'subject' ? { isSubject: true } : { words: wordsOf(detail[name]) };
    });
}

function wordsOf(value: unknown): string {
  if (value === undefined || value === null) return '…';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
