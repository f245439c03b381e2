#!/usr/bin/env node
// Plain JavaScript for any Node: finds the Node that package-lock.json pins and runs the command with it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_MAJOR_MIN = 26;

const root = dirname(dirname(fileURLToPath(import.meta.url)));

if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR_MIN) {
  // Halves the time until a command is at work. Where the folder cannot be written there is no cache, and all works.
  nodeModule.enableCompileCache(join(root, 'node_modules/.cache/platen'));
  await import('../src/cli/main.ts');
} else {
  const pinned = join(root, 'node_modules/.bin/node');
  if (!existsSync(pinned)) {
    process.stderr.write(`platen: needs Node ${NODE_MAJOR_MIN}; run "npm ci" in ${root}, which brings it.\n`);
    process.exit(1);
  }
  const child = spawn(pinned, process.argv.slice(1), { stdio: 'inherit' });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`platen: ${pinned} does not start (${error.message}); run "npm ci" in ${root}.\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code);
    for (const forwarded of signals) process.removeAllListeners(forwarded);
    process.kill(process.pid, signal);
  });
}
