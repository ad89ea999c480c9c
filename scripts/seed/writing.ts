import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { Answers } from "#app/features/referral/sections/fields.ts";
import { savePart, startDraft } from "#app/features/report-writing/drafts.server.ts";
import type { TypedExchange } from "#app/features/report-writing/exchange-schema.ts";
import { addExchange, exchangesOfBooking } from "#app/features/report-writing/exchanges.server.ts";
import { openDraft } from "#app/features/report-writing/open-draft.server.ts";
import { fieldsOfPart } from "#app/features/report-writing/part-page.server.ts";
import { textOf } from "#app/features/report-writing/draft.ts";
import { testOf } from "#app/features/report-writing/prefill.ts";
import type { PartKey } from "#app/features/report-writing/parts.ts";

const SAID: TypedExchange[] = [
  { speaker: "assessor", text: "What does the milkman cost you?", at: "10:05" },
  { speaker: "person", text: "Four pounds a week. I pay him on Fridays, from the jar.", at: "10:05" },
  { speaker: "seen", text: "Took the jar down and counted four pounds without help.", at: "10:07" },
  {
    speaker: "person",
    text: "The big money? My son sees to that. I would not know where to begin.",
    at: "10:20",
  },
];

const FINDINGS: Answers = {
  support: "Mid-morning, at her own table, with the bank statement in large print.",
  understand: "can",
  understandReasons: "She said in her own words what comes in and what must be paid.",
  retain: "can",
  retainReasons: "She named the amounts again after half an hour.",
};

/** The words of a visit, and a report that is begun: its first decision is half done. */
export async function seedWriting(deps: Deps, visitId: string, by: ActedByRequest): Promise<void> {
  for (const [index, exchange] of SAID.entries())
    await addExchange(deps, { visitId, by, key: `seed-${index}`, exchange });
  await startDraft(deps, { visitId, by });
  const opened = await openDraft(deps, visitId, by, { toSave: true });
  if (opened?.kind !== "open") throw new Error("A demonstration report cannot be begun.");
  const [, said] = await exchangesOfBooking(deps, opened.booking.id);
  const save = async (key: PartKey, answers: Answers) => {
    const part = { key, fields: fieldsOfPart(opened, key), save: { answers, saveIds: [] } };
    await savePart(deps, { visitId, by }, part);
  };
  const test = testOf(textOf(opened.draft, "decision-1", "assessment"));
  await save("decision-1", { ...test, ...FINDINGS, understandEvidence: [said!.id] });
}
