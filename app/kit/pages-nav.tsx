import { Link, useLocation } from "react-router";
import { rowsBefore, type PageAt } from "./pages.ts";

/** "51 to 100 of 348" with links to the pages beside; nothing for a list of one page. `of` names the rows. */
export function Pages({ at, of }: { at: PageAt; of: string }) {
  const { search, pathname } = useLocation();
  if (at.count <= at.size) return null;
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
    <nav aria-label={`Pages of ${of}`} className="actions">
      <span>
        {before + 1} to {end} of {at.count} {of}
      </span>
      {at.page > 1 ? (
        <Link rel="prev" to={to(at.page - 1)}>
          Previous page
        </Link>
      ) : null}
      {end < at.count ? (
        <Link rel="next" to={to(at.page + 1)}>
          Next page
        </Link>
      ) : null}
    </nav>
  );
}
