import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf, peerAddress } from '../../../platform/http/peer-address.ts';
import type { Config } from '../../../platform/settings/config.ts';
import type { Browser } from '../../../staff/sign-in.ts';

/** Browsers keep a cookie for 400 days at most. */
const DEVICE_SECONDS = 400 * 86_400;

/**
 * The cookies of people. With https their names begin with __Host-, so that no other host and no unencrypted page can set or read them (RFC
 * 6265bis, 4.1.3.2), which needs Path=/ also where BASE_URL has a path. With http, as on one's own machine, they are plain.
 */
export class SessionCookies {
  readonly #trusted: Config['TRUSTED_PROXIES'];
  readonly #isSecure: boolean;
  readonly #session: string;
  readonly #device: string;
  readonly #station: string;

  constructor({ BASE_URL, TRUSTED_PROXIES }: Pick<Config, 'BASE_URL' | 'TRUSTED_PROXIES'>) {
    this.#trusted = TRUSTED_PROXIES;
    this.#isSecure = BASE_URL.startsWith('https:');
    this.#session = this.nameOf('platen');
    this.#device = this.nameOf('platen-device');
    this.#station = this.nameOf('platen-station');
  }

  nameOf(name: string): string {
    return this.#isSecure ? `__Host-${name}` : name;
  }

  /** What names the session; undefined where there is none. */
  read(request: FastifyRequest): string | undefined {
    return request.cookies[this.#session];
  }

  /** The session, which ends with the browser, and that somebody has signed in here. */
  set(reply: FastifyReply, { token, device }: { token: string; device: string }): void {
    reply.setCookie(this.#session, token, { ...this.options, sameSite: 'strict' });
    reply.setCookie(this.#device, device, { ...this.options, sameSite: 'strict', maxAge: DEVICE_SECONDS });
  }

  clear(reply: FastifyReply): void {
    reply.clearCookie(this.#session, { ...this.options, sameSite: 'strict' });
  }

  /** What names the station that the browser is; undefined where it is none. */
  readStation(request: FastifyRequest): string | undefined {
    return request.cookies[this.#station];
  }

  /** The browser is a station, also after it was closed. */
  setStation(reply: FastifyReply, token: string): void {
    reply.setCookie(this.#station, token, { ...this.options, sameSite: 'strict', maxAge: DEVICE_SECONDS });
  }

  clearStation(reply: FastifyReply): void {
    reply.clearCookie(this.#station, { ...this.options, sameSite: 'strict' });
  }

  /** What the browser that asks shows of itself. */
  browserOf(request: FastifyRequest): Browser {
    const address = peerAddress(request.ip, request.headers['x-forwarded-for'], this.#trusted);
    return {
      network: networkOf(address),
      userAgent: request.headers['user-agent'],
      device: request.cookies[this.#device],
    };
  }

  get options() {
    return { path: '/', httpOnly: true, secure: this.#isSecure } as const;
  }
}
