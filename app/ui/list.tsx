import type { ReactNode } from "react";
import { Link } from "react-router";
import { Table } from "./table.tsx";

export type ListColumn<Row> = {
  name: string;
  cell: (row: Row) => ReactNode;
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
  /** Links to the pages beside this one; an address of null leaves its link out. */
  pages?: { label: string; links: ["prev" | "next", words: string, to: string | null | undefined][] };
};

const PLACES = { name: "is-name", side: "is-side", wide: "is-wide", number: "is-number is-side" };

/** A list of records: two lines a row, the name that people say first. In a small window each record is a row, too. */
export function List<Row extends { id: string }>(props: ListProps<Row>) {
  const { columns, rows, empty, pages } = props;
  const links = pages?.links.filter(([, , to]) => to) ?? [];
  return (
    <>
      {rows.length > 0 ? (
        <Table
          className="table is-rows"
          caption={props.caption}
          hasRowNames
          columns={columns.map(({ place, ...column }) => ({ ...column, className: place && PLACES[place] }))}
          rows={rows.map((row) => ({ id: row.id, cells: columns.map(({ cell }) => cell(row)) }))}
        />
      ) : (
        <div className="list-empty">
          <p className="font-semibold">{empty.heading}</p>
          {empty.words ? <p className="note">{empty.words}</p> : null}
        </div>
      )}
      {pages && links.length > 0 ? (
        <nav aria-label={pages.label} className="actions">
          {links.map(([rel, words, to]) => (
            <Link key={words} rel={rel} to={to!}>
              {words}
            </Link>
          ))}
        </nav>
      ) : null}
    </>
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
