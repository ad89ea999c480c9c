import { createHash } from "node:crypto";
import type { Deps } from "#app/deps.server.ts";
import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { answer, type Answers } from "#app/features/booking/steps.ts";
import { confirmationPage } from "./confirmation-page.ts";
import type { Draft } from "./drafts.server.ts";
import { freshStep } from "./fresh-page.server.ts";
import { PRICE_LIST, priceChange } from "./price-change.ts";
import { stepPage } from "./step-page.ts";

/** A short hash of what step 5 shows, prices included: only what was shown can be confirmed. */
export function shownChoices(answers: Answers): string {
  const { addable: _, rows: _rows, ...shown } = confirmationPage(answers);
  return createHash("sha256").update(JSON.stringify(shown)).digest("base64url").slice(0, 16);
}

export function readConfirmationPage(
  { clock, settings }: Pick<Deps, "clock" | "settings">,
  draft: Draft,
  request: Request,
) {
  const { searchParams } = new URL(request.url);
  const priced = searchParams.get("priced") ?? answer(draft.answers, PRICE_LIST);
  const page = {
    ...stepPage("confirmation", draft, request, clock.now()),
    ...confirmationPage(draft.answers, searchParams.get("removed")),
    shown: shownChoices(draft.answers),
    priceList: currentOffer().listId,
    priceChange: priceChange(draft.answers, settings.offerOf(priced)),
  };
  return freshStep(page, request, ["referrer", "otherDetails", "location", "shown"]);
}
