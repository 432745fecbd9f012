import { once } from "node:events";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  to: string[];
  /** Headers with folded lines joined, by lower-case name. */
  headers: Map<string, string>;
  /** As sent, with all parts. */
  raw: string;
  /** Quoted-printable parts with their lines joined. */
  body: string;
}

interface MailServerOptions {
  port?: number;
  user?: string;
  password?: string;
  /** Answers 550 to these recipients. */
  refused?: string[];
  /** Answers this to every sender. */
  senderAnswer?: string;
  /** Runs before a mail is answered, once it has arrived. */
  beforeAnswer?: (mail: ReceivedMail) => Promise<void> | void;
}

/** A real SMTP server without TLS. `mails` are those that arrived, in order. */
export async function startMailServer({
  port = 0,
  user,
  password,
  refused = [],
  senderAnswer,
  beforeAnswer,
}: MailServerOptions = {}) {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    authOptional: user === undefined,
    allowInsecureAuth: true,
    onAuth: (given, _session, callback) =>
      given.username === user && given.password === password
        ? callback(null, { user: given.username })
        : callback(new Error("Invalid user or password")),
    onMailFrom: (_address, _session, callback) =>
      senderAnswer === undefined
        ? callback()
        : callback(Object.assign(new Error(senderAnswer.slice(4)), { responseCode: parseInt(senderAnswer) })),
    onRcptTo: ({ address }, _session, callback) =>
      refused.includes(address)
        ? callback(Object.assign(new Error("No such mailbox"), { responseCode: 550 }))
        : callback(),
    onData(stream, session, callback) {
      const receive = async () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        const mail = parseMail(await text(stream), recipients);
        mails.push(mail);
        await beforeAnswer?.(mail);
      };
      // The stream of a client that is killed ends with an error.
      receive().then(() => callback(), callback);
    },
  });
  // A client that is killed closes its connection without a word.
  server.on("error", () => undefined);
  const listening = server.listen(port, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address() as { port: number };
  return {
    mails,
    port: address.port,
    url: `smtp://127.0.0.1:${address.port}`,
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

function parseMail(raw: string, to: string[]): ReceivedMail {
  const [head = ""] = raw.split("\r\n\r\n", 1);
  const lines = head.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n");
  const headers = new Map(
    lines.map((line) => {
      const end = line.indexOf(":");
      return [line.slice(0, end).toLowerCase(), line.slice(end + 1).trim()] as const;
    }),
  );
  const body = raw
    .slice(head.length)
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return { to, headers, raw, body };
}
