import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../errors.ts';
import { type Slot, Slots } from '../slots.ts';
import { TurnQueue } from '../turn-queue.ts';
import { AnswerRate } from './answer-rate.ts';
import { Refusals } from './refusals.ts';

/** Requests that are answered at once, however slowly that goes. */
const UNDER_WAY_MIN = 1_024;
const UNDER_WAY_MAX = 4_096;
/** As many are let in as are answered in so long: whoever is let in waits for about that. */
const WAIT_SECONDS = 1;
/** So much of that is let in beside it, of parties that have less than their share, where others have all of it. */
const BESIDE_PART = 1 / 4;
/** Who has so much of that under way has no place beside any more: another one may have nothing at all. */
const ONE_BESIDE_PART = 3 / 4;
/** Staff have so many of their own, whatever customers do. */
const STAFF_UNDER_WAY_MAX = 256;
/** Requests that are begun in one turn of the event loop: what else it has to do, such as a probe to answer, waits no longer than for them. */
const BEGUN_IN_TURN_MAX = 64;
/** Of those that wait for a turn. */
const RESUMED_IN_TURN_MAX = 32;
/** Worked on at once: what has begun costs more memory than what waits, and more time to collect it. */
const IN_HAND_MAX = 256;
/** So much of that one party has at most, so that whoever sends slowly keeps no other from beginning. */
const IN_HAND_PART = 3 / 4;
/** One that takes longer waits for something else than its turn, such as a slow sender, and keeps nobody else from beginning. */
const IN_HAND_MS_MAX = 250;
const IN_HAND_CHECK_MS = 50;
const RETRY_AFTER_SECONDS = '1';

/** Who asks, as far as can be told before the request is looked at. */
export interface Asking {
  /** A client. Whoever has shown no token that is known shares with all others who have not. */
  party: string;
  kind: 'customer' | 'staff' | 'health';
  /** It is refused anyway, for a reason of its own. */
  refusal?: ApiError | undefined;
}

export interface AdmissionOptions {
  who: (request: IncomingMessage) => Asking;
  /** Told now and then how many were refused since. */
  onRefused: (refused: number) => void;
  underWayMin?: number;
  inHandMax?: number;
  rate?: AnswerRate;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Of those that are let in as many as can be answered, or one of the few beside them. */
type Place = 'among' | 'beside';

interface Guest {
  readonly asking: Asking;
  readonly handler: Handler;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly place: Place;
  /** When it began. */
  begun: number;
  /** Among those in hand, once it has begun. */
  slot: Slot<Guest> | undefined;
}

/**
 * Keeps what is under way to what is answered in about a second. What comes on top is refused within milliseconds, before anything is done for it, and
 * whoever has least under way last of all. What is let in begins in turn by party, a few hundred at once, so that what waits is small. Refusing is bounded itself: whoever asks again at once, thousands of times, waits for its refusal.
 */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #underWayMin: number;
  readonly #inHandMax: number;
  readonly #customers = new Map<string, number>();
  #ofCustomers = 0;
  #beside = 0;
  #ofStaff = 0;
  readonly #rate: AnswerRate;
  readonly #queue = new TurnQueue<Guest>();
  #begunInTurn = 0;
  #turnEnds = false;
  /** What has begun and keeps others from beginning. */
  readonly #inHand = new Slots<Guest>();
  readonly #inHandOf = new Map<string, number>();
  #inHandTimer: NodeJS.Timeout | undefined;
  readonly #refusals: Refusals;

  constructor(options: AdmissionOptions) {
    this.#options = options;
    this.#refusals = new Refusals(options.onRefused);
    this.#underWayMin = options.underWayMin ?? UNDER_WAY_MIN;
    this.#inHandMax = options.inHandMax ?? IN_HAND_MAX;
    this.#rate = options.rate ?? new AnswerRate(performance.now());
  }

  /** Requests that are being answered. */
  get underWay(): number {
    return this.#ofCustomers + this.#ofStaff;
  }

  /** Requests that were refused so far. */
  get refused(): number {
    return this.#refusals.count;
  }

  /** The handler behind this door. */
  guard(handler: Handler): Handler {
    return (request, response) => {
      const asking = this.#options.who(request);
      const place = asking.refusal ? undefined : this.#placeFor(asking);
      if (!place) {
        this.#refusals.add(response, asking.refusal ?? TOO_MUCH);
        return;
      }
      this.#enter(asking, place);
      const guest: Guest = { asking, place, handler, request, response, begun: 0, slot: undefined };
      // Emitted once; a listener that takes itself off would cost more.
      response.on('close', () => this.#leave(guest));
      if (asking.kind === 'health') handler(request, response);
      else this.#begin(guest);
    };
  }

  #begin(guest: Guest): void {
    const { party } = guest.asking;
    this.#endTurn();
    if (this.#queue.size > 0 || this.#begunInTurn >= BEGUN_IN_TURN_MAX || !this.#hasRoomFor(party)) {
      this.#queue.add(party, guest);
      return;
    }
    this.#beginNow(guest);
  }

