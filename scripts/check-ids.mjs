/** Finds a query with "in" over a list that may grow with the practice: databases bind some 32,000 values. `byIds` in
 * `app/kit/pieces.server.ts` reads rows in pieces, and names its parameter `piece`. Finds, too, a query that leaves
 * rows out, while nobody says what becomes of these. Finds a file outside of `app/forms` and `app/kit` that reads a
 * form's intent: `answerForms`, `byIntent` and `intentOf` do. Exits with 1 when there is one. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Queries, and lists that are bounded: a page, a batch, the records of one booking or person, what is restricted. */
const BOUNDED = {
  "visits/assessor-pages/assessor-visits.server.ts": ["over"],
  "visits/agree/visit-mails.server.ts": ["questions"],
  "report-writing/read-check.server.ts": ["others"],
  "outbox/held-back.server.ts": ["codes", "bookingIds", "wanted"],
  "billing/own/statement-page.server.ts": ["bookings"],
  "accounts/devices/known-devices.server.ts": ["unconfirmed"],
  "accounts/session/end-access.server.ts": ["spared.deviceHashes"],
  "accounts/users/change-user.server.ts": ["roles"],
  "audit/purge-audit.server.ts": ["keptSubjects"],
  "audit/queries.server.ts": ["ids", "without"],
  "before-booking/wizard/start-draft.server.ts": ["ids"],
  "billing/bank/lines.server.ts": ["chunk", "gone", "hashes"],
  "billing/bank/payables.server.ts": ["bookingIds", "numbers", "references"],
  "billing/read-invoices.server.ts": ["due", "missing"],
  "booking/record/write-booking.server.ts": ["ids"],
  "data-protection/restrictions.server.ts": ["bookingIds"],
  "outbox/leases.server.ts": ["[...urgentTopics]", "dead"],
  "pay/check-pay.server.ts": ["closed", "decided"],
  "pay/claim-rows.server.ts": ["ids"],
  "privacy/personal-rooms.server.ts": ["keys"],
  "privacy/personal.server.ts": ["kept.emailKeys", "kept.subjectIds"],
  "referral/other-parties.server.ts": ["gone"],
  "referral/saved-referral.server.ts": ["sections"],
  "report-writing/personal.server.ts": ["exceptBookingIds", "finished", "ofBooking"],
  "report/change-report.server.ts": ["ids"],
  "report/list-reports.server.ts": ["notOver"],
  "report/loose-files.server.ts": ["which.documentIds", "which.exceptBookingIds"],
  "safeguarding/concerns.server.ts": ["keptBookingIds", "recent"],
  "settings/settings.server.ts": ["newest"],
  "staff/dashboard/dashboard-queries.server.ts": ["hashes", "ids", "search.ids"],
  "staff/dashboard/dashboard-search.server.ts": ["hashes"],
  "staff/dashboard/read-dashboard.server.ts": ["ids"],
  "stage/bookings-to-agree.server.ts": ["first"],
  "stage/facts.server.ts": ["bookingIds", "notOver", "query"],
  "visits/record/find-visits.server.ts": ["assessorIds", "bookingIds"],
};

/** Every query that leaves rows out, by what becomes of these. `pages`: an address has them. `counted`: the page says
 * how many there are and leads to them. `pieces`: work that goes on with the next ones. `enough`: no list of a page. */
const LEFT_OUT = {
  pages: [
    "accounts/session/queries.server.ts",
    "app/kit/pieces.server.ts",
    "booking/record/queries.server.ts",
    "outbox/job-queries.server.ts",
    "report/list-reports.server.ts",
    "settings/settings.server.ts",
    "staff/dashboard/dashboard-queries.server.ts",
    "staff/dashboard/dashboard-queries.server.ts",
  ],
  counted: [
    "billing/bank/lines.server.ts",
    "billing/invoice-state.server.ts",
    "booking/record/known-caller.server.ts",
    "report/infected-files.server.ts",
    "staff/dashboard/dashboard-queries.server.ts",
    "staff/dashboard/dashboard-search.server.ts",
    "staff/dashboard/dashboard-search.server.ts",
    "staff/dashboard/read-dashboard.server.ts",
    "staff/dashboard/read-dashboard.server.ts",
    "stage/facts.server.ts",
    "visits/outcome/office-notes.server.ts",
    "visits/plan/visits-to-do.server.ts",
  ],
  pieces: [
    "before-booking/wizard/start-draft.server.ts",
    "billing/card/card-pages.server.ts",
    "billing/read-invoices.server.ts",
    "booking/record/write-booking.server.ts",
    "booking/record/write-booking.server.ts",
    "documents/scan-document.server.ts",
    "pay/check-pay.server.ts",
    "quality/count-bookings.server.ts",
    "referral/fill-other-parties.server.ts",
    "staff/statistics/read-statistics.server.ts",
    "visits/person/conflicts.server.ts",
    "visits/agree/earlier-times.server.ts",
    "visits/plan/freed-times.server.ts",
  ],
  enough: [
    "after-booking/customer/resend-lost-links.server.ts",
    "audit/queries.server.ts",
    "report-writing/read-check.server.ts",
    "visits/person/conflicts.server.ts",
  ],
};

/** Hashes of one value are two or three, by the age of their key. */
const IN =
  /"(?:not )?in",\s*(\[\.\.\.[^\]]*\]|[A-Za-z_.]+)(?![\w.]|!?\.|\s*=>|\()|"(?:not )?in",\s*(\w+)\.map\(/g;
const READS_INTENT = /\.get\(\s*["'`](?:intent|form)["'`]\s*\)/g;
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "app"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test.") && existsSync(file));
let count = 0;
for (const file of files) {
  if (/^app\/(forms|kit)\//.test(file)) continue;
  const text = readFileSync(file, "utf8");
  for (const { index } of text.matchAll(READS_INTENT)) {
    count += 1;
    console.error(
      `${file}:${text.slice(0, index).split("\n").length}: ask app/forms for the intent of a form`,
    );
  }
}
for (const file of files.filter((name) => name.endsWith(".server.ts"))) {
  const text = readFileSync(file, "utf8");
  const own = file.replace("app/features/", "");
  const bounded = BOUNDED[own] ?? [];
  // Pages of `inPages` go on by themselves.
  const all = text.includes("inPages") ? text.replaceAll(".limit(MAX_PIECE)", "") : text;
  const limits = all.match(/\.limit\((?![12]\))/g)?.length ?? 0;
  const declared = Object.values(LEFT_OUT)
    .flat()
    .filter((one) => one === own).length;
  if (limits !== declared) {
    count += 1;
    console.error(`${file}: ${limits} times “limit”, ${declared} in LEFT_OUT: say what becomes of the rest`);
  }
  for (const { 1: list, 2: mapped, index } of text.matchAll(IN)) {
    const name = list ?? mapped;
    if (name === "piece" || /^[A-Z_]+$/.test(name) || bounded.includes(name)) continue;
    count += 1;
    console.error(`${file}:${text.slice(0, index).split("\n").length}: read rows for “${name}” by byIds`);
  }
}
if (count > 0) process.exit(1);
