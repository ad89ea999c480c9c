import type { MailTexts } from "#app/features/settings/values.ts";
import { TOPICS } from "#app/features/mail-queue/topics.ts";
import { ORIGINALS, type EditableTopic } from "./originals.ts";

/** Each mail whose words changed, and the foot. */
export function mailTextsHistory(before: MailTexts, after: MailTexts) {
  const words = ({ texts }: MailTexts, topic: EditableTopic) =>
    texts[topic] ? `${texts[topic].subject}\n\n${texts[topic].body}` : "(the original)";
  const topics = Object.keys(ORIGINALS) as EditableTopic[];
  return [
    { field: "Foot of every mail", from: before.footer || "(empty)", to: after.footer || "(empty)" },
    ...topics.map((topic) => ({
      field: TOPICS[topic].label,
      from: words(before, topic),
      to: words(after, topic),
    })),
  ].filter(({ from, to }) => from !== to);
}
