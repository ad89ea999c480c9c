import { Link } from "react-router";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Badge, type BadgeColour } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Table } from "#app/ui/table.tsx";
import { useDone } from "#app/ui/use-done.ts";
import type { HelpList } from "./help-page.server.ts";
import { helpPaths } from "./help-paths.ts";
import { STANDING_WORDS, type Standing } from "./standing.ts";

const DONE = {
  asked: "The email is on its way. You are told as soon as there is an answer.",
  own: "The email is on its way. It goes to your own address: that is allowed, and you can forward it.",
};

const COLOURS: Partial<Record<Standing, BadgeColour>> = {
  asked: "yellow",
  opened: "blue",
  late: "red",
  expired: "red",
  sent: "green",
};

export function StandingBadge({ standing }: { standing: Standing }) {
  return <Badge colour={COLOURS[standing] ?? "grey"}>{STANDING_WORDS[standing]}</Badge>;
}

/** Why nobody can be asked, and the way to what is missing. */
export function WhyNot({ page }: { page: Pick<HelpList, "whyNot" | "isBirthMissing" | "bookingId"> }) {
  return (
    <Alert tone="warning">
      <p>{page.whyNot}</p>
      {page.isBirthMissing ? (
        <p>
          <Link to={`/referral-form/${page.bookingId}/personal-details#personal-details-dob`}>
            Enter the date of birth
          </Link>
        </p>
      ) : null}
    </Alert>
  );
}

/** Everybody who was asked, and the way to ask somebody. */
export function HelpListPart({ page }: { page: HelpList }) {
  const said = useDone(DONE);
  const paths = helpPaths(page.area, page.bookingId);
  return (
    <>
      <Done text={said} />
      <p>
        A doctor, a care home, a lawyer or a relative often knows best. Ask them for one part: they get a link
        of their own, need no account, and see nothing else of this booking. What they write goes into the
        referral forms only when you take it over; the assessor reads it in any case.
      </p>
      {page.whyNot ? (
        <WhyNot page={page} />
      ) : (
        <p className="actions">
          <ButtonLink to={paths.ask}>Ask somebody</ButtonLink>
        </p>
      )}
      {page.rows.length === 0 ? (
        <p>Nobody has been asked yet.</p>
      ) : (
        <Table
          caption="Who was asked"
          hasRowNames
          columns={["Name", "Parts", "State", "Until"]}
          rows={page.rows.map((row) => ({
            id: row.id,
            cells: [
              <span className="wrap-anywhere" dir="auto">
                <Link to={paths.one(row.id)}>{row.name}</Link> <span className="note">({row.role})</span>
              </span>,
              row.parts.join(", "),
              <>
                <StandingBadge standing={row.standing} /> <span className="note">{row.at}</span>
                {row.isLate ? <span className="note">, late</span> : null}
                {row.remarks.map((remark) => (
                  <p key={remark} className="wrap-anywhere">
                    {remark}
                  </p>
                ))}
              </>,
              row.isOnPaper ? `${row.until}, on paper` : row.until,
            ],
          }))}
        />
      )}
    </>
  );
}
