/** Returns the code blocks of a page in one language without their indentation; '' is the shell. */
export function blocksOf(page: string, language: string): string[] {
  const blocks = page.matchAll(/^( *)```(\S*)(?: file=\S+)?\n(.+?)^ *```$/gms);
  return [...blocks]
    .filter(([, , of]) => of === language)
    .map(([, indent = '', , text = '']) => text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
}
