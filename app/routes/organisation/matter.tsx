import { data } from "react-router";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { answerMatterPage, readMatter, readSeen } from "#app/features/organisations/own/matter.server.ts";
import { withOptions } from "#app/features/organisations/record/fields.ts";
import { mayOpen } from "#app/features/organisations/record/membership.server.ts";
import { requireMember } from "#app/features/organisations/record/member-guards.server.ts";
import { organisationPath } from "#app/features/organisations/record/paths.ts";
import { DeclaredForm } from "#app/forms/declared-form.tsx";
import { PostForm } from "#app/forms/post-form.tsx";
import { Pages } from "#app/kit/pages-nav.tsx";
import { once } from "#app/platform/http/once.server.ts";
import { Done } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/lists.tsx";
import { Page } from "#app/ui/page.tsx";
import { Table } from "#app/ui/table.tsx";
import { useSaid } from "#app/ui/use-done.ts";
import type { Route } from "./+types/matter";

/** A booking of the member's organisation that they may open; the same not-found page for any other. */
async function requireMatter(context: Route.LoaderArgs["context"], request: Request, bookingId: string) {
  const found = await requireMember(context, request, "books");
  const { deps, user, member } = found;
  const booking = await findBooking(deps.db, bookingId);
  const isTheirs = booking?.organisation_id === member.organisationId && (await mayOpen(deps, user, booking));
  if (!isTheirs) throw data(null, { status: 404 });
  return { ...found, booking };
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, member, booking } = await requireMatter(context, request, params.bookingId);
  const matter = await readMatter(deps, member.organisationId, booking);
  const { shown } = answerMatterPage;
  const isClosed = booking.is_closed_matter === 1;
  const { changes, at } = await readSeen(deps, member.organisationId, booking.id, new URL(request.url));
  return {
    isClosed,
    matter,
    member,
    reference: booking.reference,
    version: String(booking.version),
    changes,
    at,
    forms: [
      ...(matter.others.length > 0
        ? [withOptions(shown.add, "userId", [{ value: "", label: "Choose" }, ...matter.others])]
        : []),
      isClosed ? shown.open : shown.close,
    ],
    said: answerMatterPage.said(request),
  };
}

export const action = once(async ({ request, params: { bookingId }, context }: Route.ActionArgs) => {
  const { deps, by, member, pathTo } = await requireMatter(context, request, bookingId);
  return answerMatterPage({
    deps,
    by,
    bookingId,
    organisationId: member.organisationId,
    form: await request.formData(),
    page: pathTo(`/bookings/${bookingId}`),
    list: pathTo(""),
  });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function MatterPage({ loaderData }: Route.ComponentProps) {
  const { isClosed, matter, member, reference, version, forms, said, changes, at } = loaderData;
  const team = member.teamSeesAll && !isClosed ? "All Owners and Bookers: the team sees all matters" : null;
  return (
    <Page
      title={`Who sees ${reference}`}
      back={{
        label: `Back to the bookings of ${member.organisationName}`,
        to: organisationPath("", { id: member.organisationId }),
      }}
    >
      <Done text={useSaid(said)} />
      <Facts
        rows={[
          ["Booked by", matter.bookedBy ?? "Somebody outside of the organisation"],
          ["Added", matter.added.map(({ name }) => name).join(", ") || "Nobody"],
          team !== null && ["And", team],
          ["Reports go to", ["The referrer", ...matter.recipients].join(", ")],
        ]}
      />
      <p>
        {isClosed
          ? "This matter is closed: others of the organisation see its reference, its stage and, by their role, its amount."
          : "Closing the matter leaves it to those who booked it, were added, or close it, even where the team sees all matters. Its reports no longer go to the organisation’s usual recipients."}
      </p>
      {matter.added.length > 0 ? (
        <Card heading="Added members">
          <ul className="stack">
            {matter.added.map(({ id, name }) => (
              <li key={id} className="flex flex-wrap items-center gap-3">
                {name}
                <PostForm>
                  <input type="hidden" name="member" value={id} />
                  <Button look="quiet" isSmall intent="remove">
                    Remove<span className="sr-only"> {name}</span>
                  </Button>
                </PostForm>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      {forms.map((shown) => (
        <Card key={`${shown.intent}-${version}`} heading={shown.heading}>
          <DeclaredForm shown={shown} saved={{ version }} />
        </Card>
      ))}
      {changes.length > 0 ? (
        <Card heading="What changed">
          <Table
            caption="Changes of who sees this booking, or gets its reports"
            columns={["When", "What", "Who"]}
            rows={changes.map(({ id, on, what, who }) => ({ id, cells: [on, what, who] }))}
          />
          <Pages at={at} of="changes" />
        </Card>
      ) : null}
    </Page>
  );
}
