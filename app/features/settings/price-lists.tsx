import { priceText } from "#app/features/catalogue/pricing.ts";
import { PostForm } from "#app/forms/post-form.tsx";
import { formatLongDate } from "#app/platform/dates.ts";
import { formatPounds } from "#app/platform/money.ts";
import { Button } from "#app/ui/button.tsx";
import { Table } from "#app/ui/table.tsx";
import type { PriceList } from "./offer.ts";

type PriceListsProps = {
  lists: (PriceList & { isInForce: boolean })[];
  assessments: { id: string; name: string }[];
  today: string;
  version: number;
  isLocked: boolean;
};

const modes = ({ discountModes }: PriceList) =>
  discountModes.length > 0 ? `(${discountModes.join(" and ")})` : "(never)";

export function PriceLists({ lists, assessments, today, version, isLocked }: PriceListsProps) {
  return (
    <div>
      {lists.map((list) => (
        <details key={list.id} open={list.isInForce || list.validFrom > today} className="mb-3">
          <summary>
            {list.validFrom ? `From ${formatLongDate(list.validFrom)}` : "The first list"}
            {list.isInForce ? " (in force)" : list.validFrom > today ? " (to come)" : " (past)"}
          </summary>
          <Table
            className="table is-stacked mt-2"
            caption={`Discount ${formatPounds(list.discountPence)} ${modes(list)}; VAT ${list.vatRate} %, “${list.vatPhrase}”`}
            columns={["Assessment", "Face-to-face", "Virtual"]}
            rows={assessments
              .filter(({ id }) => list.prices[id])
              .map(({ id, name }) => {
                const { faceToFacePence, virtualPence } = list.prices[id]!;
                const virtual = virtualPence === null ? "–" : priceText(virtualPence);
                return { id, cells: [name, priceText(faceToFacePence), virtual] };
              })}
          />
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
