import { expect, test } from "vitest";
import { fieldColumns } from "#app/features/booking/fields/field-columns.server.ts";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createBooking, signInAs } from "#tests/setup/factories.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { BY_STAFF, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";

const line = (assessment_id: string, name: string) => ({ assessment_id, name, price_pence: 59_500 });

test("each page that names the decisions says what is to be decided, in the referrer's words", async () => {
  const deps = createTestDeps();
  const id = deps.ids.uuid();
  const columns = fieldColumns(deps.secrets, id, { otherAssessmentDetails: "Whether she can marry" });
  const lines = [line("capacity-sell-property", "Capacity to Sell Property"), line("other", "Other")];
  const booking = await createBooking(deps, { id, ...columns }, lines);
  await saveSections(deps, {
    booking,
    sections: { decision: { answers: { decisionToMake: "Whether to sell 4 Elm Road" } } },
    actor: BY_STAFF.actor,
    requestId: null,
  });
  const assessor = await createAssessor(deps);
  const change = { ...BY_STAFF, bookingId: booking.id, version: 1, isReferrerTold: true, overruled: null };
  const visit = await agreeVisit(deps, { ...change, plan: PLAN, assessorId: assessor.id });
  const page = `/assessor/visits/${visit.ok ? visit.visitId : ""}`;
  const { cookie } = await signInAs(deps, assessor);
  const referral = `/referral-form/${booking.id}`;
  const token = `?token=${booking.token}`;
  for (const [address, signedIn] of [
    [page, cookie],
    [`${page}/pack`, cookie],
    [`${page}/referral`, cookie],
    [`${referral}/cop3${token}`, undefined],
    [`${referral}/print${token}`, undefined],
  ] as const) {
    const text = joinTexts((await render(deps, address, signedIn)).text);
    expect(text, address).toContain("Whether to sell 4 Elm Road");
    expect(text, address).toContain("Whether she can marry");
  }
});
