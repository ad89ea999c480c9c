import type { Deps } from "#app/deps.server.ts";
import type { JobHandler } from "#app/features/outbox/jobs.ts";
import { deliverMail } from "./deliver-mail.server.ts";
import { isMailTopic, MAIL_LABELS, type MailTopic } from "#app/features/mail-queue/topics.ts";

/** Somebody waits for these in front of a screen. */
const URGENT_TOPICS: MailTopic[] = [
  "sign-in-code",
  "password-reset",
  "temporary-password",
  "confirm-email",
  "account-exists",
  "access-link",
];

/** A code is only good for ten minutes, so its mail cannot wait for five. */
const CODE_RETRY_MS = 20_000;

/** Sends mails. One at a time: a kill between the vendor's answer and our mark then repeats one mail at most. */
export function mailHandler(deps: Deps): JobHandler {
  return {
    kind: "mail",
    slots: 1,
    urgentTopics: URGENT_TOPICS,
    retryMs: (topic) => (topic === "sign-in-code" ? CODE_RETRY_MS : null),
    label: (topic) => (isMailTopic(topic) ? MAIL_LABELS[topic] : topic),
    recipientWords: "No longer kept",
    waitsFor: () => null,
    pausedMs: () => deps.mailer.pausedMs?.() ?? 0,
    run: (row) => deliverMail(deps, row),
  };
}
