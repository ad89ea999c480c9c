import type { ReactNode } from "react";
import { Link } from "react-router";
import { Table, type Column, type TableProps } from "./table.tsx";

/** `pence`: an amount, which a CSV writes in pounds. */
export type CsvCell = string | number | null | undefined | { pence: number };

/** One fact of each row, on its page and in the CSV of the same rows (`app/kit/csv.server.ts`). */
export type ListColumn<Row> = {
  name: string;
  /** The cell of the page; without it the column is in the CSV alone. */
  cell?: (row: Row) => ReactNode;
  /** The cell of the CSV; without it, and without `pence`, the column is on the page alone. */
  csv?: (row: Row) => CsvCell;
  /** An amount of the CSV, null for an empty cell; the heading there says “(GBP)”. On the page it is to the right. */
  pence?: (row: Row) => number | null;
  /** In a small window: `name` leads the row, `side` is to its right, `wide` below both. `number`: to the right in
   * every window. */
  place?: "name" | "side" | "wide" | "number";
};

type ListProps<Row> = {
  caption: ReactNode;
  columns: readonly ListColumn<Row>[];
  rows: readonly Row[];
  /** Words for a list of nothing: what is missing, and the first thing to do. */
  empty: { heading: string; words?: ReactNode };
};

const PLACES = {
  usual: undefined,
  name: "is-name",
  side: "is-side",
  wide: "is-wide",
  number: "is-number is-side",
};

type DataTableProps<Row> = Omit<TableProps, "columns" | "rows"> & {
  columns: readonly (ListColumn<Row> & Pick<Column, "heading" | "sorted">)[];
  rows: readonly Row[];
};

/** A table of records: each column has its heading and its cell. */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const shown = props.columns.flatMap(({ cell, ...column }) => (cell ? [{ ...column, cell }] : []));
  return (
    <Table
      {...props}
      columns={shown.map(({ place, pence, ...column }) => ({
        ...column,
        className: PLACES[place ?? (pence ? "number" : "usual")],
      }))}
      rows={props.rows.map((row) => ({ id: row.id, cells: shown.map(({ cell }) => cell(row)) }))}
    />
  );
}

/** A list of records: two lines a row, the name that people say first. In a small window each record is a row, too. */
export function List<Row extends { id: string }>({ empty, ...table }: ListProps<Row>) {
  if (table.rows.length > 0) return <DataTable className="table is-rows" hasRowNames {...table} />;
  return (
    <div className="list-empty">
      <p className="font-semibold">{empty.heading}</p>
      {empty.words ? <p className="note">{empty.words}</p> : null}
    </div>
  );
}

/** The person whom a row is about, and small below the name what identifies the record. */
export function Who({
  to,
  name,
  code,
  children,
}: Record<"to" | "name", string> & { code?: string; children?: ReactNode }) {
  return (
    <>
      <Link to={to} discover="none" className="who">
        {name} {code ? <small>{code}</small> : null}
      </Link>
      {children ? <span className="note block">{children}</span> : null}
    </>
  );
}
