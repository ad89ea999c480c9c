import { createHash } from "node:crypto";
import type { Deps } from "#app/deps.server.ts";
import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { answer } from "#app/features/booking/steps.ts";
import { confirmationPage, type ConfirmationPage } from "./confirmation-page.ts";
import type { Draft } from "./drafts.server.ts";
import { PRICE_LIST, priceChange } from "./price-change.ts";
import { freshStep, stepPage } from "./step-page.server.ts";

/** A short hash of what step 5 shows, prices included: only what was shown can be confirmed. */
export function shownChoices({ addable: _, rows: _rows, ...shown }: ConfirmationPage): string {
  return createHash("sha256").update(JSON.stringify(shown)).digest("base64url").slice(0, 16);
}

export function readConfirmationPage(
  { clock, settings }: Pick<Deps, "clock" | "settings">,
  draft: Draft,
  request: Request,
) {
  const { searchParams } = new URL(request.url);
  const priced = searchParams.get("priced") ?? answer(draft.answers, PRICE_LIST);
  const choices = confirmationPage(draft.answers, searchParams.get("removed"));
  const page = {
    ...stepPage("confirmation", draft, request, clock.now()),
    ...choices,
    shown: shownChoices(choices),
    priceList: currentOffer().listId,
    priceChange: priceChange(draft.answers, settings.offerOf(priced)),
  };
  return freshStep(page, request, ["referrer", "otherDetails", "location", "shown"]);
}
