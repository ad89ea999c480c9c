import { MODES } from "#app/features/assessors/profile.ts";
import { formatLongDate } from "#app/platform/dates.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/lists.tsx";
import { classes } from "#app/ui/classes.ts";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import type { LabelledText } from "#app/features/referral/sections/labelled-answers.ts";
import type { AssessorVisitFile } from "./open-visit.server.ts";
import type { Contact } from "./person-file.server.ts";
import { formatHours } from "./visit-times.ts";

export type AboutVisit = NonNullable<AssessorVisitFile["about"]>;

export function WhenAndWhere({ visit }: { visit: AssessorVisitFile }) {
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
        ]}
      />
      <PlaceDoubts doubts={about?.placeDoubts ?? []} />
    </Card>
  );
}

/** Tells the assessor that the place of the visit is in doubt. */
export function PlaceDoubts({ doubts, className }: { doubts: readonly string[]; className?: string }) {
  if (doubts.length === 0) return null;
  return (
    <Alert tone="warning" className={classes("mt-3", className)}>
      <p>Check the address before anybody goes. The office has this on its list.</p>
      <ul className="list-disc pl-5">
        {doubts.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </Alert>
  );
}

const toRow = ({ label, text }: LabelledText): [string | null, React.ReactNode] => [
  label,
  <span className="whitespace-pre-line" dir="auto">
    {text}
  </span>,
];

export function WhoCard({ about }: { about: AboutVisit }) {
  return (
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
}

export function RisksCard({ risks }: { risks: readonly LabelledText[] }) {
  return (
    <Card heading="Risks">
      {risks.length > 0 ? (
        <Facts rows={risks.map(toRow)} />
      ) : (
        <p>The referral says nothing about risks. Ask the referrer before you go.</p>
      )}
    </Card>
  );
}

export function ContactsCard({ contacts }: { contacts: readonly Contact[] }) {
  return (
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
}
