import { strToU8, zipSync } from "fflate";
import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { ACTIVITIES, type Activity } from "#app/features/data-protection/processing.ts";
import { retentionInWords, type Period } from "#app/features/data-protection/retention.ts";
import { PERIODS_USED, PERSONAL_TABLES, TABLES_OF } from "#app/features/privacy/personal-rooms.server.ts";
import { blockWriter, numbered, type DocumentTree } from "#app/features/report-writing/report-document.ts";
import { documentDocx, documentPdf, letterheadOf } from "#app/features/report-writing/report-files.server.ts";
import { processorsOf } from "#app/features/settings/processors.server.ts";
import { CSV_MARK, csvText } from "#app/kit/csv.server.ts";
import { readBackups } from "#app/platform/backup/pressed-backup.server.ts";
import { formatInstant, formatLongDate, londonDate } from "#app/platform/dates.ts";
import { dtacAnswers } from "./dtac-answers.ts";
import { proveHazards } from "./proofs.server.ts";

/** The assurance pack: what a council or an NHS body asks for before it buys, read from the product as it runs. No fact
 * in it is about a booking or a person; no key, password or path of the server is in it. */

/** A table of the pack, in its order. What nobody has stated says so. */
type Facts = Readonly<Record<string, string | number>>;

const YEAR_MS = 365 * 86_400_000;

/** Periods that end with something else than time. */
const UNTIL: Partial<Record<Period, string>> = {
  account: "Accounts: until their owner asks",
  staff: "What belongs to somebody who works here: while they do",
  days: "What keeps a form from being sent twice: a day or two",
};

async function sealedColumns(deps: Deps): Promise<Map<string, string[]>> {
  const tables = await deps.db.introspection.getTables();
  return new Map(
    tables.map(({ name, columns }) => [
      name,
      columns.map((column) => column.name).filter((column) => column.endsWith("_sealed")),
    ]),
  );
}

async function countLastYear({ db, clock }: Deps) {
  const since = new Date(clock.now().getTime() - YEAR_MS).toISOString();
  const { fn } = db;
  const count = fn.countAll<number>().as("count");
  const bookings = db.selectFrom("bookings").select(count).where("created_at", ">=", since);
  const cases = db.selectFrom("privacy_cases").select(count).where("opened_at", ">=", since);
  const complaints = db.selectFrom("complaints").select(count).where("created_at", ">=", since);
  const staff = db
    .selectFrom("users")
    .select([count, fn.count<number>("totp_enabled_at").as("secured")])
    .where("is_active", "=", 1)
    .where("role_id", "!=", "customer");
  return {
    bookings: (await bookings.executeTakeFirstOrThrow()).count,
    cases: (await cases.executeTakeFirstOrThrow()).count,
    complaints: (await complaints.executeTakeFirstOrThrow()).count,
    staff: await staff.executeTakeFirstOrThrow(),
  };
}

async function placesOf(deps: Deps): Promise<Facts> {
  const { env, settings } = deps;
  const { hosting } = settings.current().assurance;
  const { newest } = await readBackups(deps);
  const verified = newest.find(({ verifiedAt }) => verifiedAt)?.verifiedAt;
  return {
    Servers: hosting,
    Database: env.postgres ? "PostgreSQL" : "SQLite, a file on the server’s disk",
    "Documents and reports": env.s3
      ? `Encrypted files in a bucket (${new URL(env.s3.endpoint).hostname}, region ${env.s3.region})`
      : "Encrypted files on the server’s disk",
    "Virus scanner": deps.scanner ? "Each file is scanned before anybody opens it" : "None is set up",
    Backups:
      env.BACKUP_HOUR === "off"
        ? "None is made by night"
        : `Encrypted, each night, kept ${env.BACKUP_KEEP_DAYS} days`,
    "Newest backup that was opened and counted": verified ? formatInstant(verified) : "None yet",
    "Encryption where data is stored":
      "AES-256-GCM by column and by file, bound to the place of each value; keys are kept apart from the database",
    "Encryption on the way": env.APP_ORIGIN.startsWith("https:")
      ? "TLS; browsers are told to use nothing else for a year (HSTS)"
      : "This installation’s address is not https: it is no place for personal data",
  };
}

