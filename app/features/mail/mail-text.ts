/** A stranger's text that passed a check of this file: the only kind of it that a mail may show. */
export type MailText = string & { readonly isSafeInMail: true };

/** Longer names are cut, with an ellipsis as the last character. */
const LONGEST_NAME = 40;

/** Line breaks and other spaces become one space; characters that cannot be seen go. */
function asOneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Z}]+/gu, " ")
    .replace(/[\p{Cf}\p{Cn}\p{Co}\p{Cs}]/gu, "")
    .trim();
}

/** What mail programs turn into a link, and whatever else of an address they might: `https:`, `www.`, `a.example`, `a@b`. */
const LINK_SHAPES = /[:/\\@]|\bwww\b|[\p{L}\p{N}][.。｡]+[\p{L}\p{N}]/iu;

/** Five digits or more with no letter between them can be dialled. */
const PHONE_SHAPE = /(?:\p{N}[^\p{L}\p{N}]*){5}/u;

function isCallOrLink(text: string): boolean {
  const forms = [text, text.normalize("NFKC")];
  return forms.some((form) => LINK_SHAPES.test(form) || PHONE_SHAPE.test(form));
}

/**
 * A name that somebody typed, as a mail may show it: one line of at most 40 characters. Null when it is empty or holds
 * the shape of a link or of a phone number: anybody can type a name and any address, so our mails would carry it for
 * them. `J.Smith` is a name, and is written `J. Smith`.
 */
export function mailName(typed: string): MailText | null {
  const name = asOneLine(typed).replace(/(?<![\p{L}\p{N}])(\p{Lu})\.(?=\p{Lu})/gu, "$1. ");
  if (name === "" || isCallOrLink(name)) return null;
  const characters = [...name];
  if (characters.length <= LONGEST_NAME) return name as MailText;
  return `${characters
    .slice(0, LONGEST_NAME - 1)
    .join("")
    .trimEnd()}…` as MailText;
}
