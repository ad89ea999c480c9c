/** Finds a query with "in" over a list that may grow with the practice: databases bind some 32,000 values. `byIds` in
 * `app/kit/pieces.server.ts` reads rows in pieces, and names its parameter `piece`. Exits with 1 when there is one. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Queries, and lists that are bounded: a page, a batch, the records of one booking or person, what is restricted. */
const BOUNDED = {
  "visits/outcome/visits-to-report.server.ts": ["over"],
  "visits/agree/visit-mails.server.ts": ["questions"],
  "report-writing/same-person.server.ts": ["others"],
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
  "privacy/personal.server.ts": ["kept.emailKeys", "kept.subjectIds"],
  "referral/other-parties.server.ts": ["gone"],
  "referral/saved-referral.server.ts": ["sections"],
  "report-writing/erase-writing.server.ts": ["exceptBookingIds", "finished", "ofBooking"],
  "report/change-report.server.ts": ["ids"],
  "report/list-reports.server.ts": ["notOver"],
  "report/loose-files.server.ts": ["which.documentIds", "which.exceptBookingIds"],
  "safeguarding/concerns.server.ts": ["keptBookingIds", "recent"],
  "settings/settings.server.ts": ["newest"],
  "staff/dashboard/dashboard-queries.server.ts": ["hashes", "ids", "search.ids"],
  "staff/dashboard/dashboard-search.server.ts": ["hashes"],
  "staff/dashboard/read-dashboard.server.ts": ["ids"],
  "stage/bookings-to-agree.server.ts": ["first"],
  "stage/facts.server.ts": ["bookingIds", "notOver"],
  "stage/read-moments.server.ts": ["ids"],
  "visits/record/find-visits.server.ts": ["assessorIds", "bookingIds"],
};

/** Hashes of one value are two or three, by the age of their key. */
const IN =
  /"(?:not )?in",\s*(\[\.\.\.[^\]]*\]|[A-Za-z_.]+)(?![\w.]|!?\.|\s*=>|\()|"(?:not )?in",\s*(\w+)\.map\(/g;
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "app"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file.endsWith(".server.ts"));
let count = 0;
for (const file of files) {
  const text = readFileSync(file, "utf8");
  const bounded = BOUNDED[file.replace("app/features/", "")] ?? [];
  for (const { 1: list, 2: mapped, index } of text.matchAll(IN)) {
    const name = list ?? mapped;
    if (name === "piece" || /^[A-Z_]+$/.test(name) || bounded.includes(name)) continue;
    count += 1;
    console.error(`${file}:${text.slice(0, index).split("\n").length}: read rows for “${name}” by byIds`);
  }
}
if (count > 0) process.exit(1);
