import { createSettings } from "#app/features/settings/settings.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { setOfferSource } from "#app/features/catalogue/catalogue.ts";
import { savePart } from "#app/features/contributions/save-part.server.ts";
import { monthBefore, monthOf } from "#app/features/pay/months.ts";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { OutcomeSchema } from "#app/features/visits/outcome/outcome-schema.ts";
import { recordOutcome } from "#app/features/visits/outcome/record-outcome.server.ts";
import { createFolderStore } from "#app/integrations/document-store/folder-store.server.ts";
import { systemClock } from "#app/platform/clock.ts";
import { dataFolders } from "#app/platform/data-folder.server.ts";
import { openConfigured } from "#app/platform/database.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { createIds } from "#app/platform/ids.server.ts";
import { createLogger } from "#app/platform/log.server.ts";
import { createSecrets } from "#app/platform/secrets.server.ts";
import { FORM_KEY } from "#app/platform/http/form-key.ts";
import { createContribution, linkOf } from "#tests/setup/contributions.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { encoded, fieldsSent, readForms } from "#tests/setup/html-forms.ts";
import { createRule } from "#tests/setup/pay.ts";
import { createReport } from "#tests/setup/reports.ts";
import { BY_STAFF, byAssessor, createAssessor, PLAN, workdayAfter } from "#tests/setup/visits.ts";
import type { FaultServer } from "./server.ts";

/** Acts of people of which each must be stored once: sending a part, reading a file of the bank, releasing, closing. */

/** `none`: nothing of it is stored; `in part` is for work that goes in pieces; all else is a fault. */
type State = "none" | "in part" | "whole" | `wrong: ${string}`;
export type Act = {
  /** Whether the server says that it is done. Rejects when the connection breaks. */
  send(): Promise<{ isDone: boolean; status: number; text: string }>;
  state(): Promise<State>;
};

/** Dependencies by which factories write into the server's data; `close` ends them. */
export function openDeps(server: FaultServer): Deps & { close(): Promise<void> } {
  const env = readEnv(server.env);
  const db = openConfigured(env);
  const settings = createSettings({ env, db });
  setOfferSource(() => settings.offer(systemClock.now()));
  return {
    env,
    db,
    settings,
    clock: systemClock,
    ids: createIds(systemClock),
    secrets: createSecrets(env.DATA_KEY),
    log: createLogger("silent"),
    mailer: { send: async () => ({ vendorId: null }) },
    accounting: null,
    cardPages: null,
    textSender: null,
    documents: createFolderStore(dataFolders(env).documents, { minFreeBytes: 0 }),
    scanner: null,
    makeBackup: async () => {},
    jobs: { wake() {}, handlers: [], bookingsOf: async () => new Map() },
    isOperational: async () => true,
    isReady: async () => true,
    close: () => db.destroy(),
  };
}

type Place = { deps: Deps; origin: string; cookie: string };

/** Opens a page and fills in its form of this intent, all boxes ticked; the press of its button, without the key of the
 * form, as of a page that is opened anew each time. */
async function pressOf({ origin, cookie }: Place, path: string, intent: string, file?: File) {
  const headers = { Origin: origin, Cookie: cookie };
  const page = await fetch(origin + path, { headers });
  const html = await page.text();
  const isIntent = ({ name, value }: { name: string; value: string }) =>
    /^(intent|form)$/.test(name) && value === intent;
  const form = readForms(html).find((one) => one.controls.some(isIntent) || one.buttons.some(isIntent));
  if (!form) throw new Error(`${path} (${page.status}) has no form "${intent}": ${html.slice(-2000)}`);
  const button = form.buttons.find(isIntent) ?? form.buttons[0]!;
  const fields = fieldsSent(form, button, ({ type, value }) => (type === "checkbox" ? value : undefined));
  fields.delete(FORM_KEY);
  if (file) fields.set("bankFile", file);
  return async () => {
    const init = { method: "POST", headers, body: encoded(form, fields), redirect: "manual" } as const;
    const answer = await fetch(origin + path, init);
    return { isDone: answer.status === 303, status: answer.status, text: await answer.text() };
  };
}

const oneOrNone = (counts: Record<string, number>): State => {
  const all = Object.values(counts);
  if (all.every((count) => count === 0)) return "none";
  return all.every((count) => count === 1) ? "whole" : `wrong: ${JSON.stringify(counts)}`;
};

async function audited({ deps }: Place, action: string, subject: string): Promise<number> {
  const rows = await deps.db
    .selectFrom("audit_log")
    .select("id")
    .where("action", "=", action)
    .where("subject_id", "=", subject)
    .execute();
  return rows.length;
}

/** A doctor sends what they wrote. */
async function sendPart(place: Place): Promise<Act> {
  const { deps } = place;
  const booking = await createBooking(deps);
  const asked = await createContribution(deps, booking);
  const { cookie, by } = await linkOf(deps, asked.id);
  const save = { partKey: "doctor", answers: { diagnoses: "Dementia" }, saveIds: [] } as const;
  const saved = await savePart(deps, { contributionId: asked.id, by, save: { ...save, saveIds: [] } });
  if (saved.kind !== "written") throw new Error(saved.kind);
  const asDoctor = { ...place, cookie };
  return {
    send: await pressOf(asDoctor, `/part/${asked.id}`, "send"),
    async state() {
      const row = await deps.db
        .selectFrom("contributions")
        .select(["state", "sent_at"])
        .where("id", "=", asked.id)
        .executeTakeFirstOrThrow();
      const { length: mails } = await deps.db
        .selectFrom("outbox")
        .select("id")
        .where("booking_id", "=", booking.id)
        .where("dedupe_key", "like", "%answered%")
        .execute();
      const isSent = Number(row.state === "sent" && row.sent_at !== null);
      return oneOrNone({ isSent, audit: await audited(place, "part.sent", booking.id), mails });
    },
  };
}

