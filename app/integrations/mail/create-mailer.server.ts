import { join } from "node:path";
import type { Clock } from "#app/platform/clock.ts";
import type { Env } from "#app/platform/env.server.ts";
import type { Logger } from "#app/platform/log.server.ts";
import { createBreaker } from "#app/integrations/breaker.ts";
import { createFileMailer } from "./file-mailer.server.ts";
import { withBreaker, type Mailer } from "./mailer.ts";
import { createPostmarkMailer } from "./postmark-mailer.server.ts";
import { createSmtpMailer } from "./smtp-mailer.server.ts";

function senderOf(env: Env): string {
  return env.MAIL_FROM ?? `"${env.SITE_NAME.replace(/["\\]/g, "")}" <${env.CONTACT_EMAIL}>`;
}

/** Postmark if configured, else SMTP, else files. */
export function createMailer(options: { env: Env; clock: Clock; log: Logger }): Mailer {
  const { env, clock, log } = options;
  const from = senderOf(env);
  const domain = new URL(env.APP_ORIGIN).hostname;
  if (env.POSTMARK_SERVER_TOKEN) {
    const postmark = createPostmarkMailer({
      token: env.POSTMARK_SERVER_TOKEN,
      baseUrl: env.POSTMARK_BASE_URL,
      stream: env.POSTMARK_STREAM,
      from,
      clock,
    });
    return withBreaker(postmark, createBreaker(clock));
  }
  if (env.SMTP_URL) {
    return withBreaker(createSmtpMailer({ url: env.SMTP_URL, from, domain, clock }), createBreaker(clock));
  }
  return createFileMailer({ directory: join(env.DATA_DIR, "outbox"), from, domain, clock, log });
}
