import type { ReactNode } from "react";
import { CONCLUSIONS } from "#app/features/report-writing/abilities.ts";
import { FilterForm, type Filter } from "#app/kit/filter-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Table } from "#app/ui/table.tsx";
import type { Quality } from "./read-quality.server.ts";

export const RUNNING = "The last month is not over: its figures change.";

/** Without `isChosen`, months alone are chosen. */
export function QualityForm({ quality, isChosen = false }: { quality: Quality; isChosen?: boolean }) {
  const { from, to, months, assessor, assessors, organisation, organisations } = quality;
  const choice = (
    name: string,
    label: string,
    value: string | null,
    options: readonly { id: string; name: string }[],
    all?: string,
  ): Filter => ({
    name,
    label,
    value,
    className: "max-sm:basis-full!",
    options: [
      ...(all ? [["", all] as const] : []),
      ...options.map(({ id, name: shown }) => [id, shown] as const),
    ],
  });
  const filters = [choice("from", "From", from, months), choice("to", "To", to, months)];
  if (isChosen && assessors)
    filters.push(choice("assessor", "Assessor", assessor, assessors, "All assessors"));
  if (isChosen)
    filters.push(choice("organisation", "Organisation", organisation, organisations, "All bookings"));
  return (
    <FilterForm label="Which figures" filters={filters}>
      <Button>Show</Button>
    </FilterForm>
  );
}

const Says = ({ words }: { words: string }) => <span className="note block font-normal">{words}</span>;

/** Figures with one definition say it once, above them. */
function FigureTable({ group, rows }: { group: string; rows: Quality["figures"] }) {
  const [first] = rows;
  const isOne = rows.length > 1 && rows.every(({ says }) => says === first!.says);
  const named = (name: ReactNode, says: string | false) => (
    <>
      {name}
      {says ? <Says words={says} /> : null}
    </>
  );
  return (
    <Table
      caption={named(group, isOne && first!.says)}
      hasRowNames
      columns={["Figure", { name: "Value", className: "is-number" }]}
      rows={rows.map(({ name, value, says }) => ({ id: name, cells: [named(name, !isOne && says), value] }))}
    />
  );
}

/** Each figure with its definition beside it, and the changes of definitions. */
export function QualityFigures({ quality: { figures, changes } }: { quality: Quality }) {
  return (
    <>
      {[...new Set(figures.map(({ group }) => group))].map((group) => (
        <FigureTable key={group} group={group} rows={figures.filter((one) => one.group === group)} />
      ))}
      {changes.length > 0 ? (
        <Table
          caption="Definitions that changed in these months, or since"
          hasRowNames
          columns={["Since", "Definition", "Before"]}
          rows={changes.map(({ id, day, now, before }) => ({ id, cells: [day, now, before] }))}
        />
      ) : null}
    </>
  );
}

/** Outcomes that may be told; they are the same whatever is chosen. */
export function Outcomes({ quality: { outcomes, outcomesSay } }: { quality: Quality }) {
  return (
    <Card heading="Outcomes by assessment" className="stack">
      <p className="note">{outcomesSay}</p>
      {outcomes.length === 0 ? (
        <p>There are too few reports to tell.</p>
      ) : (
        <Table
          caption="Outcomes, the newest on top"
          hasRowNames
          columns={["Assessment", "Released in", ...Object.values(CONCLUSIONS)]}
          rows={outcomes.map(({ id, assessment, months, counts }) => ({
            id,
            cells: [assessment, months, ...counts],
          }))}
        />
      )}
    </Card>
  );
}

type ComparedProps = { first: string; columns: string[]; rows: Quality["byMonth"] };

/** The compared figures, a row for each month, assessor or organisation. */
export function Compared({ first, columns, rows }: ComparedProps) {
  return (
    <Table
      caption={`By ${first.toLowerCase()}`}
      hasRowNames
      columns={[first, ...columns]}
      rows={rows.map(({ id, name, values }) => ({ id, cells: [name, ...values] }))}
    />
  );
}
