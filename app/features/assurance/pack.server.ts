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
import { row, type Row } from "./pack-row.ts";
import { proveHazards } from "./proofs.server.ts";

/** The assurance pack: what a council or an NHS body asks for before it buys, read from the product as it runs. No fact
 * in it is about a booking or a person; no key, password or path of the server is in it. */

const YEAR_MS = 365 * 86_400_000;

/** Periods of retention in words, by what a table says. */
function periodsOf(deps: Deps) {
  const { retention } = deps.settings.current();
  return (used: ReadonlySet<Period>) => retentionInWords(retention, deps.env.BACKUP_KEEP_DAYS, used);
}

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

async function countSince(deps: Deps) {
  const since = new Date(deps.clock.now().getTime() - YEAR_MS).toISOString();
  const [bookings, cases, complaints] = await Promise.all([
    deps.db
      .selectFrom("bookings")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("created_at", ">=", since)
      .executeTakeFirstOrThrow(),
    deps.db
      .selectFrom("privacy_cases")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("opened_at", ">=", since)
      .executeTakeFirstOrThrow(),
    deps.db
      .selectFrom("complaints")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("created_at", ">=", since)
      .executeTakeFirstOrThrow(),
  ]);
  const inside = await deps.db
    .selectFrom("users")
    .select(({ fn }) => [
      fn.countAll<number>().as("count"),
      fn.count<number>("totp_enabled_at").as("secured"),
    ])
    .where("is_active", "=", 1)
    .where("role_id", "!=", "customer")
    .executeTakeFirstOrThrow();
  return {
    bookings: Number(bookings.count),
    cases: Number(cases.count),
    complaints: Number(complaints.count),
    staff: Number(inside.count),
    secured: Number(inside.secured),
  };
}

async function placesOf(deps: Deps): Promise<Row[]> {
  const { env, settings } = deps;
  const { hosting } = settings.current().assurance;
  const { newest } = await readBackups(deps);
  const verified = newest.find(({ verifiedAt }) => verifiedAt)?.verifiedAt;
  return [
    row("Servers", hosting),
    row("Database", env.postgres ? "PostgreSQL" : "SQLite, a file on the server’s disk"),
    row(
      "Documents and reports",
      env.s3
        ? `Encrypted files in a bucket (${new URL(env.s3.endpoint).hostname}, region ${env.s3.region})`
        : "Encrypted files on the server’s disk",
    ),
    row("Virus scanner", deps.scanner ? "Each file is scanned before anybody opens it" : "None is set up"),
    row(
      "Backups",
      env.BACKUP_HOUR === "off"
        ? "None is made by night"
        : `Encrypted, each night, kept ${env.BACKUP_KEEP_DAYS} days`,
    ),
    row("Newest backup that was opened and counted", verified ? formatInstant(verified) : "None yet"),
    row(
      "Encryption where data is stored",
      "AES-256-GCM by column and by file, bound to the place of each value; keys are kept apart from the database",
    ),
    row(
      "Encryption on the way",
      env.APP_ORIGIN.startsWith("https:")
        ? "TLS; browsers are told to use nothing else for a year (HSTS)"
        : "This installation’s address is not https: it is no place for personal data",
    ),
  ];
}

