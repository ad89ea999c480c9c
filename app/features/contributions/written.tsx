import type { LabelledText } from "#app/features/referral/sections/labelled-answers.ts";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/lists.tsx";

/** Words that somebody typed, with their lines. */
export function Written({ text }: { text: string }) {
  return (
    <span className="wrap-anywhere whitespace-pre-wrap" dir="auto">
      {text}
    </span>
  );
}

/** Questions with what somebody answered. */
export function WrittenFacts({ rows }: { rows: readonly LabelledText[] }) {
  return <Facts rows={rows.map(({ label, text }) => [label, <Written text={text} />])} />;
}

/** The papers that somebody who was asked has added. */
export function PapersCard({ names, note }: { names: readonly string[]; note?: string }) {
  if (names.length === 0) return null;
  return (
    <Card heading="Papers">
      <ul>
        {names.map((name) => (
          <li key={name}>
            <Written text={name} />
          </li>
        ))}
      </ul>
      {note ? <p className="note">{note}</p> : null}
    </Card>
  );
}
