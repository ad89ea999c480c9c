import type { MailTopic } from "#app/features/mail-queue/topics.ts";

/** The mails' own words as plain text with placeholders: where an edit begins, and what it is compared with. */

export type MailWords = { subject: string; body: string };

export type EditableTopic = Exclude<MailTopic, "mail-test">;

/** The first paragraph is the heading. A paragraph that is one placeholder alone is drawn as a button, a box or a
 * list. */
export const ORIGINALS: Record<EditableTopic, MailWords> = {
  "booking-confirmation": {
    subject: "We have your booking {reference}",
    body: "{thanks}\n\nWe have your booking. {next}\n\n{details}\n\n{link}\n\n{payment}\n\n{referral}\n\nThese links open your booking without a password, so please do not forward this e-mail.",
  },
  "company-notice": {
    subject: "New booking {reference}",
    body: "New booking\n\n{details}\n\n{link}\n\n{promise}",
  },
  "status-changed": {
    subject: "Your booking {reference}: {status}",
    body: "{greeting}\n\n{statusText}\n\n{details}\n\n{note}\n\n{link}\n\n{calendar}",
  },
  "booking-changed": {
    subject: "Your booking {reference} was changed",
    body: "{greeting}\n\nWe have changed your booking {reference}:\n\n{changes}\n\n{link}\n\n{calendar}\n\nIf you did not expect this, please call us.",
  },
  "invoice-ready": {
    subject: "Your invoice for booking {reference}",
    body: "Your invoice\n\n{details}\n\n{invoice}\n\n{bank}\n\nIf you have already paid it, thank you: there is nothing more to do.",
  },
  "booking-link": {
    subject: "Your booking link from {company}",
    body: "Your booking link\n\nWe have prepared a booking for you. These assessments are already chosen:\n\n{assessments}\n\n{link}\n\nYou can change the choice on the way. It takes a few minutes, and you need no account.",
  },
  "referral-reminder": {
    subject: "Referral forms for booking {reference}",
    body: "{greeting}\n\nThe referral forms for booking {reference} have not been submitted yet. The assessor needs them to prepare. You can fill in what you know, stop, and come back; everything is kept.\n\n{link}\n\nIf you would rather do this by phone, call us and we will go through them together.\n\n{stop}",
  },
  "referral-received": {
    subject: "Referral forms received for booking {reference}",
    body: "{thanks}\n\nWe have received the referral forms for booking {reference}. There is nothing more for you to do now.\n\nIf something changes, you can open the forms again and correct them.\n\n{link}",
  },
  "access-link": {
    subject: "Your link to booking {reference}",
    body: "{greeting}\n\nHere is your link to booking {reference}.\n\n{link}\n\n{referral}\n\nThese links open your booking without a password, so please do not forward this e-mail.",
  },
  "sign-in-code": {
    subject: "Your sign-in code",
    body: "Your sign-in code\n\nEnter this code to sign in to {company}:\n\n{code}\n\nIt works for 10 minutes and only once. We never ask for it on the phone.\n\nIf you did not try to sign in, please change your password: somebody else knows it.",
  },
  "temporary-password": {
    subject: "Your account at {company}",
    body: "Your account is ready\n\nSign in with this e-mail address and the temporary password:\n\n{password}\n\n{link}\n\nYou will be asked to choose a password of your own.",
  },
  "password-reset": {
    subject: "Choose a new password",
    body: "Choose a new password\n\nSomebody, we hope you, asked for a new password for this e-mail address.\n\n{link}\n\nIf it was not you, do nothing: your password stays as it is.",
  },
  "confirm-email": {
    subject: "Confirm your e-mail address",
    body: "Confirm your e-mail address\n\nPlease confirm that this address belongs to your account at {company}.\n\n{link}\n\nYou are asked to sign in first, with the password that you chose. If you made no account, do nothing: whoever made it sees none of your other bookings.",
  },
  "account-exists": {
    subject: "You already have an account at {company}",
    body: "You already have an account\n\nSomebody, we hope you, has just asked for an account at {company} for a booking with this e-mail address. You already have one: please sign in with its password. If you have forgotten it, the login page sends you a link to choose a new one.\n\n{link}\n\nThe password that was just chosen opens that one booking only. If it was not you, do nothing: nobody has seen anything of your account, and its password stays as it is.",
  },
  "complaint-received": {
    subject: "We received your complaint ({reference})",
    body: "We received your complaint\n\nThank you for telling {company} how your personal data was used. Your reference is:\n\n{reference}\n\nA person looks into it, and we write to you within 30 days at the latest.\n\nYou may also complain to the Information Commissioner at any time: ico.org.uk/make-a-complaint or 0303 123 1113.",
  },
  "complaint-notice": {
    subject: "A data-protection complaint arrived ({reference})",
    body: "A data-protection complaint arrived\n\nReference {reference}. It must be acknowledged within 30 days.\n\n{link}",
  },
};

export function isEditable(topic: string): topic is EditableTopic {
  return Object.hasOwn(ORIGINALS, topic);
}

const COMMON = ["company", "phone", "email"];

const placeholdersIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

/** What may stand in a mail of this topic: what the original has, and the company's own details. */
export function allowedPlaceholders(topic: EditableTopic): string[] {
  const { subject, body } = ORIGINALS[topic];
  return [...new Set([...placeholdersIn(subject), ...placeholdersIn(body), ...COMMON])];
}

/** What the mail would be of no use without. */
const REQUIRED = ["reference", "link", "code", "password", "invoice", "stop", "changes"];

export function requiredPlaceholders(topic: EditableTopic): string[] {
  return allowedPlaceholders(topic).filter((name) => REQUIRED.includes(name));
}

/** What stands as text in a line; everything else is a part of its own. */
const INLINE = new Set([
  ...COMMON,
  "reference",
  "thanks",
  "greeting",
  "next",
  "status",
  "statusText",
  "promise",
]);

export const MOST_CHARACTERS = 4_000;

export function wordingProblems(
  topic: EditableTopic,
  words: MailWords,
): { subject: string[]; body: string[] } {
  const allowed = allowedPlaceholders(topic);
  const of = (text: string, mayUse: (name: string) => boolean) =>
    text.split("\n").flatMap((row, index) => {
      const unknown = placeholdersIn(row).filter((name) => !mayUse(name));
      const hasBrace = /[{}]/.test(row.replace(/\{\w+\}/g, ""));
      const at = `Line ${index + 1}`;
      return [
        ...unknown.map((name) => `${at}: {${name}} cannot stand here.`),
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
