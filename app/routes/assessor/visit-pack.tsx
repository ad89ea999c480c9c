import { data } from "react-router";
import { readAlsoTold } from "#app/features/contributions/also-told.server.ts";
import { requireAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import {
  openAssessorVisit,
  type AssessorVisitFile,
} from "#app/features/visits/assessor-pages/open-visit.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import type { Route } from "./+types/visit-pack";
import { MODES } from "#app/features/assessors/profile.ts";
import type { LabelledText } from "#app/features/referral/sections/labelled-answers.ts";
import { formatLongDate } from "#app/platform/dates.ts";
import { phoneForPeople } from "#app/platform/phone-number.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import { knownFrom } from "#app/features/visits/person/needs.ts";
import { answerLength, shortened } from "#app/features/visits/assessor-pages/shortened.ts";
import { formatHours } from "#app/features/visits/record/visit-times.ts";

type Opened = Extract<AssessorVisitFile, { notes: object }>;
type About = Opened["about"];

function maxLength(
  { needs, access, risks, seen, health, support, powers, decisions, tests, contacts }: About,
  told: readonly LabelledText[],
): number {
  const answers = [needs, access, risks, seen, health, support, powers, decisions, told];
  const fixed = tests.map(({ name, test, information }) => [name, test, ...information].join(" ")).join("");
  const count = answers.reduce((sum, { length }) => sum + length, 0);
  return answerLength(count, fixed.length + 100 * contacts.length);
}

export async function loader(args: Route.LoaderArgs) {
  const { deps, by, ...own } = await requireAssessorVisit(args);
  const visit = await openAssessorVisit(deps, own, by);
  if (!visit.about) throw data(null, { status: 404 });
  return { visit, about: visit.about, told: await readAlsoTold(deps, own.booking) };
}

/** The print page that an assessor takes along: at most two A4 pages. Longer answers are cut; the referral
 * has them whole. */
export default function VisitPack({ loaderData: { visit, about, told } }: Route.ComponentProps) {
  const max = maxLength(about, told);
  return (
    <article className="pack">
      <PageTitle title={`Pack for ${visit.reference}`} />
      <div className="actions no-print">
        <PrintButton>Print</PrintButton>
        <ButtonLink look="quiet" to={`/assessor/visits/${visit.id}`}>
          Back to the visit
        </ButtonLink>
      </div>
      <h1>
        Pack for <span className="inline-block">{visit.reference}</span>
      </h1>
      {about.needs.length > 0 ? (
        <section className="pack-needs" aria-label="Communication needs">
          <h2>Communication needs</h2>
          <Answers texts={about.needs} max={max} />
          {about.earlier ? <p>{knownFrom(about.earlier)}</p> : null}
        </section>
      ) : null}
      <div className="pack-columns">
        <Part heading="Visit">
          <Answers
            max={max}
            texts={[
              { label: "When", text: `${formatLongDate(visit.day)}, ${formatHours(visit)}` },
              { label: "Kind", text: MODES[visit.mode] },
              {
                label: visit.mode === "virtual" ? "How to join" : "Place",
                text: about.place || "Ask the office",
              },
              ...about.placeDoubts.map((words) => ({ label: "Check the address", text: words })),
              ...about.access,
            ]}
          />
        </Part>
        <Part heading="Person">
          <Answers
            max={max}
            texts={[
              { label: "Name", text: about.client },
              ...(about.preferredName ? [{ label: "Likes to be called", text: about.preferredName }] : []),
              { label: "Date of birth", text: about.dateOfBirth || "Not known" },
            ]}
          />
        </Part>
        <Part heading="Risks">
          {about.risks.length > 0 ? (
            <Answers texts={about.risks} max={max} />
          ) : (
            <p>The referral says nothing about risks.</p>
          )}
        </Part>
        <Part heading="Decisions">
          <ol>
            {about.decisions.map((decision) => (
              <li key={decision} dir="auto">
                {shortened(decision, max)}
              </li>
            ))}
          </ol>
        </Part>
        {about.tests.map(({ name, test, information }) => (
          <Part key={name} heading={`Relevant information: ${name}`}>
            <p>{test}</p>
            {information.length > 0 ? (
              <ul>
                {information.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            ) : null}
          </Part>
        ))}
        <Part heading="Seen by the referrer" texts={about.seen} max={max} />
        <Part heading="Diagnoses, medicines, fluctuation" texts={about.health} max={max} />
        <Part heading="Help to decide" texts={about.support} max={max} />
        <Part heading="Existing powers, deadlines, papers" texts={about.powers} max={max} />
        <Part heading="Also told us" texts={told} max={max} />
        <Part heading="Contacts">
          <Answers
            max={max}
            texts={about.contacts.map(({ role, name, phone }) => ({
              label: role,
              text: [name, phone ? phoneForPeople(phone.number, phone.countryCode) : ""]
                .filter(Boolean)
                .join(", "),
            }))}
          />
        </Part>
      </div>
      <p className="pack-foot">
        Contains health data. Keep it on you, and destroy it after use. “…” marks a shortened answer: the
        referral’s print view has it whole.
      </p>
    </article>
  );
}

type AnswersProps = { texts: readonly LabelledText[]; max: number };

function Part({ heading, ...content }: { heading: string } & ({ children: React.ReactNode } | AnswersProps)) {
  if ("texts" in content && content.texts.length === 0) return null;
  return (
    <section aria-label={heading}>
      <h2>{heading}</h2>
      {"texts" in content ? <Answers {...content} /> : content.children}
    </section>
  );
}

const Answers = ({ texts, max }: AnswersProps) => (
  <dl>
    {texts.map(({ label, text }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd dir="auto">{shortened(text, max)}</dd>
      </div>
    ))}
  </dl>
);
