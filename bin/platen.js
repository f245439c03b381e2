#!/usr/bin/env node
// Plain JavaScript for any Node: finds the Node that package-lock.json pins and runs the command with it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findBundle } from './bundled-server.js';
import { keepTickShape } from './keep-tick-shape.js';

const NODE_MAJOR_MIN = 26;
/**
 * What V8 keeps for values that have just been made, in MiB, and twice that in memory. By default 32, which a server fills and never gives
 * back: that saves little time, and takes a third of all its memory. V8 reads it only when a process begins.
 */
const YOUNG_VALUES = '--max-semi-space-size=8';
/**
 * What V8 keeps for all other values at most, in MiB. From 2,048 on, which it takes by itself on a machine with much memory, it lets them grow fourfold before it looks
 * for those that are needed no more; below, twofold at most.
 */
const OLD_VALUES = '--max-old-space-size=2000';
/**
 * For the C library of Linux, unless the environment has others: one heap for all threads, in place of one for each, which gives back what is free at its end; and what is
 * large has pages of its own. Nearly all memory is taken by one thread; what the others once took they seldom need again.
 */
const HEAP_OF_C = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
};
/** With less, V8 takes less than that by itself. */
const MUCH_MEMORY_BYTES = 8 * 1024 ** 3;

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Where npm has installed it as a package, every process of it, and every thread, is to load its TypeScript by this. */
const STRIP_TYPES = pathToFileURL(join(root, 'bin/strip-types.js')).href;
const asPackage = /[\\/]node_modules[\\/]/.test(root)
  ? ['--disable-warning=ExperimentalWarning', `--import=${STRIP_TYPES}`]
  : [];

const isRightNode = Number(process.versions.node.split('.')[0]) >= NODE_MAJOR_MIN;
if (isRightNode) beginAnew();
if (isRightNode && !isUnloadable()) {
  if (process.argv[2] === 'start') keepTickShape();
  // Halves the time until a command is at work. Where the folder cannot be written there is no cache, and all works.
  nodeModule.enableCompileCache(join(root, 'node_modules/.cache/platen'));
  await import(bundledServer() ?? '../src/cli/main.ts');
} else {
  // Beside it, where npm has installed it as a package.
  const pinned = isRightNode
    ? process.execPath
    : ([join(root, 'node_modules'), dirname(root)]
        .map((folder) => join(folder, '.bin/node'))
        .find((file) => existsSync(file)) ?? join(root, 'node_modules/.bin/node'));
  if (!existsSync(pinned)) {
    process.stderr.write(`platen: needs Node ${NODE_MAJOR_MIN}; run "npm ci" in ${root}, which brings it.\n`);
    process.exit(1);
  }
  const child = spawn(pinned, [...(isRightNode ? asPackage : []), ...process.argv.slice(1)], {
    stdio: 'inherit',
  });
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

/** What `npm ci` made of the server; undefined for commands, which are short, and where there is none. Errors name the files of src/ all the same. */
function bundledServer() {
  const main = process.argv[2] === 'start' ? findBundle() : undefined;
  if (main === undefined) return undefined;
  nodeModule.setSourceMapsSupport(true, { nodeModules: true });
  return pathToFileURL(main).href;
}

/** Puts the program with the settings that it needs into this process, unless it has them already. Commands of a checkout are short, and need none. */
function beginAnew() {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  const forServer = memory >= MUCH_MEMORY_BYTES ? [YOUNG_VALUES, OLD_VALUES] : [YOUNG_VALUES];
  const missing = isSet(STRIP_TYPES) ? [] : [...asPackage];
  if (process.argv[2] === 'start')
    missing.push(...forServer.filter((setting) => !isSet(setting.split('=')[0])));
  // Windows cannot, and whoever speaks with this process over a channel would lose it.
  if (missing.length === 0 || process.platform === 'win32' || process.connected) return;
  const heap = process.argv[2] === 'start' ? HEAP_OF_C : {};
  process.execve(
    process.execPath,
    [process.execPath, ...missing, ...process.execArgv, ...process.argv.slice(1)],
    { ...heap, ...process.env },
  );
}

function isSet(setting) {
  return [...process.execArgv, process.env.NODE_OPTIONS ?? ''].some((one) =>
    one.replaceAll('_', '-').includes(setting.replaceAll('_', '-')),
  );
}

/** On Windows, where a process cannot begin anew. */
function isUnloadable() {
  return asPackage.length > 0 && !isSet(STRIP_TYPES);
}
