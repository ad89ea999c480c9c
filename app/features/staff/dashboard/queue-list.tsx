import { Link } from "react-router";
import { promiseText } from "#app/features/catalogue/catalogue.ts";
import { DeadlineBadges } from "#app/features/referral/deadline-badges.tsx";
import { MAX_COUNTED } from "#app/features/stage/stage.ts";
import { PostForm } from "#app/forms/post-form.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Chips, Late, QueueGroup, QueueRow } from "#app/ui/desk.tsx";
import { EmailLink } from "#app/ui/email-link.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { Times } from "#app/ui/times.tsx";
import { dashboardQuery, type DashboardView } from "./dashboard-view.ts";
import { QUEUE_GROUPS, QUEUE_KINDS, type QueueKind } from "./queue.ts";
import type { DashboardPage } from "./read-queue.server.ts";

type Queue = DashboardPage["queue"];
type Row = Queue["groups"][number]["rows"][number];

const headingOf = (kind: QueueKind, isInXero = false) =>
  kind === "contact"
    ? `Contact within ${promiseText()}`
    : `${QUEUE_KINDS[kind].heading}${kind === "billing" && isInXero ? " in Xero" : ""}`;

const inWords = (count: number | null) =>
  count === null ? `${MAX_COUNTED.toLocaleString("en-GB")}+` : count;

/** Everybody's bookings, those of the viewer, or of nobody, with how many of them are open. */
function OwnerChips({ view, owners }: { view: DashboardView; owners: DashboardPage["owners"] }) {
  const chip = (label: string, owner: DashboardView["owner"], count: number) => ({
    label,
    count,
    isCurrent: view.tasks === owner,
    to: `/admin/dashboard${dashboardQuery(view, { owner, tasks: owner, after: null, before: null })}`,
  });
  return (
    <Chips
      label="Whose bookings"
      chips={[
        chip("Everybody’s", null, owners.all),
        chip("Mine", "mine", owners.mine),
        chip("Nobody’s yet", "none", owners.none),
      ]}
    />
  );
}

/** Tasks in the order of what is due: for whom, since when, and the button that does it. */
export function QueueCard(props: { view: DashboardView; owners: DashboardPage["owners"]; queue: Queue }) {
  const { kinds, groups, nothing, isInXero } = props.queue;
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  const shown = groups.flatMap((group) => group.rows);
  const hidden = kinds.filter(
    ({ kind, count }) =>
      !shown.some((row) => row.kind === kind && row.all) &&
      (count === null || count > shown.filter((row) => row.kind === kind).length),
  );
  return (
    <section aria-labelledby="needs-action" className="card queue-card">
      <div className="card-head">
        <h2 id="needs-action">Needs action now</h2>
        <span className="soft">{count}</span>
        <OwnerChips {...props} />
      </div>
      {count === 0 ? (
        <p>
          Nothing waits for you. <Link to="/admin/bookings/new">Type in a telephone call</Link>, or{" "}
          <Link to="/admin/send-booking">send a booking link</Link>.
        </p>
      ) : null}
      {groups.map(({ name, count, rows }) =>
        rows.length > 0 ? (
          <QueueGroup
            key={name}
            heading={QUEUE_GROUPS[name]}
            count={count}
            isLate={name === "overdue"}
            action={count > rows.length ? <a href="#what-waits">{`${count - rows.length} more`}</a> : null}
          >
            {rows.map((row) => (
              <QueueItem
                key={row.kind + row.key}
                id={row === shown.find(({ kind }) => kind === row.kind) ? `queue-${row.kind}` : undefined}
                row={row}
                isLate={name === "overdue"}
                isInXero={isInXero}
              />
            ))}
          </QueueGroup>
        ) : null,
      )}
      {hidden.length > 0 || nothing ? (
        <div className="queue-foot" id="what-waits">
          <Chips
            label="What else waits"
            chips={hidden.map(({ kind, count }) => {
              const { at, list } = QUEUE_KINDS[kind];
              return {
                label: `${headingOf(kind, isInXero)} ${inWords(count)}`,
                isCurrent: false,
                to: at ? `/admin/dashboard?stage=${at}` : (list ?? `#queue-${kind}`),
              };
            })}
          />
          {nothing ? (
            <details>
              <summary>Nothing else waits</summary>
              <p className="note">{nothing}</p>
            </details>
          ) : null}
        </div>
      ) : null}
    </section>
  );
}

