import type { AuditAction } from "#app/features/audit/history-words.ts";
import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { transact } from "#app/platform/database.server.ts";
import { findAssessor, sealedNumber, sealedPapers, sealedPhone, type Assessor } from "./assessors.server.ts";
import { NO_HOURS, type WeekHours } from "./hours.ts";
import { PAPER_KINDS, type Papers } from "./papers.ts";
import { DEFAULT_TRAVEL_MINUTES, type AssessorProfile } from "./profile.ts";
import { changesOf, isEmpty, labelsOf, namesOf } from "./proposal.ts";
import type { AssessorRow } from "./tables.ts";

/** Columns of an assessor without a proposal. */
export const NO_PROPOSAL = { proposal_sealed: null, proposed_at: null };

export type SaveOutcome = "saved" | "unchanged" | "not-found" | "changed-since";

type Change = {
  columns: Partial<AssessorRow>;
  /** For the audit log. */
  action?: AuditAction;
  fields: readonly string[];
  /** Written in the same transaction. */
  andThen?: (inside: Deps) => Promise<void>;
};

/** Writes the columns of an assessor's row that `change` names, unless the row was changed since `version`. */
export const saveAssessor = async (
  deps: Deps,
  userId: string,
  version: number,
  by: ActedByRequest,
  { columns, action = "assessor.edited", fields, andThen }: Change,
): Promise<SaveOutcome> =>
  transact(deps, async (inside) => {
    const assessor = await findAssessor(inside, userId);
    if (!assessor) return "not-found";
    if (assessor.version !== version) return "changed-since";
    const now = deps.clock.now().toISOString();
    const row: AssessorRow = {
      user_id: userId,
      professions: "[]",
      register_body: null,
      register_number_sealed: null,
      register_ends_on: null,
      assessments: "[]",
      modes: "[]",
      areas: "[]",
      languages: "[]",
      hours: JSON.stringify(NO_HOURS),
      max_visits_a_day: null,
      travel_before_minutes: DEFAULT_TRAVEL_MINUTES,
      travel_after_minutes: DEFAULT_TRAVEL_MINUTES,
      phone_sealed: null,
      papers_sealed: null,
      papers_end_on: null,
      ...NO_PROPOSAL,
      ...columns,
      version: 1,
      updated_at: now,
    };
    const update = { ...columns, version: version + 1, updated_at: now };
    await inside.db
      .insertInto("assessors")
      .values(row)
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(update))
      .execute();
    await recordAudit(inside, by, action, ["user", userId], { changedFields: [...fields] });
    await andThen?.(inside);
    return "saved";
  });

/** Queues the mail that tells an assessor how staff answered the proposal. A deactivated one gets none. */
export async function mailAnswer(
  deps: Deps,
  { id, email, isActive, version, proposed }: Assessor,
  topic: "proposal-confirmed" | "proposal-refused",
  note: string,
): Promise<void> {
  if (!isActive || !proposed) return;
  const payload = { changes: labelsOf(proposed.changes), note, path: "/assessor/profile" };
  await enqueueMail(deps, { topic, to: email, dedupeKey: `${topic}:${id}:${version}`, payload });
}

function columnsOf({ secrets }: Pick<Deps, "secrets">, userId: string, profile: AssessorProfile) {
  const { registerNumber, phone } = profile;
  return {
    professions: JSON.stringify(profile.professions),
    register_body: profile.registerBody,
    register_number_sealed:
      registerNumber === null ? null : sealedNumber.encrypt(secrets, userId, registerNumber),
    register_ends_on: profile.registerEndsOn,
    assessments: JSON.stringify(profile.assessments),
    modes: JSON.stringify(profile.modes),
    areas: JSON.stringify(profile.areas),
    languages: JSON.stringify(profile.languages),
    max_visits_a_day: profile.maxVisitsADay,
    travel_before_minutes: profile.travelBeforeMinutes,
    travel_after_minutes: profile.travelAfterMinutes,
    phone_sealed: phone === null ? null : sealedPhone.encrypt(secrets, userId, phone),
  };
}

type Given = Partial<AssessorProfile> & { version: number };

/** Saves the given fields of the profile; the others, hours and days off stay. A proposal of which nothing is left to
 * change is confirmed by that: its assessor is told, with the note. */
export async function saveProfile(
  deps: Deps,
  userId: string,
  { version, ...given }: Given,
  by: ActedByRequest,
  note = "",
): Promise<SaveOutcome> {
  const before = await findAssessor(deps, userId);
  if (!before) return "not-found";
  const after = { ...before, ...given };
  const names = Object.keys(given) as (keyof AssessorProfile)[];
  const fields = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(given[name]));
  if (fields.length === 0) return "unchanged";
  const proposal = before.proposed?.changes ?? {};
  const isConfirmed = before.proposed !== null && isEmpty(changesOf(after, proposal));
  return saveAssessor(deps, userId, version, by, {
    columns: { ...columnsOf(deps, userId, after), ...(isConfirmed && NO_PROPOSAL) },
    fields,
    andThen: async (inside) => {
      if (!isConfirmed) return;
      const changedFields = namesOf(proposal);
      await recordAudit(inside, by, "assessor.changes-confirmed", ["user", userId], { changedFields });
      await mailAnswer(inside, before, "proposal-confirmed", note);
    },
  });
}

/** Saves what staff saw of an assessor's papers. */
export async function savePapers(
  deps: Deps,
  userId: string,
  { papers, version }: { papers: Papers; version: number },
  by: ActedByRequest,
): Promise<SaveOutcome> {
  const before = await findAssessor(deps, userId);
  if (!before) return "not-found";
  const fields = PAPER_KINDS.filter(
    (kind) => JSON.stringify(before.papers[kind]) !== JSON.stringify(papers[kind]),
  );
  if (fields.length === 0) return "unchanged";
  const [first = null] = PAPER_KINDS.flatMap((kind) => papers[kind]?.until ?? []).toSorted();
  const columns = { papers_sealed: sealedPapers.encrypt(deps.secrets, userId, papers), papers_end_on: first };
  return saveAssessor(deps, userId, version, by, { columns, fields });
}

/** Saves the weekly hours, as staff or the assessor typed them. */
export function saveHours(
  deps: Deps,
  userId: string,
  { hours, version }: { hours: WeekHours; version: number },
  by: ActedByRequest,
): Promise<SaveOutcome> {
  const columns = { hours: JSON.stringify(hours) };
  return saveAssessor(deps, userId, version, by, { columns, fields: ["hours"] });
}
