import { type ParseOptions, parse, type TokenType } from 'sugar-high/core';
import * as csharp from 'sugar-high/lang/csharp';
import * as json from 'sugar-high/lang/json';
import * as php from 'sugar-high/lang/php';
import * as python from 'sugar-high/lang/python';
import * as shell from 'sugar-high/lang/shell';
import * as typescript from 'sugar-high/lang/typescript';
import * as yaml from 'sugar-high/lang/yaml';
import { escapeHtml } from './escape-html.ts';

/** The languages with colours, by the info string of a code block. Blocks without one are for the shell. */
const LANGUAGES: Readonly<Record<string, ParseOptions>> = {
  '': shell,
  sh: shell,
  ts: typescript,
  js: typescript,
  python,
  php,
  csharp,
  json,
  yaml,
};
/** The tokens with a colour, which are classes in guides.css. Numbers and names of types are `class`. */
const COLOURED: ReadonlySet<TokenType> = new Set(['keyword', 'string', 'comment', 'class', 'property']);
/** In a shell, the library also takes ports and file names for numbers and properties. */
const COLOURED_IN_SHELL: ReadonlySet<TokenType> = new Set(['keyword', 'string', 'comment']);

/** Returns the code as HTML, in which coloured tokens are `span` elements. */
export function highlightCode(code: string, language: string): string {
  const options = LANGUAGES[language];
  if (options === undefined) return escapeHtml(code);
  const coloured = options === shell ? COLOURED_IN_SHELL : COLOURED;
  const lines = parse(code, options).lines.map(({ tokens }) =>
    tokens
      .map(({ type, value }) => {
        const html = escapeHtml(value);
        return coloured.has(type) ? `<span class="${type}">${html}</span>` : html;
      })
      .join(''),
  );
  return lines.join('\n');
}