  #beginNow(guest: Guest): void {
    const { party } = guest.asking;
    this.#begunInTurn++;
    guest.begun = performance.now();
    guest.slot = this.#inHand.add(guest);
    this.#inHandOf.set(party, (this.#inHandOf.get(party) ?? 0) + 1);
    guest.handler(guest.request, guest.response);
  }

  #endTurn(): void {
    if (this.#turnEnds) return;
    this.#turnEnds = true;
    setImmediate(() => this.#nextTurn());
  }

  #nextTurn(): void {
    this.#turnEnds = false;
    this.#begunInTurn = 0;
    while (this.#begunInTurn < RESUMED_IN_TURN_MAX) {
      const turn = this.#queue.take((_, party) => (this.#hasRoomFor(party) ? 'goes' : 'passed over'));
      if (!turn) break;
      const { one } = turn;
      // Whoever has gone meanwhile needs no answer.
      if (one.response.destroyed || one.request.socket.destroyed) continue;
      this.#beginNow(one);
    }
    if (this.#queue.size === 0) return;
    if (this.#begunInTurn >= RESUMED_IN_TURN_MAX) this.#endTurn();
    else this.#inHandTimer ??= setTimeout(() => this.#passOver(), IN_HAND_CHECK_MS);
  }

  #hasRoomFor(party: string): boolean {
    const held = this.#inHandOf.get(party) ?? 0;
    return this.#inHand.size < this.#inHandMax && held < Math.ceil(this.#inHandMax * IN_HAND_PART);
  }

  /** Whether it was in hand until now. */
  #putDown({ slot, asking: { party } }: Guest): boolean {
    if (!slot || !this.#inHand.delete(slot)) return false;
    const left = (this.#inHandOf.get(party) ?? 0) - 1;
    if (left > 0) this.#inHandOf.set(party, left);
    else this.#inHandOf.delete(party);
    return true;
  }

  /** Those that take long keep nobody waiting. */
  #passOver(): void {
    this.#inHandTimer = undefined;
    const before = performance.now() - IN_HAND_MS_MAX;
    for (const { value } of this.#inHand.all()) if (value.begun <= before) this.#putDown(value);
    this.#endTurn();
  }

  #placeFor({ kind, party }: Asking): Place | undefined {
    if (kind === 'health') return 'among';
    if (kind === 'staff') return this.#ofStaff < STAFF_UNDER_WAY_MAX ? 'among' : undefined;
    if (this.#ofCustomers < this.#underWayMin) return 'among';
    const limit = this.#limit();
    if (this.#ofCustomers < limit) return 'among';
    const held = this.#customers.get(party) ?? 0;
    const parties = this.#customers.size + (held === 0 ? 1 : 0);
    const beside = limit * BESIDE_PART;
    return held < Math.min(limit / parties, beside * ONE_BESIDE_PART) && this.#beside < beside
      ? 'beside'
      : undefined;
  }

  #limit(): number {
    return Math.min(UNDER_WAY_MAX, Math.max(this.#underWayMin, this.#answeredPerSecond() * WAIT_SECONDS));
  }

  #answeredPerSecond(): number {
    return this.#rate.sample(performance.now(), this.#ofCustomers >= this.#underWayMin);
  }

  #enter({ kind, party }: Asking, place: Place): void {
    if (kind === 'staff') this.#ofStaff++;
    if (place === 'beside') this.#beside++;
    if (kind !== 'customer') return;
    this.#ofCustomers++;
    this.#customers.set(party, (this.#customers.get(party) ?? 0) + 1);
  }

  #leave(guest: Guest): void {
    const { kind, party } = guest.asking;
    if (guest.place === 'beside') this.#beside--;
    if (this.#putDown(guest) && this.#queue.size > 0) this.#endTurn();
    if (kind === 'staff') this.#ofStaff--;
    if (kind !== 'customer') return;
    this.#ofCustomers--;
    if (this.#rate.add()) this.#answeredPerSecond();
    const left = (this.#customers.get(party) ?? 0) - 1;
    if (left > 0) this.#customers.set(party, left);
    else this.#customers.delete(party);
  }
}

const TOO_MUCH = new ApiError(
  'temporarily_unavailable',
  'The server has more to do than it can. Send the request again a little later.',
  { headers: { 'Retry-After': RETRY_AFTER_SECONDS } },
);
