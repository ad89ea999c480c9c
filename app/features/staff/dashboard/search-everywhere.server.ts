import { listAssessors } from "#app/features/assessors/assessors.server.ts";
import { searchTokens } from "#app/features/booking/record/search-words.ts";
import { readMoment } from "#app/features/stage/facts.server.ts";
import { readStages } from "#app/features/stage/read-stages.server.ts";
import { bookingDays } from "#app/features/visits/record/booking-days.server.ts";
import { foldText } from "#app/platform/fold-text.ts";
import type { Deps } from "#app/deps.server.ts";
import { countBookings, listBookings } from "./dashboard-queries.server.ts";
import { readSearch } from "./dashboard-search.server.ts";
import type { DashboardView } from "./dashboard-view.ts";

const partsOf = (text: string) => {
  const parts = foldText(text).split(/[\s'’-]+/);
  return [...parts, foldText(text).replace(/[^\p{L}\p{N}]+/gu, "")];
};

/** Assessors whose name has all these beginnings of words. */
async function findAssessors(deps: Deps, search: string) {
  const tokens = searchTokens(search);
  if (tokens.length === 0) return [];
  const assessors = await listAssessors(deps);
  return assessors
    .filter(({ name }) => {
      const parts = partsOf(name);
      return tokens.every((token) => parts.some((part) => part.startsWith(token)));
    })
    .map(({ id, name }) => ({ id, name }));
}

/** Bookings and assessors that fit the search, the newest bookings first. `only` is the page of a single hit. */
export async function searchEverywhere(deps: Deps, view: DashboardView) {
  if (view.search === "") return null;
  const search = await readSearch(deps.db, view.search, deps.secrets);
  const moment = await readMoment(deps);
  const page = await listBookings(deps.db, view, { search, moment });
  const assessors = await findAssessors(deps, view.search);
  const isWhole = page.isAtStart && page.isAtEnd;
  const pages = [
    ...page.bookings.map(({ id }) => `/admin/bookings/${id}`),
    ...assessors.map(({ id }) => `/admin/assessors/${id}`),
  ];
  const ids = page.bookings.map(({ id }) => id);
  const stages = await readStages(deps, ids, moment);
  const days = await bookingDays(deps, page.bookings);
  return {
    ...page,
    bookings: page.bookings.map((booking) => ({
      ...booking,
      stage: stages.get(booking.id)!.stage,
      day: days.get(booking.id) ?? null,
    })),
    matchCount: isWhole ? page.bookings.length : await countBookings(deps.db, view, { search, moment }),
    assessors,
    only: isWhole && pages.length === 1 ? pages[0]! : null,
  };
}
