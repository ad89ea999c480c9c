import { data } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import { requireAdministrator } from "#app/features/accounts/sign-in/guards.server.ts";
import { readSettings, saveGroup } from "#app/features/settings-screens/save-group.server.ts";
import { priceListForm, priceListValues } from "#app/features/settings-screens/offer-forms.ts";
import { newestLists, pricesHistory } from "#app/features/settings-screens/offer-words.ts";
import { listOn, type PriceList } from "#app/features/settings/offer.ts";
import { PriceListForm, PriceLists } from "#app/features/settings-screens/price-lists.tsx";
import { previewPrices } from "#app/features/settings-screens/preview-prices.ts";
import { SettingsFrame } from "#app/features/settings-screens/settings-parts.tsx";
import { readSettingsPage } from "#app/features/settings-screens/read-settings-page.server.ts";
import { refuseForm } from "#app/forms/read-form.server.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";
import { once } from "#app/platform/http/once.server.ts";
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
  const inForce = listOn(prices, today);
  const newest = prices.lists.at(-1)!;
  return {
    ...page,
    today,
    assessments: assessments.list.map(({ id, name, isFaceToFaceOnly }) => ({ id, name, isFaceToFaceOnly })),
    lists: prices.lists.map((list) => ({ ...list, isInForce: list.id === inForce.id })).reverse(),
    saved: priceListValues(newest, addDays(today, 1)),
  };
}

const IN_FORCE = "This list has come into force meanwhile, so it was not removed. Make a new one instead.";

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  const { deps, by } = await requireAdministrator(context, request);
  await deps.settings.reload();
  const settings = deps.settings.current();
  const { lists } = settings.prices;
  const today = londonDate(deps.clock.now());
  const form = await request.formData();
  const [verb, subject] = String(form.get("intent") ?? "save").split(":");
  const save = (lists: PriceList[], formId = "price-list") => {
    const change = { group: "prices", value: { lists }, formId } as const;
    return saveGroup({ deps, by }, form, change, (before, after) =>
      newestLists(before.lists, after.lists, assessmentName(deps)),
    );
  };
  if (verb === "remove") {
    const formId = "price-lists";
    const removed = lists.find(({ id }) => id === subject);
    if (removed && removed.validFrom <= today)
      return data(refuseForm(form, IN_FORCE, {}, { formId }), { status: 409 });
    return save(
      lists.filter((list) => list !== removed),
      formId,
    );
  }
  const read = readSettings(form, priceListForm(settings, today));
  if (!read.ok) return data(read.reply, { status: 400 });
  const list = { id: deps.ids.uuid(), madeAt: deps.clock.now().toISOString(), ...read.value };
  if (verb !== "preview") return save([...lists, list]);
  const preview = previewPrices(settings, listOn(settings.prices, list.validFrom), list);
  return data({ ...refuseForm(form, ""), preview });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function PricesPage({ loaderData }: Route.ComponentProps) {
  return (
    <SettingsFrame
      {...loaderData}
      title="Prices"
      lead="A price list holds from midnight in London of its first day, and is never changed once it is in force: make a new one. Earlier bookings keep their prices."
    >
      <PriceLists {...loaderData} />
      <PriceListForm {...loaderData} />
    </SettingsFrame>
  );
}