/** The pack as one document, and the hazards with their proofs. */
export async function readPack(deps: Deps) {
  const { company, assurance } = deps.settings.current();
  const hazards = proveHazards();
  const [sealed, counts, places] = await Promise.all([sealedColumns(deps), countSince(deps), placesOf(deps)]);
  const inPeriods = periodsOf(deps);
  const out = blockWriter({});
  const table = (caption: string, rows: Row[]) => out.table(caption, rows);

  out.heading(2, "What this is");
  out.paragraphs(
    "Each fact below was read from the service as it ran on this day. What the practice states itself comes from its settings. Whoever sends this pack reads it first: the data protection officer the record of processing, the clinical safety officer the hazard log.",
  );

  out.heading(2, "Record of processing (UK GDPR article 30)");
  table("Controller", [
    row("Controller", company.name),
    row("Address", company.registeredAddress || company.tradingAddress),
    row("Contact", [company.email, company.phone].filter(Boolean).join(", ")),
    row("ICO registration", company.icoNumber),
    row("Data protection officer", assurance.dataProtectionOfficer),
  ]);
  const always = new Set(inPeriods(new Set()).map(({ what }) => what));
  const activities = Object.entries(ACTIVITIES).map(([key, activity]) => {
    const tables = TABLES_OF.get(key as Activity) ?? [];
    const periods = new Set(tables.map((name) => PERSONAL_TABLES[name]!.keptFor));
    const kept = [
      ...inPeriods(periods)
        .filter(({ what }) => !always.has(what))
        .map(({ what, howLong }) => `${what}: ${howLong}`),
      ...[...periods].flatMap((period) => UNTIL[period] ?? []),
    ];
    return { ...activity, tables, kept };
  });
  for (const { title, purpose, people, data, basis, seenBy, tables, kept } of activities) {
    const encrypted = tables.flatMap((name) => (sealed.get(name) ?? []).map((column) => `${name}.${column}`));
    out.heading(3, title);
    table(title, [
      row("Purpose", purpose),
      row("People", people),
      row("Data", data),
      row("Lawful basis", basis),
      row("Seen by", seenBy),
      row("Kept", kept.join("\n")),
      row("Stored in", tables.join(", ")),
      row("Encrypted by column", encrypted.join(", ") || "None"),
    ]);
  }

  out.heading(2, "Retention");
  const retention = inPeriods(PERIODS_USED);
  table(
    "Retention",
    retention.map(({ what, howLong }) => row(what, howLong)),
  );

  out.heading(2, "Companies that process data");
  const processors = processorsOf(deps);
  if (processors.length === 0)
    out.paragraphs("None: email and payments are handled without other companies.");
  else
    table(
      "Companies that process data",
      processors.map(({ name, why }) => row(name, why)),
    );
  table("Countries and safeguards", [row("Countries and safeguards", assurance.countries)]);

  out.heading(2, "Where data is");
  table("Where data is", places);

  out.heading(2, "Facts for a data protection impact assessment");
  table("Facts for a data protection impact assessment", [
    row("Special categories", "Health, of each person who is assessed; at times what somebody believes"),
    row("People at risk", "Yes: adults whose capacity is in doubt"),
    row("Decisions by a machine", "None (article 22)"),
    row("Bookings in the last year", counts.bookings),
    row("People with access at work", `${counts.staff}, of whom ${counts.secured} have an authenticator app`),
    row("Requests about personal data in the last year", counts.cases),
    row("Complaints in the last year", counts.complaints),
    row(
      "Rights",
      "Export, correction, restriction, erasure and legal hold are functions of the service; an erasure is repeated after a restored backup",
    ),
    row("Risks and measures", "The hazard log below"),
  ]);

  out.heading(2, "Answers for DTAC");
  out.paragraphs(
    "In the order of the sections of the Digital Technology Assessment Criteria. Copy each answer to its question.",
  );
  for (const [section, rows] of dtacAnswers(deps, hazards)) {
    out.heading(3, section);
    table(section, rows);
  }

  out.heading(2, "Hazard log");
  out.paragraphs(
    "Each control is an automated test of the service. It counts as proven when it passed in the last run of all tests, of the very release that runs here. Severity is proposed; the clinical safety officer confirms it and judges the risk that is left.",
  );
  for (const { id, hazard, cause, effect, severity, controls, isProven } of hazards) {
    out.heading(3, `${id}: ${hazard}`);
    table(`${id}: ${hazard}`, [
      row("State", isProven ? "Proven" : "Not proven"),
      row("Cause", cause),
      row("Effect", effect),
      row("Severity (proposed)", severity),
      ...controls.map(({ says, state, file, test }, index) =>
        row(`Control ${index + 1}`, `${says}\n${state}\n${file}: ${test}`),
      ),
    ]);
  }

  const day = londonDate(deps.clock.now());
  const tree: DocumentTree = {
    ...{ title: "Assurance pack", reference: day, language: "en-GB" },
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
          ...{ control: says, proof: state, file, test },
        })),
      ),
    ),
    "record-of-processing.csv": csv(
      activities.map(({ tables, kept, ...activity }) => ({
        ...activity,
        ...{ kept: kept.join("; "), tables: tables.join(", ") },
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
