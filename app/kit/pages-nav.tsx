import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { rowsBefore, type PageAt } from "./pages.ts";

type PageLinksProps = {
  label: string;
  /** An address of null leaves its link out. */
  links: [rel: "prev" | "next", words: string, to: string | null][];
  children?: ReactNode;
};

/** Links to the pages beside this one; nothing where there are none. */
export function PageLinks({ label, links, children }: PageLinksProps) {
  const shown = links.flatMap(([rel, words, to]) => (to === null ? [] : [{ rel, words, to }]));
  if (shown.length === 0) return null;
  return (
    <nav aria-label={label} className="actions">
      {children}
      {shown.map(({ rel, words, to }) => (
        <Link key={words} rel={rel} to={to}>
          {words}
        </Link>
      ))}
    </nav>
  );
}

/** "51 to 100 of 348" with links to the pages beside; nothing for a list of one page. `of` names the rows. */
export function Pages({ at, of }: { at: PageAt; of: string }) {
  const { search, pathname } = useLocation();
  const to = (page: number) => {
    const query = new URLSearchParams(search);
    query.delete("done");
    if (page === 1) query.delete(at.name);
    else query.set(at.name, String(page));
    return `${pathname}?${query}`;
  };
  const before = rowsBefore(at);
  const end = Math.min(before + at.size, at.count);
  return (
    <PageLinks
      label={`Pages of ${of}`}
      links={[
        ["prev", "Previous page", at.page > 1 ? to(at.page - 1) : null],
        ["next", "Next page", end < at.count ? to(at.page + 1) : null],
      ]}
    >
      <span>
        {before + 1} to {end} of {at.count} {of}
      </span>
    </PageLinks>
  );
}
