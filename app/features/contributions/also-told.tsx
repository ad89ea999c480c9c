import type { LabelledText } from "#app/features/referral/sections/labelled-answers.ts";
import { Card } from "#app/ui/card.tsx";
import { WrittenFacts } from "./written.tsx";

/** Answers of others, with their source, for the assessor. */
export function AlsoToldCard({ told }: { told: LabelledText[] }) {
  if (told.length === 0) return null;
  return (
    <Card heading="Also told us">
      <WrittenFacts rows={told} />
    </Card>
  );
}
