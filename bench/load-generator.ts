import { connect, type Socket } from 'node:net';
import { type Latencies, type LoadJob, type LoadResult, NUMBER_DIGITS, NUMBER_MARK } from './load-job.ts';

/**
 * A process that only makes load: it writes prepared bytes over some connections, one request at a time on each, and looks at answers no
 * further than to find their ends and their status. It is told what to do by its parent, and answers with one LoadResult for each LoadJob.
 */

const READ_BYTES = 65_536;
const TICK_MS = 1;
const HEAD_END = '\r\n\r\n';
/** `HTTP/1.1 200`: where the three digits stand. */
const STATUS_AT = 9;
const ZERO = 0x30;

interface Prepared {
  bytes: Buffer;
  /** Where a new number goes for each request; -1: nowhere. */
  numberAt: number;
}

process.on('message', (job: LoadJob) => {
  run(job).then(
    (result) => process.send?.(result),
    (error: Error) => process.send?.({ failure: error.message }),
  );
});
process.on('disconnect', () => process.exit(0));

async function run(job: LoadJob): Promise<LoadResult> {
  const cpuBefore = process.cpuUsage();
  const load = new Load(job);
  await load.connect();
  const started = performance.now();
  await (job.rate === undefined ? load.runClosed(started) : load.runAtRate(started, job.rate));
  const { user, system } = process.cpuUsage(cpuBefore);
  return load.result((performance.now() - started) / 1_000, (user + system) / 1e6);
}

class Load {
  readonly #job: LoadJob;
  readonly #lines: Line[] = [];
  /** Each is used in turn: a server closes one that says nothing for some seconds. */
  readonly #idle: Line[] = [];
  /** When requests were to be sent for which no connection was free. */
  readonly #late: number[] = [];
  /** Those before it have been sent. */
  #lateFrom = 0;
  readonly #latencies: number[] = [];
  readonly #unexpected: Record<string, number> = {};
  readonly #byStatus = new Map<number, number[]>();
  readonly #done = Promise.withResolvers<void>();
  #number: number;
  #sent = 0;
  #underWay = 0;
  #ending = false;

  constructor(job: LoadJob) {
    this.#job = job;
    this.#number = job.firstNumber;
  }

