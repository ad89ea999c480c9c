import type { Deps } from "#app/deps.server.ts";
import { appendChange } from "#app/features/settings/settings.server.ts";
import type { FollowUpRow } from "#app/features/follow-ups/tables.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";

type Made = Pick<Deps, "db" | "clock" | "ids"> & { settings?: Deps["settings"] };

/** Switches reminders to look again on. */
export async function switchRecallsOn(deps: Made, assessments: string[] = [], isOn = true): Promise<void> {
  await appendChange(deps.db, deps.clock, "recalls", { isOn, assessments, months: 12 }, null);
  await deps.settings?.reload();
}

/** A day to look again, 60 days from now, with a referrer who agreed. */
export async function createFollowUp(
  deps: Made,
  bookingId: string,
  given: Partial<FollowUpRow> = {},
): Promise<string> {
  const id = deps.ids.uuid();
  const now = deps.clock.now();
  const due_on = addDays(londonDate(now), 60);
  const row = {
    id,
    booking_id: bookingId,
    due_on,
    remind_on: addDays(due_on, -42),
    state: "planned" as const,
    agreed_at: now.toISOString(),
    created_at: now.toISOString(),
    reason: null,
  };
  await deps.db
    .insertInto("follow_ups")
    .values({ ...row, ...given })
    .execute();
  return id;
}
