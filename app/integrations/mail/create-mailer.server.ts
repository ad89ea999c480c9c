import { join } from "node:path";
import type { Clock } from "#app/platform/clock.ts";
import type { Env } from "#app/platform/env.server.ts";
import type { Logger } from "#app/platform/log.server.ts";
import { createBreaker } from "#app/integrations/breaker.ts";
import { createFileMailer } from "./file-mailer.server.ts";
import { withBreaker, type Mailer } from "./mailer.ts";
import { createPostmarkMailer } from "./postmark-mailer.server.ts";
import { createSmtpMailer } from "./smtp-mailer.server.ts";

type Company = { name: string; email: string };

/** `MAIL_FROM`, or else the company's name and address. */
function senderOf(env: Env, { name, email }: Company): string {
  return env.MAIL_FROM ?? `"${name.replace(/["\\]/g, "")}" <${email}>`;
}

/** Postmark if configured, else SMTP, else files. */
export function createMailer(options: {
  env: Env;
  clock: Clock;
  log: Logger;
  /** Its company is read anew for each mail. */
  settings: { current(): { company: Company } };
}): Mailer {
  const { env, clock, log, settings } = options;
  const sender = {
    get from() {
      return senderOf(env, settings.current().company);
    },
  };
  const domain = new URL(env.APP_ORIGIN).hostname;
  if (env.POSTMARK_SERVER_TOKEN) {
    const postmark = createPostmarkMailer(
      Object.assign(sender, {
        token: env.POSTMARK_SERVER_TOKEN,
        baseUrl: env.POSTMARK_BASE_URL,
        stream: env.POSTMARK_STREAM,
        clock,
      }),
    );
    return withBreaker(postmark, createBreaker(clock));
  }
  if (env.SMTP_URL) {
    const smtp = createSmtpMailer(Object.assign(sender, { url: env.SMTP_URL, domain, clock }));
    return withBreaker(smtp, createBreaker(clock));
  }
  return createFileMailer(
    Object.assign(sender, { directory: join(env.DATA_DIR, "outbox"), domain, clock, log }),
  );
}
