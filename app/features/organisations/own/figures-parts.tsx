import { Form } from "react-router";
import { WHICH } from "#app/features/organisations/record/paths.ts";
import { FilterField } from "#app/kit/filter-form.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import { Figures } from "#app/ui/desk.tsx";
import { Table } from "#app/ui/table.tsx";
import type { OrganisationFigures } from "./figures.server.ts";

type FiguresPartsProps = {
  figures: OrganisationFigures;
  /** The address of the file. */
  csv: string;
  /** The organisation, where the address names it. */
  of?: string;
};

/** Figures of an organisation's bookings with the days that they are for. */
export function FiguresParts({ figures, csv, of }: FiguresPartsProps) {
  const { from, until, period, counts, clocks, reasons, reasonsSay } = figures;
  const query = new URLSearchParams({ ...(of && { [WHICH]: of }), from, until });
  const note = (words: string) => <span className="note block">{words}</span>;
  return (
    <div className="stack">
      <Form method="get" key={period} className="no-print actions items-end">
        {of ? <input type="hidden" name={WHICH} value={of} /> : null}
        <FilterField className="field" name="from" label="From" type="date" value={from} />
        <FilterField className="field" name="until" label="Until" type="date" value={until} />
        <Button look="quiet">Show</Button>
      </Form>
      <p>Bookings made from {period}</p>
      <Figures figures={counts.map(({ name, value, says }) => ({ name, value, note: says }))} />
      <Table
        className="table is-stacked"
        caption="How long it took"
        hasRowNames
        columns={["From and to", "Counted", "Median", "90th percentile", "Within the agreement"]}
        rows={clocks.map(({ name, says, count, median, ninth, within }) => ({
          id: name,
          cells: [
            <>
              {name}
              {note(says)}
            </>,
            ...[count, median, ninth, within],
          ],
        }))}
      />
      <p className="note">
        Half of the bookings took at most the median, and nine of ten at most the 90th percentile. Within the
        agreement: of bookings whose agreement has this time, and where it was kept or has run out.
      </p>
      <Table
        className="table is-stacked"
        caption={
          <>
            Visits that did not take place
            {note(reasonsSay)}
          </>
        }
        hasRowNames
        columns={["Reason", "Visits"]}
        rows={reasons.map(({ name, value }) => ({ id: name, cells: [name, value] }))}
      />
      <div className="actions no-print">
        <ButtonLink look="quiet" to={`${csv}?${query}`} reloadDocument>
          Export CSV
        </ButtonLink>
        <PrintButton look="quiet">Print</PrintButton>
      </div>
    </div>
  );
}
