import type { Deps } from "#app/deps.server.ts";
import type { JobHandler } from "#app/features/outbox/jobs.ts";
import { deliverMail } from "./deliver-mail.server.ts";
import { isMailTopic, MAIL_LABELS, type MailTopic } from "#app/features/mail-queue/topics.ts";

const URGENT_TOPICS: MailTopic[] = [
  "sign-in-code",
  "password-reset",
  "temporary-password",
  "confirm-email",
  "account-exists",
  "access-link",
];

/** A code expires after ten minutes: the usual five minutes between tries are too long. */
const CODE_RETRY_MS = 20_000;

/** Sends one mail at a time: if the process is killed before it marks a sent mail, only that mail is sent twice. */
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
