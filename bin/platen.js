#!/usr/bin/env node
// Plain JavaScript for any version of Node. Finds the Node that package-lock.json pins, and runs the command with it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const NODE_MAJOR_MIN = 26;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isRightNode = Number(process.versions.node.split('.')[0]) >= NODE_MAJOR_MIN;
/** Needed below node_modules, where Node itself does not remove types. Child processes and threads inherit the options. */
const stripTypes = /[\\/]node_modules[\\/]/.test(root)
  ? ['--disable-warning=ExperimentalWarning', `--import=${pathToFileURL(join(root, 'bin/strip-types.js')).href}`]
  : [];

if (isRightNode && stripTypes.every((option) => process.execArgv.includes(option))) {
  // Halves the time to start. If the folder is not writable, Node has no cache; NODE_COMPILE_CACHE names another folder.
  nodeModule.enableCompileCache(join(root, 'node_modules/.cache/platen'));
  await import('../src/cli/main.ts');
} else {
  runWith(isRightNode ? process.execPath : findPinnedNode());
}

/** Returns the Node in this package's node_modules, or in the node_modules that contains this package. */
function findPinnedNode() {
  const candidates = [join(root, 'node_modules'), dirname(root)].map((folder) => join(folder, '.bin/node'));
  const pinned = candidates.find((file) => existsSync(file));
  if (pinned) return pinned;
  process.stderr.write(`platen: needs Node ${NODE_MAJOR_MIN}; run "npm ci" in ${root}, which installs it.\n`);
  process.exit(1);
}

/** Runs the same command with that Node. Replaces this process where the system allows it. */
function runWith(node) {
  const args = [...stripTypes, ...process.argv.slice(1)];
  if (isRightNode && process.platform !== 'win32') process.execve(node, [node, ...args]);
  const child = spawn(node, args, { stdio: 'inherit' });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`platen: ${node} does not start (${error.message}); run "npm ci" in ${root}.\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code);
    for (const forwarded of signals) process.removeAllListeners(forwarded);
    process.kill(process.pid, signal);
  });
}
