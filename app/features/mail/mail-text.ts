/** Text typed by a stranger that a mail may show, because a function here checked it. */
export type MailText = string & { readonly isSafeInMail: true };

const MAX_NAME_LENGTH = 40;

function asOneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Z}]+/gu, " ")
    .replace(/[\p{Cf}\p{Cn}\p{Co}\p{Cs}]/gu, "")
    .trim();
}

/** Shapes that mail programs turn into a link: `https:`, `www.`, `a.example`, `a@b`. */
const LINK_SHAPES = /[:/\\@]|\bwww\b|[\p{L}\p{N}][.。｡]+[\p{L}\p{N}]/iu;

/** Five digits or more without a letter between them can be dialled. */
const PHONE_SHAPE = /(?:\p{N}[^\p{L}\p{N}]*){5}/u;

function isCallOrLink(text: string): boolean {
  const forms = [text, text.normalize("NFKC")];
  return forms.some((form) => LINK_SHAPES.test(form) || PHONE_SHAPE.test(form));
}

/** A typed name as a mail may show it: one line, cut to 40 characters. Null when empty or shaped like a link or a phone
 * number, because anybody could have our mails carry theirs. `J.Smith` becomes `J. Smith`. */
export function mailName(typed: string): MailText | null {
  const name = asOneLine(typed).replace(/(?<![\p{L}\p{N}])(\p{Lu})\.(?=\p{Lu})/gu, "$1. ");
  if (name === "" || isCallOrLink(name)) return null;
  const characters = [...name];
  if (characters.length <= MAX_NAME_LENGTH) return name as MailText;
  return `${characters
    .slice(0, MAX_NAME_LENGTH - 1)
    .join("")
    .trimEnd()}…` as MailText;
}
