import { data, redirect } from "react-router";
import type { RequestScope } from "#app/context.ts";
import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { staffRefusal } from "#app/features/booking/record/erase-booking.server.ts";
import { refuseSave, refuseSection } from "#app/kit/sections/sections.server.ts";
import { readFacts, standingIn } from "./booking-facts.server.ts";
import { findContribution, findPart, savedPartsOf } from "./contribution-rows.server.ts";
import { helpPaths } from "./help-paths.ts";
import { papersOf } from "./part-page.server.ts";
import { partFormData, savePartForm } from "./part-form.server.ts";
import { mayWrite, sendParts } from "./save-part.server.ts";
import { intentOf } from "#app/forms/intent.ts";

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
  const saved = isOpen ? await savedPartsOf(deps, asked.id) : {};
  return {
    bookingId: booking.id,
    id: asked.id,
    reference: booking.reference,
    name: asked.name,
    refusal: refusal ?? (isOpen ? null : CLOSED),
    parts: asked.parts.map((part) => ({ key: part.key, ...partFormData(deps, part, saved[part.key]) })),
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
  const part = findPart(asked, String(form.get("part")));
  const isSend = intentOf(form) === "send";
  if (!part && !isSend) throw data(null, { status: 400 });
  const fields = part?.fields ?? [];
  const formId = part && !isSend ? `part-${part.key}` : "send-form";
  const refuse = async (result: Parameters<typeof refuseSection>[0]) => {
    const saved = part ? (await savedPartsOf(deps, asked.id))[part.key] : undefined;
    return refuseSection(result, form, fields, saved?.answers ?? {}, { formId });
  };
  if (refusal) return refuse(refuseSave(409, refusal));
  if (part && !isSend) {
    const saving = { asked, part, by, closed: CLOSED };
    const result = await savePartForm({ deps, clientAddress: keyIn.clientAddress }, saving, form);
    if (result.kind !== "saved") return refuse(result);
    throw redirect(`${here}?done=saved#${formId}`);
  }
  const hasPapers = (await papersOf(deps, { asked })).length > 0;
  const sent = await sendParts(deps, { contributionId: asked.id, by, hasPapers });
  if (sent === "empty") return refuse(refuseSave(400, EMPTY));
  if (sent !== "sent") return refuse(refuseSave(409, CLOSED));
  throw redirect(`${helpPaths("staff", booking.id).one(asked.id)}?done=keyed`);
}
