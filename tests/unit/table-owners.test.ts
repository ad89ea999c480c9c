import { globSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";

/** The features that read or write a table of another one: `tables.ts` beside the owner declares it. */
const GUESTS: Record<string, string[]> = {
  audit_log: ["quality"],
  booking_changes: ["staff/booking"],
  booking_contacts: ["staff/booking", "stage", "texts", "quality"],
  booking_lines: ["staff/booking"],
  booking_requests: ["staff/booking", "staff/dashboard", "visits", "stage"],
  booking_search_words: ["staff/dashboard", "visits", "billing"],
  booking_totals: ["staff/dashboard"],
  bookings: [
    "billing",
    "staff/booking",
    "staff/calendar",
    "staff/dashboard",
    "staff/statistics",
    "after-booking/customer",
    "before-booking/wizard",
    "visits",
    "report",
    "report-writing",
    "follow-ups",
    "stage",
    "contributions",
    "pay",
    "charges",
    "organisations",
    "assurance",
    "quality",
  ],
  complaints: ["report-writing", "billing", "assurance"],
  customer_bookings: ["organisations"],
  documents: ["report", "report-writing", "stage", "referral", "pay"],
  invoices: ["pay"],
  organisations: ["quality", "follow-ups"],
  other_party_words: ["visits"],
  outbox: ["mail", "billing", "report", "texts", "follow-ups"],
  papers_by_post: ["referral"],
  privacy_cases: ["assurance"],
  privacy_marks: ["privacy"],
  referral_forms: ["stage"],
  report_comments: ["report"],
  report_deliveries: ["report-writing", "documents", "quality"],
  report_holds: ["stage", "report-writing"],
  report_questions: ["documents", "report", "quality"],
  reports: ["stage", "documents", "report-writing", "pay", "quality", "follow-ups"],
  sealed_search_words: ["staff/dashboard"],
  time_offers: ["stage", "quality"],
  visit_answers: ["stage"],
  visit_outcomes: ["stage"],
  visit_questions: ["stage", "pay"],
  visits: ["pay", "charges", "staff/dashboard", "stage", "report", "report-writing", "organisations"],
  users: ["after-booking/customer", "assessors", "visits", "organisations", "assurance"],
};

/** Kysely's methods that name a table first. */
const METHODS =
  /^(selectFrom|insertInto|replaceInto|mergeInto|updateTable|deleteFrom|using|(inner|left|right|full|cross)(Lateral)?Join|from|into|table)$/;
/** Other objects have methods of these names too: they count only with a table's name. */
const COMMON_NAMES = /^(using|from|into|table)$/;

/** Text without any of these has no call of a method above and no SQL. */
const MENTIONS =
  /selectFrom|insertInto|replaceInto|mergeInto|updateTable|deleteFrom|Join|\bsql\b|[.["'`](using|from|into|table)\b/;

/** Folders that only group rooms: each room is a feature of its own. */
const GROUPS = ["staff", "before-booking", "after-booking"];

/** `booking`, or `staff/dashboard` inside a group. */
function featureOf(file: string): string {
  const [, , feature = "", room] = file.split("/");
  return GROUPS.includes(feature) ? `${feature}/${room}` : feature;
}

const parse = (file: string, text: string) =>
  ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);

function eachNode(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  node.forEachChild((child) => eachNode(child, visit));
}

/** Table to owner, from the declarations. */
function readOwners(): Map<string, string> {
  const owners = new Map<string, string>();
  for (const file of globSync("app/features/**/tables.ts")) {
    eachNode(parse(file, readFileSync(file, "utf8")), (node) => {
      if (!ts.isInterfaceDeclaration(node) || node.name.text !== "Tables") return;
      for (const { name } of node.members) owners.set((name as ts.Identifier).text, featureOf(file));
    });
  }
  return owners;
}

const owners = readOwners();

/** The tables that an argument names; null when the parser cannot tell. A callback or a query names its own inside. */
function tablesIn(argument: ts.Expression | undefined): string[] | null {
  if (!argument) return [];
  if (ts.isStringLiteralLike(argument)) return [argument.text.split(" ")[0]!];
  if (ts.isArrayLiteralExpression(argument)) {
    const inner = argument.elements.map(tablesIn);
    return inner.includes(null) ? null : inner.flatMap((tables) => tables!);
  }
  const isQuery = ts.isCallExpression(argument) || ts.isArrowFunction(argument);
  return isQuery ? [] : null;
}

function methodOf({ expression }: ts.CallExpression): string | undefined {
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  if (!ts.isElementAccessExpression(expression)) return undefined;
  const { argumentExpression } = expression;
  return ts.isStringLiteralLike(argumentExpression) ? argumentExpression.text : undefined;
}

const isSql = (tag: ts.Expression) => /^sql\b/.test(tag.getText());

/** Every use of a table that is another feature's, and every use that hides its table. */
function trespassesOf(file: string, text: string): string[] {
  if (!MENTIONS.test(text)) return [];
  const trespasses: string[] = [];
  const isStrange = (table: string) =>
    ![owners.get(table), ...(GUESTS[table] ?? [])].includes(featureOf(file)) && owners.has(table);
  const report = (node: ts.Node, why: string) =>
    trespasses.push(`${file}: ${why}: ${node.getText().replaceAll(/\s+/g, " ").slice(0, 80)}`);
  eachNode(parse(file, text), (node) => {
    if (ts.isTaggedTemplateExpression(node) && isSql(node.tag)) {
      const words = node.template.getText().match(/\w+/g) ?? [];
      for (const table of words.filter(isStrange)) report(node, table);
      return;
    }
    if (!ts.isCallExpression(node)) return;
    const method = methodOf(node);
    if (!method || !METHODS.test(method)) return;
    const tables = tablesIn(node.arguments[0]);
    if (tables === null) {
      if (!COMMON_NAMES.test(method)) report(node, "which table?");
      return;
    }
    for (const table of tables.filter(isStrange)) report(node, table);
    const isUnknown = tables.some((table) => !owners.has(table));
    if (isUnknown && !COMMON_NAMES.test(method)) report(node, "no such table");
  });
  return trespasses;
}

test("no feature reads or writes a table that is not its own", () => {
  expect(owners.size).toBeGreaterThan(25);
  // The walk over all declared tables names none itself.
  const exclude = ["**/*.test.{ts,tsx}", "app/features/privacy/personal-rooms.server.ts"];
  const files = globSync("app/features/**/*.{ts,tsx}", { exclude });
  expect(files.flatMap((file) => trespassesOf(file, readFileSync(file, "utf8")))).toEqual([]);
});

test.each([
  'db.selectFrom("bookings")',
  'db.selectFrom("bookings as b")',
  'db.selectFrom(["drafts", "bookings"])',
  'db.selectFrom("invoices").innerJoin("bookings", "bookings.id", "invoices.booking_id")',
  'db["selectFrom"]("bookings")',
  "db.selectFrom(`bookings`)",
  "const table = pick(); db.selectFrom(table)",
  "db.deleteFrom(names.first)",
  'db.updateTable(name as "drafts")',
  'db.selectFrom(isOld ? "drafts" : "bookings")',
  "sql`select id from bookings`",
  "sql<Row>`update bookings set version = 2`",
  'sql.table("bookings")',
])("a feature that is no guest is told about: %s", (use) => {
  expect(trespassesOf("app/features/audit/anything.server.ts", use)).not.toEqual([]);
});