const LINES = 1_000;
let files = 0;

/** The office reads a bank's file of many lines, each of an amount of its own. */
async function readFile(place: Place): Promise<Act> {
  files += 1;
  const first = files * 10_000;
  const today = londonDate(place.deps.clock.now()).split("-").reverse().join("/");
  const lines = Array.from(
    { length: LINES },
    (_, n) => `${today},FASTER PAYMENT ${first + n},${((first + n) / 100).toFixed(2)}`,
  );
  const file = new File([["Date,Description,Amount", ...lines].join("\n")], "statement.csv", {
    type: "text/csv",
  });
  return {
    send: await pressOf(place, "/admin/payments/bank-file", "read", file),
    async state() {
      const rows = await place.deps.db
        .selectFrom("bank_lines")
        .select("pence")
        .where("pence", ">=", first)
        .where("pence", "<", first + LINES)
        .execute();
      if (new Set(rows.map(({ pence }) => pence)).size !== rows.length) return "wrong: a line is there twice";
      if (rows.length === 0) return "none";
      return rows.length === LINES ? "whole" : "in part";
    },
  };
}

/** Staff release a report to the referrer. */
async function release(place: Place): Promise<Act> {
  const { deps } = place;
  const booking = await createBooking(deps, { client_first_name: "Edith", client_last_name: "Marsh" });
  const { report } = await createReport(deps, booking.id);
  return {
    send: await pressOf(place, `/admin/bookings/${booking.id}/report`, "release"),
    async state() {
      const { state } = await deps.db
        .selectFrom("reports")
        .select("state")
        .where("id", "=", report.id)
        .executeTakeFirstOrThrow();
      const deliveries = await deps.db
        .selectFrom("report_deliveries")
        .select("id")
        .where("report_id", "=", report.id)
        .execute();
      const { length: mails } = await deps.db
        .selectFrom("outbox")
        .select("id")
        .where("booking_id", "=", booking.id)
        .where("topic", "=", "report-ready")
        .execute();
      const audit = await audited(place, "report.released", booking.id);
      return oneOrNone({
        isReleased: Number(state === "released"),
        deliveries: deliveries.length,
        mails,
        audit,
      });
    },
  };
}

const ASSESSORS = 6;

/** Staff close a month in which six assessors earned something; what an earlier act closed is opened. */
async function close(place: Place): Promise<Act> {
  const { deps } = place;
  const { db } = deps;
  const month = monthBefore(monthOf(londonDate(deps.clock.now())));
  for (const table of ["pay_lines", "pay_statements", "pay_months"] as const)
    await db.deleteFrom(table).execute();
  await db.deleteFrom("outbox").where("dedupe_key", "like", "pay-statement:%").execute();
  await db.deleteFrom("audit_log").where("action", "=", "pay.month-closed").execute();
  const rules = await db.selectFrom("pay_rules").select("id").execute();
  if (rules.length === 0) {
    await createRule(deps, { kind: "part", pence: 90_00 });
    for (let n = 0; n < ASSESSORS; n += 1) await earn(deps, month);
  }
  return {
    send: await pressOf(place, `/admin/pay?month=${month}`, "close"),
    async state() {
      const statements = await db.selectFrom("pay_statements").select(["id", "net_pence"]).execute();
      const lines = await db.selectFrom("pay_lines").select("line_key").execute();
      const mails = await db
        .selectFrom("outbox")
        .select("id")
        .where("dedupe_key", "like", "pay-statement:%")
        .execute();
      const months = await db.selectFrom("pay_months").select("month").execute();
      return oneOrNone({
        months: months.length,
        audit: await audited(place, "pay.month-closed", month),
        statements: statements.length / ASSESSORS,
        lines: lines.length / ASSESSORS,
        pence: statements.reduce((sum, one) => sum + one.net_pence, 0) / (ASSESSORS * 90_00),
        mails: mails.length / ASSESSORS,
      });
    },
  };
}

/** Lets a visit be held in part in this month. */
async function earn(deps: Deps, month: string): Promise<void> {
  const assessor = await createAssessor(deps);
  const booking = await createBooking(deps);
  const day = workdayAfter(londonDate(deps.clock.now()), 7);
  const plan = { ...PLAN, day };
  const change = {
    ...BY_STAFF,
    bookingId: booking.id,
    version: booking.version,
    plan,
    assessorId: assessor.id,
  };
  const visit = await agreeVisit(deps, { ...change, isReferrerTold: false, overruled: null });
  if (!visit.ok) throw new Error(visit.problem);
  await deps.db
    .updateTable("visits")
    .set({ day: `${month}-15` })
    .where("id", "=", visit.visitId)
    .execute();
  const outcome = OutcomeSchema.parse({
    held: "part",
    startedAt: "10:00",
    endedAt: "11:00",
    conducted: "in-person",
    identity: "Passport",
  });
  const recorded = await recordOutcome(deps, { ...byAssessor(assessor), visitId: visit.visitId, outcome });
  if (!recorded.ok) throw new Error(recorded.problem);
}

export const ACTS: Record<string, (place: Place) => Promise<Act>> = {
  "sending a part": sendPart,
  "reading a bank's file": readFile,
  "releasing a report": release,
  "closing a month of pay": close,
};

/** Somebody of the office who handles money, on this server. */
export async function atOffice(deps: Deps, { origin }: FaultServer): Promise<Place> {
  const user = await createUser(deps, { role_id: "coordinator", handles_money: 1 });
  const { cookie } = await signInAs(deps, user);
  return { deps, origin, cookie };
}
