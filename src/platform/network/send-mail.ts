import { createTransport } from 'nodemailer';

const SEND_TIMEOUT_MS = 20_000;

/** The server of the center, and the sender. */
type MailServer = { url: string; from: string };

interface MailMessage {
  to: string;
  subject: string;
  text: string;
  created: Date;
  /** Stays the same in each attempt. */
  messageId: string;
  attachments?: readonly { filename: string; content: Buffer; contentType: string }[];
}

/** Sends an e-mail by the server of the center. `host` completes the Message-ID. */
export async function sendMail({ url, from }: MailServer, host: string, message: MailMessage): Promise<void> {
  const { to, subject, text, created, messageId, attachments = [] } = message;
  const limits = {
    connectionTimeout: SEND_TIMEOUT_MS,
    greetingTimeout: SEND_TIMEOUT_MS,
    socketTimeout: SEND_TIMEOUT_MS,
  };
  const transport = createTransport({ url, ...limits, disableFileAccess: true, disableUrlAccess: true });
  try {
    await transport.sendMail({
      ...{ from, to, subject, text, date: created, messageId: `<${messageId}@${host}>` },
      attachments: [...attachments],
      // Keeps absence notes from answering.
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  } finally {
    transport.close();
  }
}
