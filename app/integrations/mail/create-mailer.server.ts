import type { Clock } from "#app/platform/clock.ts";
import { dataFolders } from "#app/platform/data-folder.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import type { Logger } from "#app/platform/log.server.ts";
import { createBreaker } from "#app/integrations/breaker.ts";
import { createFileMailer } from "./file-mailer.server.ts";
import type { Mailer } from "./mailer.ts";
import { createPostmarkMailer } from "./postmark-mailer.server.ts";
import { createSmtpMailer } from "./smtp-mailer.server.ts";

function pausing(mailer: Mailer, clock: Clock): Mailer {
  const breaker = createBreaker(clock);
  return { send: (mail) => breaker.run(() => mailer.send(mail)), pausedMs: breaker.pausedMs };
}

/** Postmark or SMTP, paused while it fails; without either, files. */
export function createMailer(options: {
  env: Env;
  clock: Clock;
  log: Logger;
  settings: { current(): { company: { name: string; email: string } } };
}): Mailer {
  const { env, clock, log, settings } = options;
  const domain = new URL(env.APP_ORIGIN).hostname;
  const from = () => {
    const { name, email } = settings.current().company;
    return env.MAIL_FROM ?? `"${name.replace(/["\\]/g, "")}" <${email}>`;
  };
  const shared = { from, domain, clock };
  const { POSTMARK_SERVER_TOKEN: token, POSTMARK_BASE_URL: baseUrl, POSTMARK_STREAM: stream } = env;
  if (token) return pausing(createPostmarkMailer({ from, token, baseUrl, stream, clock }), clock);
  if (env.SMTP_URL) return pausing(createSmtpMailer({ ...shared, url: env.SMTP_URL }), clock);
  return createFileMailer({ ...shared, directory: dataFolders(env).outbox, log });
}
