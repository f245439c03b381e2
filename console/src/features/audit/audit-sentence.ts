/** A part of a sentence: words, or the place of the subject. */
type SentencePart = { words: string } | { isSubject: true };

type Done = { action: string; subject: { id?: string }; detail?: Readonly<Record<string, unknown>> };

/**
 * Returns the name of the sentence for an entry, with the details that the sentence needs. Some actions have
 * several sentences.
 */
export function chooseSentence({ action, subject, detail = {} }: Done): {
  action: string;
  detail: Readonly<Record<string, unknown>>;
} {
  if (action === 'operator.sign_in_failed') {
    const where = typeof detail.station === 'string' ? '_at_station' : '';
    return { action: `${action}${subject.id === undefined ? '_of_nobody' : ''}${where}`, detail };
  }
  if (action === 'catalog.imported') {
    const retired = retiredBy(detail);
    if (retired > 0) return { action: 'catalog.imported_and_retired', detail: { ...detail, retired } };
  }
  return { action, detail };
}

function retiredBy({ differences }: Readonly<Record<string, unknown>>): number {
  const counts = Object(differences) as Record<string, { retired?: number } | undefined>;
  return (counts.articleVariants?.retired ?? 0) + (counts.productVariants?.retired ?? 0);
}

/** Splits a sentence such as `disabled the client {subject}` into parts, and fills in the details. */
export function sentenceParts(pattern: string, detail: Readonly<Record<string, unknown>>): SentencePart[] {
  return pattern
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      if (name === undefined) return { words: part };
      return name === 'subject' ? { isSubject: true } : { words: textOf(detail[name]) };
    });
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '…';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
