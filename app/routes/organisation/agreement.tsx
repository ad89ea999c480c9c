import { AgreementPrices } from "#app/features/organisations/record/agreement-parts.tsx";
import {
  agreementWords,
  capStanding,
  isOn,
  termWords,
} from "#app/features/organisations/record/agreement-terms.ts";
import { agreementsOf, capNotice, usedPence } from "#app/features/organisations/record/agreements.server.ts";
import { requireMember } from "#app/features/organisations/record/member-guards.server.ts";
import { TEMPLATES } from "#app/features/report-writing/templates.ts";
import { londonDate } from "#app/platform/dates.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/lists.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/agreement";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, member, rights } = await requireMember(context, request);
  const now = deps.clock.now();
  const today = londonDate(now);
  const all = await agreementsOf(deps, member.organisationId);
  const agreements = all.filter((one) => isOn(one, today) || one.validFrom > today).toReversed();
  const shown = [];
  for (const agreement of agreements) {
    const { id, reference, terms } = agreement;
    const cap = rights.manages && capStanding(terms, await usedPence(deps, id));
    const words = agreementWords(agreement, deps.settings.offer(now), { ...rights, templates: TEMPLATES });
    shown.push({
      id,
      reference,
      days: termWords(agreement),
      prices: words.prices,
      rows: [...words.rows, ...(cap ? [["Cap", cap.words] as [string, string]] : [])],
    });
  }
  const notice = rights.manages ? await capNotice(deps, member.organisationId) : null;
  return { name: member.organisationName, shown, notice };
}

/** Words of what is agreed now and next; amounts for those who may see them. */
export default function WhatWeAgreed({ loaderData: { name, shown, notice } }: Route.ComponentProps) {
  return (
    <Page title="What we agreed">
      {notice ? <Alert tone="warning" text={notice} /> : null}
      <p className="lead">
        {shown.length > 0
          ? `These terms are for bookings that members of ${name} make in its name. The law’s rights of consumers are not for these.`
          : `There is no agreement with ${name} now: the prices and terms of our website apply.`}
      </p>
      {shown.map(({ id, reference, days, rows, prices }) => (
        <Card key={id} heading={`Agreement ${reference} ${days}`.replace(/\s+/g, " ")}>
          <Facts rows={rows} />
          {prices.length > 0 ? <AgreementPrices prices={prices} /> : null}
        </Card>
      ))}
    </Page>
  );
}
