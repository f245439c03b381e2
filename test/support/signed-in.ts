import { COMMAND_LINE } from '../../src/platform/audit/actor.ts';
import { createOperator } from '../../src/staff/manage-operators.ts';
import type { Role } from '../../src/staff/role-rules.ts';
import type { Answer, TestServer } from './test-server.ts';

export const PASSWORD = 'seven lilac kettles';

/** A browser that keeps cookies and sends them with the origin of its page. */
export interface Browser {
  cookies: Map<string, string>;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

export function newBrowser(server: TestServer): Browser {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async send(method, path, body, headers = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const origin = new URL(server.config.BASE_URL).origin;
      const answer = await server.send(`/operator/v1${path}`, {
        method,
        headers: { ...(cookie && { cookie }), ...(method !== 'GET' && { origin }), ...headers },
        ...(body !== undefined && { body }),
      });
      for (const one of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      return answer;
    },
  };
}

let logins = 0;

/** Creates an account with an unused link. */
export async function newAccount(server: TestServer, role: Role = 'admin', login = `ada-${++logins}`) {
  const { operator, link } = await createOperator(
    {
      pool: server.pool,
      baseUrl: server.config.BASE_URL,
      now: server.time.now ?? new Date(),
      by: COMMAND_LINE,
    },
    { name: 'Ada Lovelace', login, role },
  );
  return { ...operator, link, token: link.split('#')[1]! };
}

/** Creates a person of this role who has set a password and is signed in. */
export async function signedIn(server: TestServer, role: Role = 'admin') {
  const account = await newAccount(server, role);
  const browser = newBrowser(server);
  const answer = await browser.send('POST', '/session/welcome', { token: account.token, password: PASSWORD });
  if (answer.status !== 200) throw new Error(answer.text);
  return { ...browser, account };
}
