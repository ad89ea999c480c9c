import { MODES } from "#app/features/assessors/profile.ts";
import { formatLongDate } from "#app/platform/dates.ts";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/lists.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import type { LabelledText } from "#app/features/referral/sections/labelled-answers.ts";
import { PlaceDoubts } from "#app/features/visits/plan/place-doubts.tsx";
import type { AssessorVisitFile } from "./open-visit.server.ts";
import type { Contact } from "#app/features/visits/person/person-file.server.ts";
import { formatHours } from "#app/features/visits/record/visit-times.ts";

export type AboutVisit = NonNullable<AssessorVisitFile["about"]>;

/** `fee` is in words. */
export function WhenAndWhere({ visit, fee }: { visit: AssessorVisitFile; fee?: string | null }) {
  const { about, mode } = visit;
  return (
    <Card heading="When and where">
      <Facts
        rows={[
          ["Day", formatLongDate(visit.day)],
          ["Time", `${formatHours(visit)} (${visit.minutes} minutes)`],
          ["Kind", MODES[mode]],
          about !== null && [
            mode === "virtual" ? "How to join" : "Place",
            <>
              {about.place || "Not known yet: ask the office"}
              {about.map ? (
                <>
                  {" "}
                  <a href={about.map} rel="noreferrer">
                    Map
                  </a>
                </>
              ) : null}
            </>,
          ],
          ...(about?.access ?? []).map(toRow),
          fee ? ["Your fee", fee] : null,
        ]}
      />
      <PlaceDoubts doubts={about?.placeDoubts ?? []} />
    </Card>
  );
}

const toRow = ({ label, text }: LabelledText): [string | null, React.ReactNode] => [
  label,
  <span className="whitespace-pre-line" dir="auto">
    {text}
  </span>,
];

export const WhoCard = ({ about }: { about: AboutVisit }) => (
  <Card heading="Who and what">
    <Facts
      rows={[
        ["Client", about.client],
        about.preferredName !== "" && ["Likes to be called", about.preferredName],
        about.dateOfBirth !== "" && ["Date of birth", about.dateOfBirth],
        ["Assessments", about.assessments.join(", ")],
      ]}
    />
    <h3 className="mt-4">Decisions</h3>
    <ol className="list-decimal pl-5">
      {about.decisions.map((decision) => (
        <li key={decision} className="wrap-anywhere whitespace-pre-line" dir="auto">
          {decision}
        </li>
      ))}
    </ol>
  </Card>
);

export const RisksCard = ({ risks }: { risks: readonly LabelledText[] }) => (
  <Card heading="Risks">
    {risks.length > 0 ? (
      <Facts rows={risks.map(toRow)} />
    ) : (
      <p>The referral says nothing about risks. Ask the referrer before you go.</p>
    )}
  </Card>
);

export const ContactsCard = ({ contacts }: { contacts: readonly Contact[] }) => (
  <Card heading="Contacts">
    <Facts
      rows={contacts.map(({ role, name, phone }) => [
        role,
        <>
          {name}
          {name && phone ? ", " : null}
          {phone ? <PhoneLink {...phone} /> : null}
        </>,
      ])}
    />
  </Card>
);
