import type { ComponentProps, ReactNode } from "react";
import { Card } from "#app/ui/card.tsx";
import { Chips } from "#app/ui/desk.tsx";
import { List } from "#app/ui/list.tsx";
import { Page } from "#app/ui/page.tsx";
import { Pages } from "./pages-nav.tsx";
import type { PageAt } from "./pages.ts";

type ListProps<Row extends { id: string }> = ComponentProps<typeof List<Row>>;

type ListCardProps<Row extends { id: string }> = ListProps<Row> & {
  heading?: string;
  at: PageAt;
  /** Names the rows: “51 to 100 of 348 reports”. */
  of: string;
};

/** A list, and links to its other pages. */
export function ListCard<Row extends { id: string }>({ heading, at, of, ...list }: ListCardProps<Row>) {
  return (
    <Card heading={heading}>
      <List {...list} />
      <Pages at={at} of={of} />
    </Card>
  );
}

type FilterChipsProps<Show extends string> = {
  label: string;
  /** In the order of the links. */
  names: Readonly<Partial<Record<Show, string>>>;
  /** How many rows each would show, as far as that is said. */
  counts: Partial<Record<Show, number>>;
  show: Show;
  to: (show: Show) => string;
};

/** The filters of a list as links: `show` of the address chooses one. */
export function FilterChips<Show extends string>({ label, names, ...props }: FilterChipsProps<Show>) {
  const { counts, show, to } = props;
  const chips = (Object.entries(names) as [Show, string][]).map(([filter, name]) => ({
    label: name,
    to: to(filter),
    isCurrent: filter === show,
    ...(counts[filter] !== undefined && { count: counts[filter] }),
  }));
  return <Chips label={label} chips={chips} />;
}

type ListPageProps<Row extends { id: string }> = ListCardProps<Row> & {
  title: string;
  lead?: ReactNode;
  /** Filters, and forms above the list. */
  children?: ReactNode;
};

/** The page of one list. */
export function ListPage<Row extends { id: string }>(props: ListPageProps<Row>) {
  const { title, lead, children, ...list } = props;
  return (
    <Page title={title}>
      {lead ? <p className="lead">{lead}</p> : null}
      {children}
      <ListCard {...list} />
    </Page>
  );
}
