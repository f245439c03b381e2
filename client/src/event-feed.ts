import type { ApiConnection, CallOptions } from './api-connection.ts';
import type { EventFeed, FeedEvent } from './api-types.ts';

/** `after`: `next` of an earlier answer, or `latest`. Absent: from the beginning. */
export type FeedQuery = { after?: string | undefined; limit?: number | undefined };

/** /v1/events: all events of orders and stock, in an order that never changes. */
export class Events {
  readonly #api: ApiConnection;

  /** @internal */
  constructor(api: ApiConnection) {
    this.#api = api;
  }

  /**
   * GET /v1/events reads a part of the feed. 410 `position_expired`: `violations[0].allowed` has another
   * position.
   */
  async read(query: FeedQuery = {}, options?: CallOptions): Promise<EventFeed> {
    return (await this.#api.get('/v1/events', query, options)).body as EventFeed;
  }

  /** Reads all events after the position, until the present end. `next` is the position after its part. */
  async *all(query: FeedQuery = {}, options?: CallOptions): AsyncGenerator<FeedEvent & { next: string }> {
    let { after } = query;
    for (;;) {
      const { data, next } = await this.read({ ...query, after }, options);
      for (const event of data) yield { ...event, next };
      if (data.length === 0 || next === after) return;
      after = next;
    }
  }
}