/** The pack as one document, and the hazards with their proofs. */
export async function readPack(deps: Deps) {
  const { company, assurance, retention: periods } = deps.settings.current();
  const hazards = proveHazards();
  const sealed = await sealedColumns(deps);
  const counts = await countLastYear(deps);
  const inPeriods = (used: ReadonlySet<Period>) => retentionInWords(periods, deps.env.BACKUP_KEEP_DAYS, used);
  const out = blockWriter({});
  const table = (caption: string, facts: Facts) =>
    out.table(
      caption,
      Object.entries(facts).map(([name, value]) => ({ name, value: String(value) || "Not stated" })),
    );
  const section = (level: 2 | 3, title: string, facts: Facts) => {
    out.heading(level, title);
    table(title, facts);
  };

  out.heading(2, "What this is");
  out.paragraphs(
    "Each fact below was read from the service as it ran on this day. What the practice states itself comes from its settings. Whoever sends this pack reads it first: the data protection officer the record of processing, the clinical safety officer the hazard log.",
  );

  out.heading(2, "Record of processing (UK GDPR article 30)");
  table("Controller", {
    Controller: company.name,
    Address: company.registeredAddress || company.tradingAddress,
    Contact: [company.email, company.phone].filter(Boolean).join(", "),
    "ICO registration": company.icoNumber,
    "Data protection officer": assurance.dataProtectionOfficer,
  });
  const always = new Set(inPeriods(new Set()).map(({ what }) => what));
  const activities = Object.entries(ACTIVITIES).map(([key, activity]) => {
    const tables = TABLES_OF.get(key as Activity) ?? [];
    const own = new Set(tables.map((name) => PERSONAL_TABLES[name]!.keptFor));
    const kept = [
      ...inPeriods(own)
        .filter(({ what }) => !always.has(what))
        .map(({ what, howLong }) => `${what}: ${howLong}`),
      ...[...own].flatMap((period) => UNTIL[period] ?? []),
    ];
    return { ...activity, tables, kept };
  });
  for (const { title, purpose, people, data, basis, seenBy, tables, kept } of activities) {
    const encrypted = tables.flatMap((name) => (sealed.get(name) ?? []).map((column) => `${name}.${column}`));
    section(3, title, {
      Purpose: purpose,
      People: people,
      Data: data,
      "Lawful basis": basis,
      "Seen by": seenBy,
      Kept: kept.join("\n"),
      "Stored in": tables.join(", "),
      "Encrypted by column": encrypted.join(", ") || "None",
    });
  }

  const retention = inPeriods(PERIODS_USED);
  section(2, "Retention", Object.fromEntries(retention.map(({ what, howLong }) => [what, howLong])));

  const companies = "Companies that process data";
  out.heading(2, companies);
  const processors = processorsOf(deps);
  if (processors.length === 0)
    out.paragraphs("None: email and payments are handled without other companies.");
  else table(companies, Object.fromEntries(processors.map(({ name, why }) => [name, why])));
  table("Countries and safeguards", { "Countries and safeguards": assurance.countries });

  section(2, "Where data is", await placesOf(deps));

  section(2, "Facts for a data protection impact assessment", {
    "Special categories": "Health, of each person who is assessed; at times what somebody believes",
    "People at risk": "Yes: adults whose capacity is in doubt",
    "Decisions by a machine": "None (article 22)",
    "Bookings in the last year": counts.bookings,
    "People with access at work": `${counts.staff.count}, of whom ${counts.staff.secured} have an authenticator app`,
    "Requests about personal data in the last year": counts.cases,
    "Complaints in the last year": counts.complaints,
    Rights:
      "Export, correction, restriction, erasure and legal hold are functions of the service; an erasure is repeated after a restored backup",
    "Risks and measures": "The hazard log below",
  });

  out.heading(2, "Answers for DTAC");
  out.paragraphs(
    "In the order of the sections of the Digital Technology Assessment Criteria. Copy each answer to its question.",
  );
  for (const [title, answers] of Object.entries(dtacAnswers(deps, hazards))) section(3, title, answers);

  out.heading(2, "Hazard log");
  out.paragraphs(
    "Each control is an automated test of the service. It counts as proven when it passed in the last run of all tests, of the very release that runs here. Severity is proposed; the clinical safety officer confirms it and judges the risk that is left.",
  );
  for (const { id, hazard, cause, effect, severity, controls, isProven } of hazards) {
    section(3, `${id}: ${hazard}`, {
      State: isProven ? "Proven" : "Not proven",
      Cause: cause,
      Effect: effect,
      "Severity (proposed)": severity,
      ...Object.fromEntries(
        controls.map(({ says, state, file, test }, index) => [
          `Control ${index + 1}`,
          `${says}\n${state}\n${file}: ${test}`,
        ]),
      ),
    });
  }

  const day = londonDate(deps.clock.now());
  const tree: DocumentTree = {
    title: "Assurance pack",
    reference: day,
    language: "en-GB",
    letterhead: letterheadOf(deps),
    about: [`As of ${formatLongDate(day)}`],
    blocks: numbered(out.blocks),
  };
  return { tree, hazards, activities, retention, day, sealed };
}

/** The archive: the document as Word and PDF, and the parts that are lists as CSV. The download is in the history. */
export async function downloadPack(deps: Deps, by: ActedByRequest): Promise<Response> {
  const { tree, hazards, activities, retention, day, sealed } = await readPack(deps);
  const look = { author: tree.letterhead[0] ?? "", mark: "", logo: null };
  const [{ bytes: pdf }, docx] = await Promise.all([documentPdf(tree, look), documentDocx(tree, look)]);
  const csv = (rows: readonly Record<string, string>[]) => {
    const names = Object.keys(rows[0]!);
    const lines = [names, ...rows.map((row) => names.map((name) => row[name]))];
    return strToU8(CSV_MARK + csvText(lines, { record_delimiter: "unix" }));
  };
  const files = {
    "assurance-pack.docx": docx,
    "assurance-pack.pdf": pdf,
    "hazard-log.csv": csv(
      hazards.flatMap(({ controls, isProven, ...hazard }) =>
        controls.map(({ says, state, file, test }) => ({
          ...hazard,
          state: isProven ? "Proven" : "Not proven",
          control: says,
          proof: state,
          file,
          test,
        })),
      ),
    ),
    "record-of-processing.csv": csv(
      activities.map(({ tables, kept, ...activity }) => ({
        ...activity,
        kept: kept.join("; "),
        tables: tables.join(", "),
      })),
    ),
    "retention.csv": csv(retention),
    "tables.csv": csv(
      activities.flatMap(({ title, tables }) =>
        tables.map((table) => ({ table, activity: title, encrypted: (sealed.get(table) ?? []).join(", ") })),
      ),
    ),
  };
  await recordAudit(deps, by, "assurance.downloaded", ["settings", "assurance"]);
  return new Response(new Uint8Array(zipSync(files)), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="assurance-pack-${day}.zip"`,
    },
  });
}
