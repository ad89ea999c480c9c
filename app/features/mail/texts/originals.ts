import type { EditableTopic, MailWords } from "#app/features/outbox/mail-topics.ts";
import { MAILS } from "#app/features/mail/topics.ts";

/** The mails' own words: where an edit begins, and what it is compared with. */
export const ORIGINALS = Object.fromEntries(
  MAILS.map(({ topic, subject, body }) => [topic, { subject, body: body.join("\n\n") }]),
) as Record<EditableTopic, MailWords>;

export function isEditable(topic: string): topic is EditableTopic {
  return Object.hasOwn(ORIGINALS, topic);
}

const COMMON = ["company", "phone", "email"];

const placeholdersIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

/** The placeholders allowed in a mail of this topic: those of the original, and the company's own details. */
export function allowedPlaceholders(topic: EditableTopic): string[] {
  const { subject, body } = ORIGINALS[topic];
  return [...new Set([...placeholdersIn(subject), ...placeholdersIn(body), ...COMMON])];
}

/** A mail would be useless without these: an edit must keep those that the original has. */
const REQUIRED = ["reference", "link", "code", "password", "invoice", "stop", "changes"];

export function requiredPlaceholders(topic: EditableTopic): string[] {
  return allowedPlaceholders(topic).filter((name) => REQUIRED.includes(name));
}

/** Placeholders that are text within a line; every other one is a part of its own. */
const INLINE = new Set([
  ...COMMON,
  "reference",
  "ceiling",
  "thanks",
  "greeting",
  "next",
  "status",
  "statusText",
  "promise",
  "when",
  "deadline",
  "outcome",
  "minutes",
  "month",
  "number",
  "moved",
  "notice",
  "asker",
  "until",
  "news",
  "what",
  "name",
  "day",
]);

export const MAX_CHARACTERS = 4_000;

export function wordingProblems(topic: EditableTopic, words: MailWords) {
  const allowed = allowedPlaceholders(topic);
  const of = (text: string, mayUse: (name: string) => boolean) =>
    text.split("\n").flatMap((row, index) => {
      const unknown = placeholdersIn(row).filter((name) => !mayUse(name));
      const hasBrace = /[{}]/.test(row.replace(/\{\w+\}/g, ""));
      const at = `Line ${index + 1}`;
      return [
        ...unknown.map((name) => `${at}: {${name}} cannot be used here.`),
        ...(hasBrace ? [`${at}: write braces around the name of a placeholder only.`] : []),
      ];
    });
  const subject = of(words.subject, (name) => allowed.includes(name) && INLINE.has(name));
  const body = of(words.body, (name) => allowed.includes(name));
  const crowded = words.body.split(/\n\s*\n/).flatMap((paragraph) => {
    const names = placeholdersIn(paragraph).filter((name) => !INLINE.has(name) && allowed.includes(name));
    const isAlone = /^\s*\{\w+\}\s*$/.test(paragraph);
    return isAlone
      ? []
      : names.map((name) => `{${name}} must stand alone, with an empty line before and after it.`);
  });
  const present = placeholdersIn(`${words.subject}\n${words.body}`);
  const isInBody = (name: string) => (INLINE.has(name) ? present : placeholdersIn(words.body)).includes(name);
  const missing = requiredPlaceholders(topic).filter((name) => !isInBody(name));
  return {
    subject,
    body: [
      ...body,
      ...crowded,
      ...missing.map((name) => `{${name}} is missing: the mail is of no use without it.`),
    ],
  };
}
