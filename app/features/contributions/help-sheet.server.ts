import { data } from "react-router";
import { readFacts } from "./booking-facts.server.ts";
import { findContribution } from "./contribution-rows.server.ts";
import type { Asking } from "./help-page.server.ts";
import { helpPaths } from "./help-paths.ts";
import { readSheet } from "./sheet.server.ts";
import { staffRefusal } from "#app/features/booking/record/erase-booking.server.ts";

/** The sheet, for whoever asked. Throws 404 for a request of another booking, and 409 while staff may not use it. */
export async function readSheetOf({ scope: { deps }, booking, area }: Asking, contributionId: string) {
  const asked = await findContribution(deps, contributionId);
  if (asked?.booking_id !== booking.id) throw data(null, { status: 404 });
  const refusal = area === "staff" ? await staffRefusal(deps.db, booking) : null;
  if (refusal) throw data({ heading: "This sheet cannot be printed", message: refusal }, { status: 409 });
  const back = helpPaths(area, booking.id).one(asked.id);
  return readSheet(deps, { asked, booking, facts: await readFacts(deps, booking) }, back);
}