  async connect(): Promise<void> {
    for (let i = 0; i < this.#job.connections; i++) {
      const prepared = this.#job.requests.map(prepare);
      const line = new Line(this.#job.port, prepared, i * 7, (status, at, sentAt) =>
        this.#answered(line, status, at, sentAt),
      );
      this.#lines.push(line);
    }
    await Promise.all(this.#lines.map((line) => line.connected));
    for (const line of this.#lines) line.onLost = (error) => this.#done.reject(error);
  }

  /** Each connection sends its next request when the last one is answered, until the time is over or enough were sent. */
  async runClosed(started: number): Promise<void> {
    const until = started + this.#job.seconds * 1_000;
    setTimeout(() => {
      this.#ending = true;
      this.#endIfDone();
    }, until - started);
    for (const line of this.#lines) this.#send(line, performance.now());
    await this.#done.promise;
  }

  /**
   * Requests are due at moments that were fixed before, however slow the answers are, and the time of each is counted from the moment when
   * it was due, so a server that stands still is charged for all who came meanwhile.
   */
  async runAtRate(started: number, rate: number): Promise<void> {
    const { seconds } = this.#job;
    let tick = 0;
    let due = 0;
    const next = (): void => {
      const now = performance.now();
      for (; started + tick * TICK_MS <= now && tick * TICK_MS < seconds * 1_000; tick++) {
        const at = started + tick * TICK_MS;
        for (due += (rate * TICK_MS) / 1_000; due >= 1; due--) {
          const line = this.#idle.shift();
          if (line) this.#send(line, at);
          else this.#late.push(at);
        }
      }
      this.#ending = tick * TICK_MS >= seconds * 1_000;
      if (this.#ending) this.#endIfDone();
      else setTimeout(next, TICK_MS);
    };
    this.#idle.push(...this.#lines);
    next();
    await this.#done.promise;
  }

  result(seconds: number, cpuSeconds: number): LoadResult {
    for (const line of this.#lines) line.close();
    return {
      ...summarise(this.#latencies),
      seconds,
      cpuSeconds,
      byStatus: Object.fromEntries([...this.#byStatus].map(([status, times]) => [status, summarise(times)])),
      unsent: this.#late.length - this.#lateFrom,
      unexpected: this.#unexpected,
      nextNumber: this.#number,
    };
  }

  #send(line: Line, at: number): void {
    this.#sent++;
    this.#underWay++;
    line.send(this.#number++, at);
  }

  #answered(line: Line, status: number, at: number, sentAt: number): void {
    this.#underWay--;
    const now = performance.now();
    this.#latencies.push(now - at);
    const { rate, requestsMax = Infinity, givesUpLate } = this.#job;
    if (this.#job.status === undefined) this.#timesOf(status).push(now - sentAt);
    else if (status !== this.#job.status) this.#unexpected[status] = (this.#unexpected[status] ?? 0) + 1;
    const late = this.#ending && givesUpLate ? undefined : this.#nextLate();
    if (late !== undefined) this.#send(line, late);
    else if (rate !== undefined) this.#idle.push(line);
    else if (!this.#ending && this.#sent < requestsMax) this.#send(line, performance.now());
    else this.#ending = true;
    this.#endIfDone();
  }

  #endIfDone(): void {
    const isLate = !this.#job.givesUpLate && this.#lateFrom < this.#late.length;
    if (this.#ending && this.#underWay === 0 && !isLate) this.#done.resolve();
  }

  #timesOf(status: number): number[] {
    const times = this.#byStatus.get(status) ?? [];
    this.#byStatus.set(status, times);
    return times;
  }

  /** Taking the first of a long array costs its length. */
  #nextLate(): number | undefined {
    return this.#lateFrom < this.#late.length ? this.#late[this.#lateFrom++] : undefined;
  }
}

/** One connection. Its requests are its own bytes, since the numbers in them change. */
class Line {
  readonly connected: Promise<void>;
  onLost: (error: Error) => void = () => {};
  readonly #socket: Socket;
  readonly #requests: readonly Prepared[];
  readonly #onAnswer: (status: number, at: number, sentAt: number) => void;
  #turn: number;
  /** When the request was due. */
  #at = 0;
  #sentAt = 0;
  #status = 0;
  /** Bytes of the answer that are still to come, once its head has been read. */
  #left = 0;
  #head: Buffer | undefined;

  constructor(
    port: number,
    requests: Prepared[],
    turn: number,
    onAnswer: (status: number, at: number, sentAt: number) => void,
  ) {
    this.#requests = requests;
    this.#turn = turn;
    this.#onAnswer = onAnswer;
    const connected = Promise.withResolvers<void>();
    this.connected = connected.promise;
    const onread = {
      buffer: Buffer.alloc(READ_BYTES),
      callback: (bytes: number, buffer: Uint8Array) => {
        this.#take(buffer.subarray(0, bytes) as Buffer);
        return true;
      },
    };
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true, onread }, () => connected.resolve());
    this.#socket.on('error', (error) => {
      connected.reject(error);
      this.onLost(error);
    });
    this.#socket.on('end', () => this.onLost(new Error('the server closed a connection')));
  }

  send(number: number, at: number): void {
    const { bytes, numberAt } = this.#requests[this.#turn++ % this.#requests.length] as Prepared;
    if (numberAt >= 0) {
      for (let place = numberAt + NUMBER_DIGITS - 1, left = number; place >= numberAt; place--) {
        bytes[place] = ZERO + (left % 10);
        left = Math.floor(left / 10);
      }
    }
    this.#at = at;
    this.#sentAt = performance.now();
    this.#socket.write(bytes);
  }

  close(): void {
    this.onLost = () => {};
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    if (this.#left > 0) this.#left -= chunk.length;
    else {
      const head = this.#head ? Buffer.concat([this.#head, chunk]) : chunk;
      const end = head.indexOf(HEAD_END);
      this.#head = end < 0 ? Buffer.from(head) : undefined;
      if (end < 0) return;
      this.#status = Number(head.toString('latin1', STATUS_AT, STATUS_AT + 3));
      this.#left = end + HEAD_END.length + bodyLength(this.#status, head, end) - head.length;
    }
    if (this.#left < 0) this.onLost(new Error('an answer was longer than it said'));
    else if (this.#left === 0) this.#onAnswer(this.#status, this.#at, this.#sentAt);
  }
}

function summarise(times: readonly number[]): Latencies {
  const sorted = Float64Array.from(times).sort();
  const part = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { requests: sorted.length, p50: part(0.5), p99: part(0.99), p999: part(0.999) };
}

function prepare(text: string): Prepared {
  const bytes = Buffer.from(text);
  return { bytes, numberAt: bytes.indexOf(NUMBER_MARK) };
}

function bodyLength(status: number, head: Buffer, end: number): number {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head.toString('latin1', 0, end))?.[1];
  if (length !== undefined) return status === 304 ? 0 : Number(length);
  if (status === 204 || status === 304) return 0;
  throw new Error('an answer came without a length');
}
