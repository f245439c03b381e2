import { SMTPServer } from 'smtp-server';
import { freePort } from './free-ports.ts';
import type { Scope } from './scope.ts';

export interface Mail {
  to: string[];
  /** The whole message with its header. */
  text: string;
}

export interface MailServer {
  port: number;
  url: string;
  received: Mail[];
  /** Refuses the next messages with this status of SMTP; undefined: takes them. */
  refusal: number | undefined;
  /** Waits until the server has a message, before it answers. */
  hold: Promise<void> | undefined;
  close(): Promise<void>;
}

/** Starts a real mail server on 127.0.0.1 that ends with the test. */
export async function startMailServer(t: Scope, port?: number): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, session, done) => {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const to = session.envelope.rcptTo.map(({ address }) => address);
      if (mails.refusal !== undefined)
        return done(Object.assign(new Error('not now'), { responseCode: mails.refusal }));
      mails.received.push({ to, text: Buffer.concat(chunks).toString() });
      await mails.hold;
      done();
    },
  });
  server.on('error', () => {});
  const given = port ?? (await freePort());
  await new Promise<void>((resolve) => server.listen(given, '127.0.0.1', resolve));
  const close = () => new Promise<void>((resolve) => server.close(resolve));
  const mails: MailServer = {
    ...{ port: given, url: `smtp://127.0.0.1:${given}`, received: [], refusal: undefined, hold: undefined, close },
  };
  t.after(() => mails.close());
  return mails;
}
