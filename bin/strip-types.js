// Node runs TypeScript, but not below node_modules, where npm installs this package. These hooks remove its
// types.
import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';

const SOURCES = ['../src/', '../connectors/'].map((folder) => new URL(folder, import.meta.url).href);

registerHooks({
  load(url, context, next) {
    if (!SOURCES.some((source) => url.startsWith(source)) || !url.endsWith('.ts')) return next(url, context);
    const source = stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'));
    return { format: 'module', source, shortCircuit: true };
  },
});
