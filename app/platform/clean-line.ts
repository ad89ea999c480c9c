/** Control characters, except tab and line breaks, characters that Unicode has set aside for no text, halves of
 * characters, and marks of byte order and annotation. */
const UNSEEN = /[\p{Cc}\p{Noncharacter_Code_Point}\p{Cs}\ufeff\ufff9-\ufffb]/gu;

/** A text without the characters that nobody sees and no file, mail or program wants. */
export const withoutUnseen = (text: string) =>
  text.replace(UNSEEN, (one) => (one === "\t" || one === "\n" || one === "\r" ? one : ""));

const FULL_WIDTH_OFFSET = 0xfee0;

/** True beside a joiner (U+200C, U+200D) that changes how the text looks: in Persian, Sinhala or an emoji. */
function isJoinable(character: string): boolean {
  const isLetterOrEmoji = /[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]/u.test(character);
  return isLetterOrEmoji && !/[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(character);
}

function keptOf(invisible: string, before: string, after: string): string {
  const joiner = /[\u200c\u200d]/.exec(invisible)?.[0];
  const last = [...before.slice(-2)].at(-1) ?? "";
  const first = [...after.slice(0, 2)][0] ?? "";
  return joiner !== undefined && isJoinable(last) && isJoinable(first) ? joiner : "";
}

/** A line as its writer sees it: no invisible characters, plain spaces, and plain digits, `+`, `-`, `.` and `@` for
 * full-width ones. A text of several lines loses only what `withoutUnseen` takes out. */
export function cleanLine(given: string): string {
  const typed = withoutUnseen(given);
  if (/[\r\n]/.test(typed.trim())) return typed;
  return typed
    .replace(/(?:(?=\p{DI})\p{Cf})+/gu, (invisible, at: number) =>
      keptOf(invisible, typed.slice(0, at), typed.slice(at + invisible.length)),
    )
    .replace(/[\p{Zs}\u2028\u2029]/gu, " ")
    .replace(/[０-９＋－．＠]/g, (character) =>
      String.fromCharCode(character.charCodeAt(0) - FULL_WIDTH_OFFSET),
    );
}

/** Like `cleanLine`, for a control of this name: passwords are never altered. A line break counts as one character, as
 * in the browser's own counters; forms send it as two. */
export const cleanNamed = (name: string, typed: string): string =>
  isPassword(name) ? typed : cleanLine(typed.replace(/\r\n?/g, "\n"));

const isPassword = (name: string) => /password$/i.test(name);

/** Like `withoutUnseen`, for a control of this name. */
export const typedWithoutUnseen = (name: string, typed: string) =>
  isPassword(name) ? typed : withoutUnseen(typed);
