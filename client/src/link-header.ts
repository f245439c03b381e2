/** A target in angle brackets, then everything up to the next one that is outside quotes. */
const LINK = /<([^<>]*)>([^<"]*(?:"(?:[^"\\]|\\.)*"[^<"]*)*)/g;
/** A name, and a quoted or bare value. */
const PARAMETER = /;\s*([^\s=;,"]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g;

/** The target of the first link with rel="next" in a Link header (RFC 8288, 3), as it stands there. */
export function nextTarget(header: string | null): string | undefined {
  for (const [, target, parameters = ''] of (header ?? '').matchAll(LINK)) {
    // Only the first rel of a link counts (RFC 8288, 3.3).
    const rel = [...parameters.matchAll(PARAMETER)].find(([, name]) => name?.toLowerCase() === 'rel');
    const relations = (rel?.[2] ?? rel?.[3] ?? '').toLowerCase().split(/\s+/);
    if (relations.includes('next')) return target;
  }
  return undefined;
}
