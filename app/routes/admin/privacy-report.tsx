import { requireCase } from "#app/features/privacy/case-page.server.ts";
import { exportPersonalData } from "#app/features/privacy/personal-data.server.ts";
import { Page } from "#app/ui/page.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import type { Route } from "./+types/privacy-report";
import { Table } from "#app/ui/table.tsx";
import { Facts } from "#app/ui/lists.tsx";
import { formatDate, formatInstant, isIsoDate } from "#app/platform/dates.ts";

export async function loader(args: Route.LoaderArgs) {
  const { deps, by, privacyCase } = await requireCase(args);
  const personalData = await exportPersonalData(deps, privacyCase, by);
  return { personalData, casePath: `/admin/privacy/cases/${privacyCase.row.id}` };
}

export default function PrivacyReportPage({ loaderData }: Route.ComponentProps) {
  return (
    <Page title="Everything we hold" back={{ label: "Back to the case", to: loaderData.casePath }}>
      <PrintButton>Print</PrintButton>
      <div className="stack">
        <Node value={loaderData.personalData} level={2} />
      </div>
    </Page>
  );
}

/** `clientDob` becomes `Client date of birth`, `created_at` `Created at`, `addressLine1` `Address line 1`. */
function inWords(key: string): string {
  const words = key
    .replaceAll("_", " ")
    .replace(/([a-z])([A-Z\d])/g, "$1 $2")
    .toLowerCase()
    .replace("whats app", "WhatsApp")
    .replace(/\bdob$/, "date of birth");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true;
  return typeof value === "object" && Object.values(value).every(isEmpty);
}

function isPlain(value: unknown): boolean {
  return (
    typeof value !== "object" || (Array.isArray(value) && value.every((item) => typeof item !== "object"))
  );
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function plainText(value: unknown): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return value.map(plainText).join(", ");
  const text = String(value);
  if (isIsoDate(text)) return formatDate(text);
  return INSTANT.test(text) ? formatInstant(text) : text;
}

const MAX_COLUMNS = 7;

function isList(value: unknown): value is Record<string, unknown>[] {
  return (
    Array.isArray(value) &&
    columnsOf(value).length <= MAX_COLUMNS &&
    value.every((row) => Object.values(row).every((cell) => isEmpty(cell) || isPlain(cell)))
  );
}

function columnsOf(rows: Record<string, unknown>[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row).filter((key) => !isEmpty(row[key]))))];
}

function List({ rows }: { rows: Record<string, unknown>[] }) {
  const columns = columnsOf(rows);
  return (
    <Table
      caption={`${rows.length} in all`}
      columns={columns.map(inWords)}
      rows={rows.map((row, index) => ({
        id: String(index),
        cells: columns.map((key) => (isEmpty(row[key]) ? "–" : plainText(row[key]))),
      }))}
    />
  );
}

type NodeProps = { value: object; level: 2 | 3 | 4 };

function Node({ value, level }: NodeProps) {
  const Heading = `h${level}` as const;
  const below = Math.min(level + 1, 4) as NodeProps["level"];
  const entries = Object.entries(value).filter(([, item]) => !isEmpty(item));
  const plain = entries.filter(([, item]) => isPlain(item));
  const nested = entries.filter(([, item]) => !isPlain(item));
  const name = (key: string) => (Array.isArray(value) ? `${Number(key) + 1}` : inWords(key));
  return (
    <>
      {plain.length > 0 ? <Facts rows={plain.map(([key, item]) => [name(key), plainText(item)])} /> : null}
      {nested.map(([key, item]) => (
        <section key={key}>
          <Heading>{name(key)}</Heading>
          {isList(item) ? <List rows={item} /> : <Node value={item as object} level={below} />}
        </section>
      ))}
    </>
  );
}
