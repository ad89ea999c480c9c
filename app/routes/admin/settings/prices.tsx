import { data, redirect } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import { requireAdministrator } from "#app/features/accounts/guards.server.ts";
import { saveGroup } from "#app/features/settings/answer-settings.server.ts";
import { priceListForm, priceListValues } from "#app/features/settings/offer-forms.ts";
import { newestLists, pricesHistory } from "#app/features/settings/offer-words.ts";
import { listOn } from "#app/features/settings/offer.ts";
import { PriceListForm } from "#app/features/settings/price-list-form.tsx";
import { PriceLists } from "#app/features/settings/price-lists.tsx";
import { previewPrices, type PricesPreview } from "#app/features/settings/preview-prices.ts";
import { SettingsFrame } from "#app/features/settings/settings-frame.tsx";
import type { SettingsReply } from "#app/features/settings/settings-parts.tsx";
import { readSettingsPage } from "#app/features/staff/settings-page.server.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";
import type { Route } from "./+types/prices";

type PricesReply = SettingsReply & { preview?: PricesPreview };

const assessmentName = ({ settings }: Pick<Deps, "settings">) => {
  const { list } = settings.current().assessments;
  return (id: string) => list.find((one) => one.id === id)?.name ?? id;
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireAdministrator(context, request);
  const nameOf = assessmentName(deps);
  const page = await readSettingsPage(deps, request, "prices", (before, after) =>
    pricesHistory(before.lists, after.lists, nameOf),
  );
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

export async function action({ request, context }: Route.ActionArgs) {
  const { scope, deps, user } = await requireAdministrator(context, request);
  await deps.settings.reload();
  const settings = deps.settings.current();
  const today = londonDate(deps.clock.now());
  const form = await request.formData();
  const [verb, subject] = String(form.get("intent") ?? "save").split(":");
  const save = async (lists: typeof settings.prices.lists) =>
    (await saveGroup(
      scope,
      form,
      { group: "prices", value: { lists }, actorId: user.userId },
      (before, after) => newestLists(before.lists, after.lists, assessmentName(deps)),
    )) ?? redirect("/admin/settings/prices?done=saved", 303);

  if (verb === "remove") {
    const kept = settings.prices.lists.filter(({ id, validFrom }) => id !== subject || validFrom <= today);
    return save(kept);
  }
  const read = parseForm(form, priceListForm(settings, today), "Nothing was saved. Please check the form.", {
    isRaw: true,
  });
  if (!read.ok) return data(read.reply as PricesReply, { status: 400 });
  const list = { id: deps.ids.uuid(), ...read.value };
  if (verb === "preview") {
    const preview = previewPrices(settings, listOn(settings.prices, list.validFrom), list);
    return data({ ...refuseForm(form, ""), preview } as PricesReply);
  }
  return save([...settings.prices.lists, list]);
}

export default function PricesPage({ loaderData, actionData }: Route.ComponentProps) {
  const reply = actionData as PricesReply | undefined;
  const { version, isLocked, saved, assessments, lists, today } = loaderData;
  return (
    <SettingsFrame
      {...loaderData}
      title="Prices"
      lead="A price list holds from midnight in London of its first day, and is never changed once it is in force: make a new one. Earlier bookings keep their prices."
      reply={reply?.preview ? undefined : reply}
    >
      <PriceLists
        lists={lists}
        assessments={assessments}
        today={today}
        version={version}
        isLocked={isLocked}
      />
      <PriceListForm
        saved={saved}
        reply={reply}
        preview={reply?.preview}
        assessments={assessments}
        version={reply?.version ?? version}
        isLocked={isLocked}
      />
    </SettingsFrame>
  );
}
