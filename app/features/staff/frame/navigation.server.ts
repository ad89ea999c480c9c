import { countOpenLines } from "#app/features/billing/bank/lines.server.ts";
import { makerNow } from "#app/features/billing/makers.server.ts";
import { countOpenClaims } from "#app/features/pay/claim-rows.server.ts";
import { countOpenDisputes } from "#app/features/pay/disputes.server.ts";
import { hasOrganisations } from "#app/features/organisations/record/membership.server.ts";
import { hasRules } from "#app/features/pay/rules.server.ts";
import { countQuestionsToPass } from "#app/features/report-writing/questions/list-questions.server.ts";
import { countFailedJobs } from "#app/features/outbox/job-queries.server.ts";
import type { SignedInUser } from "#app/features/accounts/session/principal.server.ts";
import type { Deps } from "#app/deps.server.ts";

const whoIs = ({ firstName, email, roleName }: SignedInUser) => ({
  name: firstName ?? email,
  role: roleName,
});

export type StaffNavigation = Awaited<ReturnType<typeof staffNavigation>>;

/** The frame of a member of staff: who is signed in, their rights, and what waits. Guards are elsewhere. */
export async function staffNavigation(deps: Deps, user: SignedInUser<"staff">) {
  const { handlesMoney } = user;
  const hasPayments = handlesMoney && makerNow(deps) === "own";
  return {
    who: whoIs(user),
    isAdministrator: user.roleId === "administrator",
    handlesMoney,
    hasPayments,
    hasOrganisations: hasOrganisations(deps),
    payCount: handlesMoney ? (await countOpenDisputes(deps)) + (await countOpenClaims(deps)) : 0,
    lineCount: hasPayments ? await countOpenLines(deps) : 0,
    questionCount: await countQuestionsToPass(deps),
    failedJobCount: await countFailedJobs(deps),
  };
}

export type AssessorNavigation = Awaited<ReturnType<typeof assessorNavigation>>;

/** The same for an assessor. */
export async function assessorNavigation(deps: Deps, user: SignedInUser<"assessor">) {
  return { who: whoIs(user), hasPay: await hasRules(deps) };
}
