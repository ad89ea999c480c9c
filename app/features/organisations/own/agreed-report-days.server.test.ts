import { expect, test } from "vitest";
import { openReports } from "#app/features/report/list-reports.server.ts";
import { currentStep } from "#app/features/report/progress.ts";
import { readProgress } from "#app/features/report/read-progress.server.ts";
import { readMoment } from "#app/features/stage/facts.server.ts";
import { readOpenWork } from "#app/features/stage/open-work.server.ts";
import { readStage } from "#app/features/stage/read-stages.server.ts";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { recordOutcome } from "#app/features/visits/outcome/record-outcome.server.ts";
import { OutcomeSchema } from "#app/features/visits/outcome/outcome-schema.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createBooking, signInAs } from "#tests/setup/factories.ts";
import { createTeam, switchOrganisationsOn } from "#tests/setup/organisations.ts";
import { render } from "#tests/setup/rendered-site.ts";
import { BY_STAFF, byAssessor, createAssessor, PLAN } from "#tests/setup/visits.ts";

const IN_FULL = {
  held: "full",
  startedAt: "10:00",
  endedAt: "11:00",
  conducted: "in-person",
  identity: "Her passport",
};

test("a report is due by the days that were agreed for its booking, in every place", async () => {
  const deps = createTestDeps();
  await switchOrganisationsOn(deps);
  const team = await createTeam(deps);
  const seen = async (report_days: number | null, start: string) => {
    const booking = await createBooking(deps, { organisation_id: team.id, report_days });
    const assessor = await createAssessor(deps);
    const agreed = await agreeVisit(deps, {
      ...BY_STAFF,
      version: 1,
      plan: { ...PLAN, start },
      isReferrerTold: false,
      overruled: null,
      bookingId: booking.id,
      assessorId: assessor.id,
    });
    return { booking, assessor, visitId: agreed.ok ? agreed.visitId : "" };
  };
  const agreed = await seen(2, "10:00");
  const usual = await seen(null, "14:00");
  deps.clock.set("2027-03-16T09:00:00.000Z");
  for (const { assessor, visitId } of [agreed, usual]) {
    const outcome = OutcomeSchema.parse({ ...IN_FULL, version: 0 });
    expect(await recordOutcome(deps, { ...byAssessor(assessor), visitId, outcome })).toEqual({ ok: true });
  }
  const daysOf = async ({ booking }: typeof agreed) => {
    const progress = (await readProgress(deps, [booking])).get(booking.id)!;
    expect(currentStep(progress)).toBe("writing");
    const work = await readOpenWork(deps, await readMoment(deps));
    return [
      progress.find(({ step }) => step === "writing")!.day,
      (await readStage(deps, booking.id)).dueOn,
      (await openReports(deps)).find((one) => one.bookingId === booking.id)!.dueOn,
      work.find(({ id }) => id === booking.id)!.due?.slice(0, 10),
    ];
  };
  expect(await daysOf(agreed)).toEqual(["2027-03-15", "2027-03-15", "2027-03-15", "2027-03-16"]);
  expect(await daysOf(usual)).toEqual(["2027-03-25", "2027-03-25", "2027-03-25", "2027-03-26"]);
  const { cookie } = await signInAs(deps, team.owner);
  const { text } = await render(deps, `/organisation?of=${team.id}&due=report`, cookie);
  expect(text).toContain(agreed.booking.reference);
  expect(text).not.toContain(usual.booking.reference);
});
