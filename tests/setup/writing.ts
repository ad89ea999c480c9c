import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { createTestDeps } from "./deps.ts";
import { createBooking, signInAs } from "./factories.ts";
import { joinTexts, render, requestSite } from "./rendered-site.ts";
import { BY_STAFF, byAssessor, createAssessor, PLAN } from "./visits.ts";

/** An assessor at a visit that has begun; `send` posts a form of their pages, or opens one. */
export async function createVisitInProgress(overrides: Parameters<typeof createBooking>[1] = {}) {
  const deps = createTestDeps();
  const booking = await createBooking(deps, overrides);
  const assessor = await createAssessor(deps);
  const agreed = await agreeVisit(deps, {
    ...BY_STAFF,
    bookingId: booking.id,
    version: booking.version,
    isReferrerTold: false,
    plan: PLAN,
    assessorId: assessor.id,
    overruled: null,
  });
  if (!agreed.ok) throw new Error(agreed.problem);
  const { visitId } = agreed;
  deps.clock.set(`${PLAN.day}T10:30:00.000Z`);
  const { cookie } = await signInAs(deps, assessor);
  const send = async (page: string, form?: Record<string, string | string[]> | FormData) => {
    const { text, ...answer } = await render(deps, `/assessor/visits/${visitId}${page}`, cookie, form);
    return { ...answer, html: text, text: joinTexts(text) };
  };
  const download = async (path: string) => {
    const answer = await requestSite(deps, path, cookie);
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  return { deps, booking, assessor, visitId, by: byAssessor(assessor), send, download };
}
