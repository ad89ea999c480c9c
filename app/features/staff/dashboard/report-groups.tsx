import { Link } from "react-router";
import { reportsPath } from "#app/features/report/report-list.ts";
import { formatShortDate } from "#app/platform/dates.ts";
import { Badge, type BadgeColour } from "#app/ui/badge.tsx";
import { ActionItem, placeOf, whoOf, type ActionGroup } from "./action-item.tsx";
import type { Dashboard } from "./read-dashboard.server.ts";

type Card = Dashboard["reports"][number];

type Words = {
  heading: string;
  emptyText: string;
  /** The link to all of them: `All 12 late reports`. */
  all: string;
  colour: BadgeColour;
  /** The words of an item; empty for none. */
  item: (report: { dueOn: string; actOn: string }) => string;
};

const CARDS: Record<Card["stage"], Words> = {
  late: {
    heading: "Reports late",
    emptyText: "No report is late.",
    all: "late reports",
    colour: "red",
    item: ({ dueOn }) => `Late since ${dueOn}`,
  },
  review: {
    heading: "Reports to review",
    emptyText: "No report waits for a review.",
    all: "reports to review",
    colour: "blue",
    item: ({ dueOn }) => (dueOn ? `Review it, due ${dueOn}` : "Review it"),
  },
  due: {
    heading: "Reports due soon",
    emptyText: "",
    all: "reports that are due soon",
    colour: "yellow",
    item: ({ dueOn }) => (dueOn ? `Due ${dueOn}` : ""),
  },
  "not-received": {
    heading: "Reports not received",
    emptyText: "",
    all: "reports that were not received",
    colour: "yellow",
    item: () => "Call the recipient",
  },
  held: {
    heading: "Reports on hold",
    emptyText: "",
    all: "reports on hold",
    colour: "yellow",
    item: () => "Lift the hold, or settle its reason",
  },
};

/** The cards about reports; each leads to the list of reports, filtered. */
export function reportGroups({ reports }: Dashboard): ActionGroup[] {
  return reports.map(({ stage, count, shown }) => {
    const { heading, emptyText, all, colour, item } = CARDS[stage];
    const day = (value: string | null) => (value ? formatShortDate(value) : "");
    return {
      heading,
      emptyText,
      count,
      more: (
        <Link to={reportsPath(stage)}>
          {count > shown.length ? `All ${count} ${all}` : "In the list of reports"}
        </Link>
      ),
      items: shown.map(({ booking, dueOn, actOn }) => {
        const words = item({ dueOn: day(dueOn), actOn: day(actOn) });
        return (
          <ActionItem key={booking.id} booking={booking} about={[whoOf(booking), placeOf(booking)]}>
            {words ? (
              <Link to={`/admin/bookings/${booking.id}/report`}>
                <Badge colour={colour}>{words}</Badge>
              </Link>
            ) : null}
          </ActionItem>
        );
      }),
    };
  });
}
