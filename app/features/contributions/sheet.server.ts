import type { Deps } from "#app/deps.server.ts";
import { formatLongDate } from "#app/platform/dates.ts";
import { askerOf } from "./ask-part.server.ts";
import { personName } from "./part-page.server.ts";
import type { OpenPart } from "./part-guards.server.ts";
import { lastDay } from "./standing.ts";
import { BASES } from "./words.ts";

/** The questions of a request as a sheet to be written by hand. Each has the number by which staff key it in. */
export function readSheet(
  deps: Pick<Deps, "settings">,
  { asked, booking, facts }: Pick<OpenPart, "asked" | "booking" | "facts">,
  back: string,
) {
  const { company } = deps.settings.current();
  return {
    back,
    reference: booking.reference,
    name: asked.name,
    ...askerOf(deps, asked, booking),
    person: personName({ facts }),
    until: formatLongDate(lastDay(asked, facts.visitDay)),
    note: asked.note,
    basis: BASES[asked.basis],
    basisReason: asked.basisReason,
    partKeys: asked.parts.map(({ key }) => key),
    company: company.name,
    phone: company.phone,
    email: company.email,
    address: company.tradingAddress,
  };
}

export type SheetData = ReturnType<typeof readSheet>;
