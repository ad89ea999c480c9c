import { data } from "react-router";
import { requireMoneyHandler } from "#app/features/accounts/sign-in/guards.server.ts";
import { AssessorTabs } from "#app/features/assessors/assessor-tabs.tsx";
import { findAssessor } from "#app/features/assessors/assessors.server.ts";
import { answerRulesPage, readRulesPage } from "#app/features/pay/pay-pages.server.ts";
import { FormCard, RulesTable, StatementsTable } from "#app/features/pay/pay-parts.tsx";
import { once } from "#app/platform/http/once.server.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page.tsx";
import { useKeyOf, useSaid } from "#app/ui/use-done.ts";
import type { Route } from "./+types/pay-rules";

/** Rules of everybody, or of one assessor. */
const assessorOf = (params: object) => (params as { assessorId?: string }).assessorId ?? null;

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps } = await requireMoneyHandler(context, request);
  const page = await readRulesPage(deps, assessorOf(params));
  if (!page) throw data(null, { status: 404 });
  return { page, done: answerRulesPage.said(request) };
}

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const { deps, by } = await requireMoneyHandler(context, request);
  const assessorId = assessorOf(params);
  if (assessorId !== null && !(await findAssessor(deps, assessorId))) throw data(null, { status: 404 });
  const page = assessorId === null ? "/admin/pay/rules" : `/admin/assessors/${assessorId}/pay`;
  return answerRulesPage({ deps, by, form: await request.formData(), page, assessorId });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function PayRules({ loaderData: { page, done } }: Route.ComponentProps) {
  const said = useSaid(done);
  const key = useKeyOf(said);
  const { assessor, forms, own, today } = page;
  return (
    <Page
      title={assessor ? `Pay for ${assessor.name}` : "Pay rules"}
      back={
        assessor
          ? { label: "Back to the assessor", to: `/admin/assessors/${assessor.id}` }
          : { label: "Back to Pay", to: "/admin/pay" }
      }
    >
      {assessor ? <AssessorTabs id={assessor.id} handlesMoney /> : null}
      <Done text={said} />
      <p className="lead">
        {assessor
          ? "Rules here come before those of everybody."
          : "For every assessor without a rule of their own. The rules of the day on which a visit was agreed are valid for it."}
      </p>
      {own?.review ? (
        <Alert tone="warning">
          <p>{own.review}</p>
        </Alert>
      ) : null}
      <RulesTable rules={page.rules} />
      <FormCard key={`rule ${key}`} shown={forms.rule} saved={{ validFrom: today, dueWhen: "report" }} />
      {own ? <FormCard key={`details ${own.version}`} shown={forms.details} {...own} /> : null}
      {own && own.statements.length > 0 ? (
        <Card>
          <StatementsTable statements={own.statements} to="/admin/pay/statements" />
        </Card>
      ) : null}
    </Page>
  );
}
