import type { Deps } from "#app/deps.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { askForParts } from "#app/features/contributions/ask-part.server.ts";
import { savePart, sendParts } from "#app/features/contributions/save-part.server.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";

const BY_REFERRER = { actor: { kind: "visitor", id: null }, requestId: "seed" } as const;

/** A doctor who has answered and a care home that was asked, for the newest booking that can ask somebody. */
export async function seedParts(deps: Deps, bookings: readonly BookingRow[]): Promise<void> {
  const until = addDays(londonDate(deps.clock.now()), 10);
  const shared = { way: "email", until, basis: "person" } as const;
  for (const { id: bookingId } of bookings.toReversed()) {
    const asked = await askForParts(deps, {
      ...BY_REFERRER,
      bookingId,
      asked: {
        ...shared,
        name: "Dr Sarah Green",
        email: "green@surgery.example.org",
        role: "doctor",
        parts: ["doctor"],
        note: "She sees you every month, so you know best.",
      },
    });
    if (!asked.ok) continue;
    const by = { actor: { kind: "contributor", id: asked.id }, requestId: "seed" } as const;
    const answers = {
      diagnoses: "Mixed dementia, diagnosed in March 2024 by the memory clinic.",
      cognitiveTests: "ACE-III, 68 of 100, in January.",
      medicines: "Memantine 20 mg in the morning. Codeine as needed: she is drowsy for two hours afterwards.",
      fluctuation: "Best between 10 and 12 in the morning.",
    };
    await savePart(deps, { contributionId: asked.id, by, save: { partKey: "doctor", answers, saveIds: [] } });
    await sendParts(deps, { contributionId: asked.id, by, hasPapers: false });
    await askForParts(deps, {
      ...BY_REFERRER,
      bookingId,
      asked: {
        ...shared,
        name: "Rose Court, the manager",
        email: "manager@rosecourt.example.org",
        role: "care",
        parts: ["care"],
      },
    });
    return;
  }
}
