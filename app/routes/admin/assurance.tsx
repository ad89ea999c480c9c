import { requireAdministrator } from "#app/features/accounts/sign-in/guards.server.ts";
import { readPack } from "#app/features/assurance/pack.server.ts";
import { Block } from "#app/features/report-writing/printed-report.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Fold } from "#app/ui/fold.tsx";
import { Page } from "#app/ui/page.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import type { Route } from "./+types/assurance";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireAdministrator(context, request);
  const { tree, hazards } = await readPack(deps);
  const unproven = hazards.filter(({ isProven }) => !isProven);
  return { tree, count: hazards.length, unproven: unproven.map(({ id, hazard }) => ({ id, hazard })) };
}

type Blocks = Route.ComponentProps["loaderData"]["tree"]["blocks"];

/** The blocks below each heading of a chapter. */
function chaptersOf(blocks: Blocks): { title: string; blocks: Blocks }[] {
  const chapters: { title: string; blocks: Blocks }[] = [];
  for (const block of blocks)
    if (block.kind === "heading" && block.level === 2) chapters.push({ title: block.text, blocks: [] });
    else chapters.at(-1)?.blocks.push(block);
  return chapters;
}

export default function AssurancePage({ loaderData: { tree, count, unproven } }: Route.ComponentProps) {
  return (
    <Page title={tree.title}>
      <p className="lead">
        What a council or an NHS body asks for before it buys, read from the service as it runs today.
      </p>
      <div className="actions no-print">
        <ButtonLink to="/admin/assurance.zip" reloadDocument>
          Download the pack
        </ButtonLink>
        <PrintButton look="quiet">Print</PrintButton>
        <ButtonLink look="quiet" to="/admin/settings/assurance">
          What we state ourselves
        </ButtonLink>
      </div>
      {unproven.length === 0 ? (
        <Alert tone="good" heading={`All ${count} hazards are proven`}>
          <p>The tests of this release passed in their last run.</p>
        </Alert>
      ) : (
        <Alert heading={`${unproven.length} of ${count} hazards are not proven`}>
          <p>
            A hazard is proven when its tests passed in the last run of <code>npm test</code>, of the release
            that runs here. The hazard log says of each control why not.
          </p>
          {unproven.length < count ? (
            <ul>
              {unproven.map(({ id, hazard }) => (
                <li key={id}>
                  {id}: {hazard}
                </li>
              ))}
            </ul>
          ) : null}
        </Alert>
      )}
      {chaptersOf(tree.blocks).map(({ title, blocks }) => (
        <Fold key={title} heading={title}>
          {blocks.map((block, index) => (
            <Block key={index} block={block} />
          ))}
        </Fold>
      ))}
    </Page>
  );
}
