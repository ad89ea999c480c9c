import { data } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { londonDate } from "#app/platform/dates.ts";
import { findAssessor, listDaysOff, type Assessor } from "./assessors.server.ts";
import { PAPER_FIELDS } from "./papers-schema.ts";
import { REGISTERS } from "./profile.ts";
import { changesInWords } from "./proposal.ts";

/** The public page of the register on which a proposed registration can be looked up. */
function registerOf(assessor: Assessor) {
  const { registerBody, registerNumber } = { ...assessor, ...assessor.proposed?.changes };
  const url = registerBody === null ? undefined : REGISTERS[registerBody];
  return url && registerBody ? { name: registerBody, number: registerNumber, url } : null;
}

/** An assessor with the days off from today on, the open proposal in words, and the assessments that can be ticked.
 * Throws the not-found page for a user who is none. */
export async function readAssessorPage(deps: Deps, userId: string) {
  const assessor = await findAssessor(deps, userId);
  if (!assessor) throw data(null, { status: 404 });
  const { proposed } = assessor;
  const offered = currentOffer().assessments.map(({ id, name }) => ({ value: id, label: name }));
  const ticked = new Set([...assessor.assessments, ...(proposed?.changes.assessments ?? [])]);
  const gone = [...ticked].filter((id) => offered.every(({ value }) => value !== id));
  const assessments = [...offered, ...gone.map((id) => ({ value: id, label: `${id} (no longer offered)` }))];
  return {
    assessor,
    paperFields: PAPER_FIELDS,
    daysOff: await listDaysOff(deps, userId, londonDate(deps.clock.now())),
    assessments,
    proposal: proposed && {
      at: proposed.at,
      changes: changesInWords(assessor, proposed.changes, assessments),
    },
    register: proposed && registerOf(assessor),
  };
}
