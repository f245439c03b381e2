const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** Returns the text of HTML that `escapeHtml` made. */
export function unescapeHtml(html: string): string {
  return Object.entries(ESCAPES).reduceRight((text, [sign, entity]) => text.replaceAll(entity, sign), html);
}
