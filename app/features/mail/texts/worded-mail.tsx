import { Fragment, type ReactNode } from "react";
import { BulletList, Heading, Paragraph } from "#app/features/mail/templates/parts.tsx";
import type { MailContent } from "#app/features/mail/templates/mail-input.ts";
import type { MailWords } from "./originals.ts";

/** What a placeholder becomes: text within a line, a part of its own where it stands alone, or either. Nothing where it
 * has nothing to say. */
export type Slots = Readonly<Record<string, { text?: string; part?: ReactNode } | undefined>>;

const textOf = (slots: Slots, name: string) => slots[name]?.text ?? "";

/** Fills in one go: what a value brings is never read as a placeholder. */
function fill(line: string, slots: Slots): string {
  return line.replace(/\{(\w+)\}/g, (_all, name: string) => textOf(slots, name)).trim();
}

/** A mail in a practice's own words: blank lines make paragraphs, lines that start with `- ` a list. */
export function wordedMail({ subject, body }: MailWords, slots: Slots): MailContent {
  const [heading = "", ...paragraphs] = body.split(/\n\s*\n/);
  const preview = paragraphs
    .map((one) => fill(one, slots))
    .find((text) => text !== "" && !text.startsWith("- "));
  return {
    subject: fill(subject, slots).replace(/\s+/g, " "),
    preview: preview ?? "",
    body: (
      <>
        <Heading>{fill(heading, slots)}</Heading>
        {paragraphs.map((paragraph, index) => (
          <Fragment key={index}>{drawn(paragraph.trim(), slots)}</Fragment>
        ))}
      </>
    ),
  };
}

function drawn(paragraph: string, slots: Slots): ReactNode {
  const [, alone] = /^\{(\w+)\}$/.exec(paragraph) ?? [];
  const slot = alone === undefined ? undefined : slots[alone];
  if (slot && "part" in slot) return slot.part;
  const rows = paragraph.split("\n");
  if (rows.every((row) => row.startsWith("- ")))
    return <BulletList items={rows.map((row) => fill(row.slice(2), slots))} />;
  const text = fill(paragraph, slots);
  return text === "" ? null : <Paragraph>{text}</Paragraph>;
}
