import type { ReactNode } from "react";

export type Column = {
  name: string;
  heading?: ReactNode;
  className?: string | undefined;
  sorted?: "ascending" | "descending" | undefined;
  /** The name is for screen readers only: the cells say it by themselves. */
  isNameHidden?: boolean;
};

export type TableProps = {
  caption: ReactNode;
  columns: readonly (string | Column)[];
  rows: readonly { id: string; cells: readonly ReactNode[] }[];
  hasRowNames?: boolean;
  className?: string;
};

/** A table with headings; on a narrow screen each row is a card, with the column's name before each value. */
export function Table(props: TableProps) {
  const { caption, rows, hasRowNames = false, className = "table is-stacked" } = props;
  const columns = props.columns.map((column) => (typeof column === "string" ? { name: column } : column));
  return (
    <table className={className}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ name, heading = name, className, sorted, isNameHidden }: Column) => (
            <th scope="col" key={name} className={className} aria-sort={sorted}>
              {isNameHidden ? <span className="sr-only">{name}</span> : heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells }) => (
          <tr key={id}>
            {columns.map(({ name, className, isNameHidden }: Column, index) => {
              const label = isNameHidden ? undefined : name;
              return hasRowNames && index === 0 ? (
                <th scope="row" key={name} data-label={label} className={className}>
                  {cells[index]}
                </th>
              ) : (
                <td key={name} data-label={label} className={className}>
                  {cells[index]}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
