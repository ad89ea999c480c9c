import { isSharpChange } from "#app/features/catalogue/for-staff.ts";
import type { PriceList } from "#app/features/settings/offer.ts";
import { formatPounds } from "#app/platform/money.ts";
import { priceListValues } from "./offer-forms.ts";

/** Prices that change by more than a factor of two. `signature` names them and their new amounts,
 * for the confirmation. */
export type SharpChanges = { rows: { name: string; from: string; to: string }[]; signature: string };

/** Compares each price, in pence, with the list that it replaces. A price without a predecessor is never sharp. */
export function sharpChanges(
  before: Pick<PriceList, "prices">,
  after: Pick<PriceList, "prices">,
  nameOf: (id: string) => string,
): SharpChanges {
  const sharp = Object.entries(after.prices).flatMap(([id, prices]) =>
    (["faceToFacePence", "virtualPence"] as const).flatMap((mode) => {
      const [from, to] = [before.prices[id]?.[mode] ?? null, prices[mode]];
      return from !== null && to !== null && isSharpChange(from, to) ? [{ id, mode, from, to }] : [];
    }),
  );
  return {
    rows: sharp.map(({ id, mode, from, to }) => ({
      name: `${nameOf(id)}, ${mode === "virtualPence" ? "virtual" : "face-to-face"}`,
      from: formatPounds(from),
      to: formatPounds(to),
    })),
    signature: sharp.map(({ id, mode, to }) => `${id} ${mode} ${to}`).join(", "),
  };
}

/** Puts the values of `basis` into the posted form wherever it still has those of `base`, and names its new base. */
export function rebaseForm(form: FormData, base: PriceList, basis: PriceList): void {
  const [old, now] = [priceListValues(base, ""), priceListValues(basis, "")];
  for (const [name, value] of Object.entries(now)) {
    if (name === "validFrom" || String(form.get(name) ?? "") !== (old[name] ?? "")) continue;
    if (value === "") form.delete(name);
    else form.set(name, value);
  }
  form.set("basedOn", basis.id);
}
