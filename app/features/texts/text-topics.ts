/** Topics of texts: their label, the switch of Settings, and which words they have. */
export const TEXT_TOPICS = {
  "text-agreed": { label: "Text: visit agreed", when: "agreed", words: "agreedText" },
  "text-tomorrow": { label: "Text: visit tomorrow", when: "tomorrow", words: "tomorrowText" },
  "text-moved": { label: "Text: visit moved", when: "changed", words: "movedText" },
  "text-cancelled": { label: "Text: visit cancelled", when: "changed", words: "cancelledText" },
} as const;

export type TextTopic = keyof typeof TEXT_TOPICS;

export const isTextTopic = (topic: string): topic is TextTopic => Object.hasOwn(TEXT_TOPICS, topic);

/** Who reads a text. Their number is read when it is sent. */
export const TEXT_READERS = { referrer: "The referrer", site: "The contact where the visit is" } as const;

export type TextReader = keyof typeof TEXT_READERS;

export type TextPayload = { visitId: string; reader: TextReader };
