import type { EditableTopic, MailWords } from "#app/features/outbox/mail-topics.ts";
import { MAILS } from "#app/features/mail/topics.ts";

/** The mails' own words: where an edit begins, and what it is compared with. */
export const ORIGINALS = Object.fromEntries(
  MAILS.map(({ topic, subject, body }) => [topic, { subject, body: body.join("\n\n") }]),
) as Record<EditableTopic, MailWords>;

export const isEditable = (topic: string): topic is EditableTopic => Object.hasOwn(ORIGINALS, topic);

const COMMON = ["company", "phone", "email"];

export const placeholdersIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

/** The placeholders allowed in a mail of this topic: those of the original, and the company's own details. */
export function allowedPlaceholders(topic: EditableTopic): string[] {
  const { subject, body } = ORIGINALS[topic];
  return [...new Set([...placeholdersIn(subject), ...placeholdersIn(body), ...COMMON])];
}

/** A mail would be useless without these: an edit must keep those that the original has. */
const REQUIRED = ["reference", "link", "code", "password", "invoice", "stop", "changes"];

export const requiredPlaceholders = (topic: EditableTopic): string[] =>
  allowedPlaceholders(topic).filter((name) => REQUIRED.includes(name));
