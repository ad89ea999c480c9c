import { currentOffer, readAssessments } from "#app/features/catalogue/catalogue.ts";
import { discountNote, priceBooking } from "#app/features/catalogue/pricing.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Sums } from "#app/ui/lists.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { closingSums, priceSums } from "#app/features/booking/money/price-sums.ts";
import { WhoAssesses } from "#app/features/catalogue/who-assesses.tsx";

type TotalPanelProps = { selected: readonly string[]; isVirtual: boolean };

/** Stays in sight on a narrow screen. */
export function TotalLine({ selected, isVirtual }: TotalPanelProps) {
  const isHydrated = useHydrated();
  const { ids } = readAssessments(selected);
  const total = closingSums(priceBooking({ assessmentIds: ids, isVirtual })).at(-1)!.value;
  const count = `${ids.length} ${ids.length === 1 ? "assessment" : "assessments"}`;
  return (
    <p className="total-line">
      <a href="#total">{`Total ${isHydrated ? `for ${count}` : "when last sent"}: ${total}`}</a>
    </p>
  );
}

/** Without JavaScript it is the total of what was last sent, and a button works it out again. */
export function TotalPanel({ selected, isVirtual }: TotalPanelProps) {
  const isHydrated = useHydrated();
  const price = priceBooking({ assessmentIds: readAssessments(selected).ids, isVirtual });
  return (
    <Card heading="Your total">
      <div aria-live="polite">
        <Sums rows={priceSums(price)} />
        {price.discountPence > 0 ? <p className="note mt-2">{discountNote()}</p> : null}
      </div>
      <p className="note mt-2">
        {`${isVirtual ? "Virtual" : "Face-to-Face"} prices, ${currentOffer().vatPhrase}.`}
      </p>
      {isHydrated ? null : (
        <div className="mt-3">
          <Button look="quiet" isSmall intent="update-total">
            Update total
          </Button>
          <p className="note mt-1">Press this after a change. Your total is worked out again at each step.</p>
        </div>
      )}
      <div className="mt-3">
        <WhoAssesses />
      </div>
    </Card>
  );
}
