import type { ReactNode } from "react";
import { requestScope } from "#app/context.ts";
import { PERIODS_USED } from "#app/features/privacy/personal-rooms.server.ts";
import { processorsOf } from "#app/features/settings/processors.server.ts";
import { retentionInWords } from "#app/features/data-protection/retention.ts";
import { controllerLine } from "#app/features/settings/site.ts";
import { useSite } from "#app/ui/frame-parts.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { Page } from "#app/ui/page.tsx";
import { Table } from "#app/ui/table.tsx";
import type { Route } from "./+types/privacy";

export function loader({ context }: Route.LoaderArgs) {
  const { env, settings } = context.get(requestScope).deps;
  const { retention, switches, company } = settings.current();
  return {
    retention: retentionInWords(retention, env.BACKUP_KEEP_DAYS, PERIODS_USED),
    processors: processorsOf({ env, settings }),
    hasAnalytics: env.ANALYTICS_ID !== undefined && switches.analytics,
    controller: controllerLine(company),
  };
}

export default function PrivacyPage({ loaderData }: Route.ComponentProps) {
  const site = useSite();
  const { retention, processors, hasAnalytics, controller } = loaderData;
  return (
    <Page className="prose" title="Privacy notice">
      <p>
        {site.name} uses the details you give us to arrange mental capacity assessments, and for nothing else.
        We do not sell data and show no advertising.
      </p>
      {controller ? <p>{controller}</p> : null}
      <Section heading="What we hold, and where it comes from">
        <ul>
          <li>
            About the person who books: name, contact details, role and organisation, as you typed them.
          </li>
          <li>
            About the person to be assessed: what the booking and the referral forms say, including their
            health. You or somebody acting for them gave it to us.
          </li>
          <li>
            About the visit: the page that led you here, campaign names in the link (utm), your
            browser&rsquo;s name and time zone. They are kept with a booking.
          </li>
          <li>
            About somebody who is asked to fill in a part: name, email address, and what they wrote. Whoever
            asked gave us the name and the address. We keep it with the booking, or until they ask us to
            delete it.
          </li>
          <li>If you make an account: your email address, and a password that we cannot read.</li>
        </ul>
      </Section>
      <Section heading="Why we may use it">
        <p>
          We use booking details to take steps you asked for before a contract and to carry it out (UK GDPR
          article 6(1)(b)), and to keep accounts (6(1)(c)). Health details are used to provide health or
          social care (article 9(2)(h)). News is sent only if you ticked the box, and you can say stop at any
          time.
        </p>
      </Section>
      <Section heading="Who sees it">
        <p>
          Our staff, and the assessor who carries out the assessment. Each time a member of staff opens a
          referral form is recorded. These companies process data for us:
        </p>
        {processors.length === 0 ? (
          <p>None at present: email and payments are handled without other companies.</p>
        ) : (
          <ul>
            {processors.map(({ name, why }) => (
              <li key={name}>
                {name}: {why}
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section heading="How long we keep it">
        <Table
          className="table"
          caption="Retention periods"
          columns={["What", "How long"]}
          rows={retention.map(({ what, howLong }) => ({ id: what, cells: [what, howLong] }))}
        />
        <p>
          After that the details are erased every night. Reference, dates and prices remain for the accounts.
        </p>
      </Section>
      <Section heading="How it is protected">
        <p>
          Connections are encrypted. Referral forms, the client&rsquo;s date of birth, address and phone, and
          unfinished forms are encrypted again where they are stored, and so are backups. Links in our emails
          open one booking only, and never show a health detail by themselves.
        </p>
      </Section>
      <Section heading="Cookies">
        <p>
          We set only cookies that the service needs: one that lets you continue an unfinished form, one that
          lets you return to a booking you opened, and one that keeps you signed in.{" "}
          {hasAnalytics
            ? "On the pages of the booking form, and only there, Google Analytics is told which step was reached, never what was typed. It is loaded with consent denied: it sets no cookie."
            : "There is no analytics."}
        </p>
      </Section>
      <Section heading="Your rights">
        <p>
          You may ask for a copy of what we hold on you, have it corrected, erased or restricted, object, and
          take your consent back. Write to <a href={`mailto:${site.email}`}>{site.email}</a> or call{" "}
          <PhoneLink number={site.phone} />. If you are unhappy with how we used your data, you can{" "}
          <a href="/complaints">complain to us</a>, and at any time to the{" "}
          <a href="https://ico.org.uk/make-a-complaint/">Information Commissioner</a>.
        </p>
      </Section>
    </Page>
  );
}

function Section({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="prose">
      <h2>{heading}</h2>
      {children}
    </section>
  );
}