type QueueItemProps = { id: string | undefined; row: Row; isLate: boolean; isInXero: boolean };

function QueueItem({ id, row, isLate, isInXero }: QueueItemProps) {
  const { kind, to, who, about, reference, at, phone, country, email, late, version, all } = row;
  const declared = QUEUE_KINDS[kind];
  const heading = headingOf(kind, isInXero);
  const title = all ? heading : (row.title ?? declared.title);
  const button = all ? `Show all ${inWords(all.count)}` : (row.button ?? declared.button);
  const name =
    button === "Agree"
      ? `Agree the visit: ${reference}`
      : `${button}: ${all ? heading : [who, title].filter(Boolean).join(", ")}`;
  return (
    <QueueRow
      id={id}
      icon={declared.icon}
      title={
        <>
          {title === heading ? null : <span className="sr-only">{`${heading}: `}</span>}
          {title}
        </>
      }
      detail={
        <>
          {all ? `${inWords(all.count)}, the first: ` : null}
          {who ? <b>{who}</b> : null}
          <Times>{`${who && about ? " · " : ""}${about} `}</Times>
          {reference ? (
            <Link discover="none" to={at}>
              {reference}
            </Link>
          ) : null}{" "}
          {phone ? <PhoneLink number={phone} {...(country && { countryCode: country })} /> : null}{" "}
          {email ? <EmailLink email={email} /> : null} {late ? <Late>{late}</Late> : null}{" "}
          {row.notes ? <DeadlineBadges notes={row.notes} /> : null}
        </>
      }
      when={row.when}
      isLate={isLate}
      action={
        version === undefined ? (
          <ButtonLink discover="none" look="quiet" isSmall to={all?.list ?? to} aria-label={name}>
            {button}
          </ButtonLink>
        ) : (
          <PostForm action={to}>
            <input type="hidden" name="status" value="completed" />
            <input type="hidden" name="version" value={version} />
            <input type="hidden" name="notify" value="on" />
            <input type="hidden" name="next" value="dashboard" />
            <Button look="quiet" isSmall aria-label={`Mark as completed: ${reference}`}>
              Mark as completed
            </Button>
          </PostForm>
        )
      }
    />
  );
}

const VISIT_STATES = {
  held: <span className="badge">held</span>,
  now: <span className="badge is-green">under way</span>,
  "to-come": <span className="badge is-blue">to come</span>,
  over: <Late>outcome missing</Late>,
};

const MAX_VISITS = 12;

/** The visits of the day, beside the queue. */
export function VisitsToday({ visits }: { visits: DashboardPage["visits"] }) {
  return (
    <section aria-labelledby="visits-today" className="card">
      <div className="card-head">
        <h2 id="visits-today">Today’s visits</h2>
        <Link to="/admin/calendar">Calendar</Link>
      </div>
      {visits.length === 0 ? (
        <p className="note">No visit is agreed for today.</p>
      ) : (
        <ul className="day-line">
          {visits
            .slice(0, MAX_VISITS)
            .map(({ bookingId, start, hours, who, assessor, where, state, lacksLink }) => (
              <li key={bookingId + start}>
                <div>
                  <b>{start}</b> <Link to={`/admin/bookings/${bookingId}`}>{who}</Link>
                  <p className="note">
                    {[assessor, where, `until ${hours.split("–")[1]}`].filter(Boolean).join(" · ")}
                  </p>
                </div>
                {lacksLink && state === "to-come" ? <Late>no link yet</Late> : VISIT_STATES[state]}
              </li>
            ))}
        </ul>
      )}
      {visits.length > MAX_VISITS ? (
        <p>
          <Link to="/admin/calendar?show=day">{`All ${visits.length} visits`}</Link>
        </p>
      ) : null}
    </section>
  );
}
