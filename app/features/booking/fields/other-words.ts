export const OTHER_WORD_LIMIT = 100;
export const TOO_MANY_WORDS = "Assessment description must be 100 words or less.";

export const countWords = (text: string): number => text.split(/\s+/).filter((word) => word !== "").length;
