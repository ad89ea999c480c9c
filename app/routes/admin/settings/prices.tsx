import { data } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import { requireAdministrator } from "#app/features/accounts/sign-in/guards.server.ts";
import { readSettings, saveGroup } from "#app/features/settings-screens/save-group.server.ts";
import { priceListForm, priceListValues } from "#app/features/settings-screens/offer-forms.ts";
import { newestLists, pricesHistory } from "#app/features/settings-screens/offer-words.ts";
import { listOn, type PriceList } from "#app/features/settings/offer.ts";
import { rebaseForm, sharpChanges } from "#app/features/settings-screens/price-changes.ts";
import { PriceListForm, PriceLists } from "#app/features/settings-screens/price-lists.tsx";
import { previewPrices } from "#app/features/settings-screens/preview-prices.ts";
import { SettingsFrame } from "#app/features/settings-screens/settings-parts.tsx";
import { readSettingsPage } from "#app/features/settings-screens/read-settings-page.server.ts";
import { intentOf } from "#app/forms/intent.ts";
import { refuseForm } from "#app/forms/read-form.server.ts";
import { addDays, formatLongDate, londonDate } from "#app/platform/dates.ts";
import { once } from "#app/platform/http/once.server.ts";
import { useDone } from "#app/ui/use-done.ts";
import type { Route } from "./+types/prices";

const assessmentName = ({ settings }: Pick<Deps, "settings">) => {
  const { list } = settings.current().assessments;
  return (id: string) => list.find((one) => one.id === id)?.name ?? id;
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireAdministrator(context, request);
  const nameOf = assessmentName(deps);
  const page = await readSettingsPage(deps, request, {
    group: "prices",
    changesOf: (before, after) => pricesHistory(before.lists, after.lists, nameOf),
  });
  const { assessments, prices } = deps.settings.current();
  const today = londonDate(deps.clock.now());
  const tomorrow = addDays(today, 1);
  const inForce = listOn(prices, today);
  const changeId = new URL(request.url).searchParams.get("change");
  const changed = prices.lists.find(({ id, validFrom }) => id === changeId && validFrom > today);
  const base = changed ?? listOn(prices, tomorrow);
  return {
    ...page,
    today,
    assessments: assessments.list.map(({ id, name, isFaceToFaceOnly }) => ({ id, name, isFaceToFaceOnly })),
    lists: prices.lists.map((list) => ({ ...list, isInForce: list.id === inForce.id })).reverse(),
    changed: changed ? { id: changed.id, validFrom: changed.validFrom } : null,
    now: priceListValues(inForce, today),
    saved: {
      ...priceListValues(base, changed?.validFrom ?? tomorrow),
      basedOn: base.id,
      changes: changed?.id ?? "",
    },
  };
}

const BEGUN = "This list has started since, so nothing was changed. Make a new one instead.";

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  const { deps, by } = await requireAdministrator(context, request);
  await deps.settings.reload();
  const settings = deps.settings.current();
  const { lists } = settings.prices;
  const today = londonDate(deps.clock.now());
  const form = await request.formData();
  const [verb, subject] = (intentOf(form) ?? "save").split(":");
  const save = (lists: PriceList[], done: string, formId = "price-list") => {
    const change = { group: "prices", value: { lists }, formId, done } as const;
    return saveGroup({ deps, by }, form, change, (before, after) =>
      newestLists(before.lists, after.lists, assessmentName(deps)),
    );
  };
  const begun = (id: string | undefined) => lists.some((list) => list.id === id && list.validFrom <= today);
  if (verb === "remove") {
    const formId = "price-lists";
    if (begun(subject)) return data(refuseForm(form, BEGUN, {}, { formId }), { status: 409 });
    return save(
      lists.filter(({ id }) => id !== subject),
      "removed",
      formId,
    );
  }
  const changes = String(form.get("changes") ?? "");
  if (begun(changes)) return data(refuseForm(form, BEGUN, {}, { formId: "price-list" }), { status: 409 });
  const others = lists.filter(({ id }) => id !== changes);
  const isByXero = deps.settings.current().invoices.maker === "xero";
  const invoiceRates = isByXero ? Object.keys(deps.env.XERO_TAX_TYPE).map(Number) : null;
  const schema = priceListForm({ ...settings, prices: { lists: others } }, { today, invoiceRates });
  const read = readSettings(form, schema);
  if (!read.ok) return data(read.reply, { status: 400 });
  const list = { id: deps.ids.uuid(), madeAt: deps.clock.now().toISOString(), ...read.value };
  const basis = listOn({ lists: others }, list.validFrom);
  const base = lists.find(({ id }) => id === form.get("basedOn"));
  if (base && !changes && base.id !== basis.id) {
    rebaseForm(form, base, basis);
    return data(refuseForm(form, REBASED, {}, { formId: "price-list" }), { status: 409 });
  }
  if (verb === "preview") {
    return data({ ...refuseForm(form, ""), preview: previewPrices(settings, basis, list) });
  }
  const sharp = sharpChanges(basis, list, assessmentName(deps));
  if (sharp.rows.length > 0 && form.get("confirmPrices") !== sharp.signature) {
    const reply = refuseForm(
      form,
      SHARP,
      { confirmPrices: ["Check these prices."] },
      { formId: "price-list" },
    );
    return data({ ...reply, sharp }, { status: 400 });
  }
  return save([...others, list], list.validFrom > today ? "to-come" : "saved");
});

const REBASED =
  "Nothing was saved yet: another list is in force on that day. Its values are filled in wherever you changed nothing. Check them, then save again.";
const SHARP =
  "Nothing was saved yet: some prices more than double or halve. Check them, tick “These prices are right”, then save again.";

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function PricesPage({ loaderData }: Route.ComponentProps) {
  const { lists } = loaderData;
  const latest = lists.reduce((one, other) => ((other.madeAt ?? "") > (one.madeAt ?? "") ? other : one));
  const said = useDone({
    "to-come": `Saved. The list starts on ${latest.validFrom ? formatLongDate(latest.validFrom) : "its first day"}.`,
    removed: "The list was removed.",
  });
  return (
    <SettingsFrame
      {...loaderData}
      title="Prices"
      lead="A price list starts at midnight in London on its first day. Once it has started it never changes: make a new one. Earlier bookings keep their prices."
      said={said}
    >
      <PriceListForm key={loaderData.changed?.id ?? "new"} {...loaderData} />
      <PriceLists {...loaderData} />
    </SettingsFrame>
  );
}
