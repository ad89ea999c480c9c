import { requireMoneyHandler } from "#app/features/accounts/sign-in/guards.server.ts";
import {
  AsideAllCard,
  AsideCard,
  BankFileCard,
  OthersCard,
  SureCard,
} from "#app/features/billing/bank/bank-parts.tsx";
import {
  answerBankPage,
  BANK_PAGE,
  readBankPage,
  saidOnBankPage,
} from "#app/features/billing/bank/bank-page.server.ts";
import { MAX_BANK_FILE_BYTES } from "#app/features/billing/bank/read-bank-file.server.ts";
import { formLimit, formWithFile } from "#app/platform/http/form-limit.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Done } from "#app/ui/alert.tsx";
import { PaymentTabs } from "#app/features/billing/own/payment-parts.tsx";
import { PageHead } from "#app/ui/desk.tsx";
import { Page } from "#app/ui/page.tsx";
import { useKeyOf, useSaid } from "#app/ui/use-done.ts";
import type { Route } from "./+types/bank-file";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireMoneyHandler(context, request);
  return { page: await readBankPage(deps, new URL(request.url)), said: saidOnBankPage(request) };
}

export const action = formLimit(
  { fileBytes: MAX_BANK_FILE_BYTES },
  once(async ({ request, context }: Route.ActionArgs) => {
    const { deps, by, scope } = await requireMoneyHandler(context, request);
    return answerBankPage({ deps, by, form: await formWithFile(scope, request), page: BANK_PAGE });
  }),
);

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function BankFile({ loaderData: { page, ...shown } }: Route.ComponentProps) {
  const said = useSaid(shown.said);
  const key = useKeyOf(said);
  const count = page.at.sure.count + page.at.others.count;
  return (
    <Page title="Bank file" heading={null}>
      <PageHead heading="Bank file" />
      <PaymentTabs lines={count} />
      <Done text={said} />
      <SureCard key={`sure ${key}`} {...page} />
      <OthersCard key={`others ${key}`} {...page} />
      <AsideAllCard key={`all ${key}`} count={page.nothingCount} />
      <BankFileCard key={`file ${key}`} hasLines={count > 0} />
      <AsideCard {...page} />
    </Page>
  );
}
