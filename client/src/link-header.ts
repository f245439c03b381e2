/** Matches a target in angle brackets and its parameters, up to the next target outside quotes. */
const LINK = /<([^<>]*)>([^<"]*(?:"(?:[^"\\]|\\.)*"[^<"]*)*)/g;
/** Matches one parameter: a name, and an optional quoted or bare value. */
const PARAMETER = /;\s*([^\s=;,"]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g;

/** Returns the unparsed target of the first link with rel="next" in a Link header (RFC 8288, 3). */
export function nextTarget(header: string | null): string | undefined {
  for (const [, target, parameters = ''] of (header ?? '').matchAll(LINK)) {
    // RFC 8288, 3.3: only the first rel of a link counts.
    const rel = [...parameters.matchAll(PARAMETER)].find(([, name]) => name?.toLowerCase() === 'rel');
    const relations = (rel?.[2] ?? rel?.[3] ?? '').toLowerCase().split(/\s+/);
    if (relations.includes('next')) return target;
  }
  return undefined;
}
