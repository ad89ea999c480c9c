import { Fragment, type ReactNode } from "react";
import { Times } from "./times.tsx";

export type FactRow = [name: ReactNode, value: ReactNode] | false | null | undefined;

export function Facts({ rows }: { rows: FactRow[] }) {
  return (
    <dl className="facts">
      {rows
        .filter((row) => !!row)
        .map(([name, value], index) => (
          <Fragment key={index}>
            <dt>{name}</dt>
            <dd>{typeof value === "string" ? <Times>{value}</Times> : value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}

export type SumRow = { name: ReactNode; value: ReactNode; kind?: "saving" | "total" };

export function Sums({ rows }: { rows: SumRow[] }) {
  return (
    <dl className="sums">
      {rows.map(({ name, value, kind }, index) => (
        <div key={index} className={kind && `is-${kind}`}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
