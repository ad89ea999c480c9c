export const OTHER_WORD_LIMIT = 100;
export const TOO_MANY_WORDS = "Assessment description must be 100 words or less.";

export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => word !== "").length;
}
