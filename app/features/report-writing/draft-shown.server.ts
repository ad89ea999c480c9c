import { data } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { findUserNames } from "#app/features/accounts/session/queries.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { staffRefusal } from "#app/features/booking/record/erase-booking.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { changeDraft, NO_DRAFT, type Refusal, type Target } from "./drafts.server.ts";
import { draftOf } from "./open-draft.server.ts";
import { currentTree } from "./read-report.server.ts";
import { looksOfDraft, shownDrafts } from "./saved-draft.server.ts";

/** Lets the office look at the draft, or no longer. The office is told when it may. Harmless to repeat. */
export async function showDraft(deps: Deps, target: Target, isShown: boolean): Promise<null | Refusal> {
  return changeDraft(deps, target, async ({ inside, trx, booking, draft, now }) => {
    if (!draft) return { refusal: NO_DRAFT };
    if ((draft.shown_at !== null) === isShown) return null;
    await trx
      .updateTable("report_drafts")
      .set({ shown_at: isShown ? now : null })
      .where("id", "=", draft.id)
      .execute();
    const action = isShown ? "report.draft-shown" : "report.draft-hidden";
    await recordAudit(inside, target.by, action, ["booking", booking.id]);
    if (isShown)
      await enqueueMail(inside, {
        topic: "report-draft-shown",
        to: inside.settings.current().company.email,
        bookingId: booking.id,
        dedupeKey: `report-draft-shown:${draft.id}:${now}`,
        payload: { path: `/admin/bookings/${booking.id}/report/read/draft` },
      });
    return null;
  });
}

/** The draft at which its author lets the office look, for staff; throws 404 without one. */
export async function readShownDraft(deps: Deps, booking: BookingRow) {
  const [saved] = await shownDrafts(deps, booking.id);
  if (!saved) throw data(null, { status: 404 });
  const refusal = await staffRefusal(deps.db, booking);
  const { draft } = await draftOf(deps, booking, saved);
  const names = await findUserNames(deps, [saved.author_id]);
  return {
    bookingId: booking.id,
    reference: booking.reference,
    refusal,
    author: names.get(saved.author_id) ?? "an assessor",
    savedAt: saved.updated_at,
    looks: refusal === null ? await looksOfDraft(deps, saved.id) : [],
    tree: refusal === null ? await currentTree(deps, { draft, booking }) : null,
  };
}
