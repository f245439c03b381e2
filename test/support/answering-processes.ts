import cluster from 'node:cluster';
import { setInterval as every } from 'node:timers/promises';
import { joinAnswering, receiveAssignment, tellReady } from '../../src/processes/assignment.ts';
import { ServerProcesses } from '../../src/processes/server-processes.ts';

// Three processes, of which the first says that it answers requests half of the time, until it gets SIGUSR2. Each writes a line when it knows of such others, and
// one when it knows of none any more.

const COUNT = 3;
const INTERVAL_MS = 20;
const PART = 0.5;

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

if (cluster.isPrimary) {
  const log = { info: say, warn: say };
  const processes = new ServerProcesses({ count: COUNT, environment: {}, database: null, log });
  process.once('SIGTERM', () => processes.stop());
  await processes.start();
} else {
  const { number } = await receiveAssignment();
  const others = joinAnswering();
  let speaks = number === 1;
  process.on('SIGUSR2', () => {
    speaks = false;
  });
  tellReady();
  let known = 0;
  for await (const _ of every(INTERVAL_MS)) {
    if (speaks) others.tellAnswering(PART);
    const part = others.answering();
    if (part !== known) say({ process: number, knows: part });
    known = part;
  }
}
