import { Badge } from "#app/ui/badge.tsx";
import type { DeadlineNote } from "./deadlines.ts";

/** Hearing and deadlines; those that are past in red. */
export function DeadlineBadges({ notes }: { notes: readonly DeadlineNote[] }) {
  return notes.map(({ words, isPast }) => (
    <Badge key={words} colour={isPast ? "red" : "yellow"}>
      {words}
    </Badge>
  ));
}
