import { Form } from "react-router";
import { HandOverForm } from "#app/features/visits/staff-pages/hand-over-form.tsx";
import { answerHandOver, openHandOver } from "#app/features/visits/staff-pages/hand-over.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Done } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import { useDone } from "#app/ui/use-done.ts";
import type { Route } from "./+types/assessor-hand-over";

export async function loader(args: Route.LoaderArgs) {
  return openHandOver(args);
}

export const action = once(async (args: Route.ActionArgs) => answerHandOver(args));

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

const DONE = {
  "handed-over": "The visits were handed over. Everybody concerned is told by email.",
  "days-off": "The days off were saved.",
};

export default function HandOverPage({ loaderData: page }: Route.ComponentProps) {
  const { assessor, from, until } = page;
  const said = useDone(DONE);
  return (
    <Page
      title={`Hand over visits of ${assessor.name}`}
      back={{ label: `Back to ${assessor.name}`, to: `/admin/assessors/${assessor.id}` }}
    >
      <Done text={said} />
      <Form method="get" className="calendar-controls no-print" key={`${from} ${until}`}>
        <div>
          <label htmlFor="from">From</label>
          <input className="input" type="date" id="from" name="from" defaultValue={from} />
        </div>
        <div>
          <label htmlFor="until">
            Until <span className="optional">(empty: all that follow)</span>
          </label>
          <input className="input" type="date" id="until" name="until" defaultValue={until} />
        </div>
        <div className="filters-actions">
          <Button look="quiet">Show visits</Button>
        </div>
      </Form>
      <HandOverForm page={page} />
    </Page>
  );
}
