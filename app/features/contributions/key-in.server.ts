import { data, redirect } from "react-router";
import type { RequestScope } from "#app/context.ts";
import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { staffRefusal } from "#app/features/booking/record/erase-booking.server.ts";
import { readSeen, readVersion } from "#app/features/referral/section-form.ts";
import { refuseForm } from "#app/forms/read-form.server.ts";
import { readFacts, standingIn } from "./booking-facts.server.ts";
import { findContribution, findPart, savedParts } from "./contribution-rows.server.ts";
import { helpPaths } from "./help-paths.ts";
import { papersOf } from "./part-page.server.ts";
import { partFormData, savePartForm } from "./part-form.server.ts";
import { mayWrite, sendParts } from "./save-part.server.ts";

/** Staff key in a sheet by its numbers. The right of staff was checked before. */

const CLOSED = "This request takes no answers any more: open it again first.";
const EMPTY = "Nothing is keyed in yet.";

type KeyIn = { deps: Deps; booking: BookingRow; by: ActedByRequest };

async function requireAsked({ deps, booking }: KeyIn, contributionId: string) {
  const asked = await findContribution(deps, contributionId);
  if (asked?.booking_id !== booking.id) throw data(null, { status: 404 });
  return asked;
}

export async function readKeyIn(keyIn: KeyIn, contributionId: string) {
  const { deps, booking, by } = keyIn;
  const asked = await requireAsked(keyIn, contributionId);
  const refusal = await staffRefusal(deps.db, booking);
  const standing = standingIn(deps, asked, await readFacts(deps, booking));
  const isOpen = refusal === null && mayWrite(standing, by);
  const saved = isOpen ? await savedParts(deps, [asked.id]) : [];
  return {
    bookingId: booking.id,
    id: asked.id,
    reference: booking.reference,
    name: asked.name,
    refusal: refusal ?? (isOpen ? null : CLOSED),
    parts: asked.parts.map((part) => ({
      key: part.key,
      ...partFormData(part, saved.find(({ part_key }) => part_key === part.key) ?? null, deps.clock.now()),
    })),
  };
}

export type KeyInPage = Awaited<ReturnType<typeof readKeyIn>>;

/** Saves one part, or records the sheet as answered. Throws redirects, and 404 for another booking's request. */
export async function answerKeyIn(
  keyIn: KeyIn & { clientAddress: RequestScope["clientAddress"] },
  contributionId: string,
  form: FormData,
) {
  const { deps, booking, by } = keyIn;
  const asked = await requireAsked(keyIn, contributionId);
  const here = helpPaths("staff", booking.id).keyIn(asked.id);
  const refusal = await staffRefusal(deps.db, booking);
  if (form.get("intent") === "send") {
    const refuse = (status: number, message: string) =>
      data(
        {
          ...refuseForm(form, message, {}, { formId: "send-form" }),
          conflict: null,
          base: null,
          part: null,
        },
        { status },
      );
    if (refusal) return refuse(409, refusal);
    const hasPapers = (await papersOf(deps, { asked })).length > 0;
    const sent = await sendParts(deps, {
      contributionId: asked.id,
      by,
      hasPapers,
    });
    if (sent === "empty") return refuse(400, EMPTY);
    if (sent !== "sent") return refuse(409, CLOSED);
    throw redirect(`${helpPaths("staff", booking.id).one(asked.id)}?done=keyed`);
  }
  const part = findPart(asked, String(form.get("part")));
  if (!part) throw data(null, { status: 400 });
  const formId = `part-${part.key}`;
  const refuse = (status: number, message: string, errors: Record<string, string[]> = {}) =>
    data(
      {
        ...refuseForm(form, message, errors, { formId }),
        conflict: null,
        base: { version: readVersion(form) ?? 0, seen: readSeen(form) },
        part: part.key,
      },
      { status },
    );
  if (refusal) return refuse(409, refusal);
  const result = await savePartForm(
    { deps, clientAddress: keyIn.clientAddress },
    { asked, part, by, closed: CLOSED },
    form,
  );
  if (result.kind === "conflict") {
    const reply = refuseForm(form, "", {}, { formId });
    return data({ ...reply, conflict: result.conflict, base: null, part: part.key }, { status: 409 });
  }
  if (result.kind === "refused") return refuse(result.status, result.message, result.errors);
  throw redirect(`${here}?done=saved#${formId}`);
}
