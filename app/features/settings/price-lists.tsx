import { priceText } from "#app/features/catalogue/pricing.ts";
import { PostForm } from "#app/forms/post-form.tsx";
import { formatLongDate } from "#app/platform/dates.ts";
import { formatPounds } from "#app/platform/money.ts";
import { Button } from "#app/ui/button.tsx";
import type { PriceList } from "./offer.ts";

type PriceListsProps = {
  lists: (PriceList & { isInForce: boolean })[];
  assessments: { id: string; name: string }[];
  today: string;
  version: number;
  isLocked: boolean;
};

/** Newest first; a future list can be removed. */
export function PriceLists({ lists, assessments, today, version, isLocked }: PriceListsProps) {
  return (
    <div>
      {lists.map((list) => (
        <details key={list.id} open={list.isInForce || list.validFrom > today} className="mb-3">
          <summary>
            {list.validFrom ? `From ${formatLongDate(list.validFrom)}` : "The first list"}
            {list.isInForce ? " (in force)" : list.validFrom > today ? " (to come)" : " (past)"}
          </summary>
          <table className="table is-stacked mt-2">
            <caption>
              Discount {formatPounds(list.discountPence)}{" "}
              {list.discountModes.length > 0 ? `(${list.discountModes.join(" and ")})` : "(never)"}; VAT{" "}
              {list.vatRate} %, “{list.vatPhrase}”
            </caption>
            <thead>
              <tr>
                <th scope="col">Assessment</th>
                <th scope="col">Face-to-face</th>
                <th scope="col">Virtual</th>
              </tr>
            </thead>
            <tbody>
              {assessments
                .filter(({ id }) => list.prices[id])
                .map(({ id, name }) => {
                  const { faceToFacePence, virtualPence } = list.prices[id]!;
                  return (
                    <tr key={id}>
                      <td data-label="Assessment">{name}</td>
                      <td data-label="Face-to-face">{priceText(faceToFacePence)}</td>
                      <td data-label="Virtual">{virtualPence === null ? "–" : priceText(virtualPence)}</td>
                    </tr>
                  );
                })}
            </tbody>
          </table>
          {list.validFrom > today && !isLocked ? (
            <PostForm className="mt-2">
              <input type="hidden" name="baseVersion" value={version} />
              <Button look="quiet" isSmall name="intent" value={`remove:${list.id}`}>
                Remove this list
              </Button>
            </PostForm>
          ) : null}
        </details>
      ))}
    </div>
  );
}
