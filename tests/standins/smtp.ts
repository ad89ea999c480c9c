import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export type SmtpStandin = {
  url: string;
  mails: Email[];
  /** Addresses refused for good (550) or for now (451). */
  refuses: { forGood: Set<string>; forNow: Set<string> };
  close(): Promise<void>;
};

function refusal(message: string, responseCode: number): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** A real SMTP server, without sign-in or TLS, that keeps the mails. */
export async function startSmtp(options: { port?: number } = {}): Promise<SmtpStandin> {
  const mails: Email[] = [];
  const refuses = { forGood: new Set<string>(), forNow: new Set<string>() };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    onRcptTo({ address }, _session, done) {
      if (refuses.forGood.has(address)) return done(refusal("No such mailbox", 550));
      if (refuses.forNow.has(address)) return done(refusal("Mailbox busy", 451));
      done();
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          mails.push(mail);
          done();
        }, done);
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuses,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
