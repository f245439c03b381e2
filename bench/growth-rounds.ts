import type { GrowthCase } from './growth-cases.ts';
import type { Grown } from './growth-report.ts';

/** A server with orders, as far as the rounds need it. */
export interface AskedServer {
  /** Told where it does not answer. */
  name: string;
  /** Asks for it once; throws where that fails. */
  ask(one: GrowthCase, round: number): Promise<unknown>;
  /** Of Node and PostgreSQL since they started. */
  processorMs(): Promise<number>;
}

interface Times {
  ms: number[];
  processorMs: number[];
  hasFailed: boolean;
}

/** How long each server takes for each operation. What was asked for is known whatever happens later. */
export class GrowthRounds {
  readonly #servers: readonly AskedServer[];
  readonly #rounds: number;
  readonly #times: readonly ReadonlyMap<GrowthCase, Times>[];

  constructor(servers: readonly AskedServer[], cases: readonly GrowthCase[], rounds: number) {
    this.#servers = servers;
    this.#rounds = rounds;
    this.#times = servers.map(
      () => new Map(cases.map((one) => [one, { ms: [], processorMs: [], hasFailed: false }])),
    );
  }

  /**
   * Asks each server for everything, each operation of all of them in turn, so that what else uses the machine is the same for all; once more than there are rounds, since
   * the first fills caches. An operation that fails is told, and not asked of this server any more.
   */
  async ask(onFailure: (message: string) => void): Promise<void> {
    const cases = [...(this.#times[0]?.keys() ?? [])];
    for (let round = 0; round <= this.#rounds; round++)
      for (const one of cases)
        for (const [index, server] of this.#servers.entries()) {
          const times = this.#times[index]?.get(one);
          if (!times || times.hasFailed) continue;
          const before = await server.processorMs();
          const started = performance.now();
          try {
            await server.ask(one, round);
          } catch (error) {
            times.hasFailed = true;
            onFailure(`${server.name}, ${one.name}: ${(error as Error).message}`);
            continue;
          }
          if (round === 0) continue;
          const ms = performance.now() - started;
          const processorMs = (await server.processorMs()) - before;
          times.ms.push(ms);
          times.processorMs.push(processorMs);
        }
  }

  /** By server, of the operations that it was asked for. */
  medians(): Grown['medians'][] {
    return this.#times.map((ofServer) =>
      [...ofServer]
        .filter(([, { ms }]) => ms.length > 0)
        .map(([{ name, mayGrow }, { ms, processorMs }]) => ({
          name,
          ms: median(ms),
          processorMs: median(processorMs),
          ...(mayGrow && { mayGrow }),
          ...(ms.length < this.#rounds && { rounds: ms.length }),
        })),
    );
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}
