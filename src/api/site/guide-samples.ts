/** The languages of tabs, by the info string of their code blocks. */
const LANGUAGES = { sh: 'curl', ts: 'TypeScript', python: 'Python', php: 'PHP', csharp: 'C#' } as const;
type Language = keyof typeof LANGUAGES;

const BLOCK = new RegExp(
  `<pre tabindex="0"><code class="language-(${Object.keys(LANGUAGES).join('|')})">(?:[^<]|</?span)*</code></pre>\n`,
  'g',
);
const BLOCKS = new RegExp(`(?:${BLOCK.source}){2,}`, 'g');

/** Frames consecutive code blocks in different languages. The script of the page shows each frame as tabs. */
export function frameSamples(html: string): string {
  return html.replaceAll(BLOCKS, (blocks) => {
    const samples = [...blocks.matchAll(BLOCK)];
    const languages = samples.map(([, language]) => language as Language);
    if (new Set(languages).size < languages.length) return blocks;
    const panels = samples.map(([block], index) => {
      const language = languages[index] as Language;
      return `<div data-language="${language}">\n<p>${LANGUAGES[language]}</p>\n${block}</div>\n`;
    });
    return `<div class="samples">\n${panels.join('')}</div>\n`;
  });
}
