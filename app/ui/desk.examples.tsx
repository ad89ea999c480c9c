import { PageSubject, PageTitle } from "./page-title.tsx";
import { ButtonLink } from "./button.tsx";
import {
  Beside,
  Chips,
  Figures,
  Late,
  NextStep,
  PageHead,
  QueueGroup,
  QueueRow,
  Rare,
  Steps,
  Tabs,
} from "./desk.tsx";
import { DeskIcon } from "./desk-icon.tsx";
import { LONG_TEXT, LONG_WORD, statesOf, type Examples } from "./example.ts";

const button = (
  <ButtonLink to="/admin/dashboard" look="quiet" isSmall>
    Agree
  </ButtonLink>
);
const row = {
  icon: "calendar" as const,
  title: "Agree the visit",
  detail: "Mr Harold Lambert · MCA-3WPE-3CPP",
};

export default {
  title: "Desk",
  isForStaff: true,
  examples: [
    {
      name: "PageHead",
      of: [PageHead],
      states: statesOf(PageHead)({
        Normal: { heading: "Mr Harold Kowalski", sub: "MCA-6CAP-RAKE", actions: button },
        "Above the pages of one subject": { heading: "Mr Harold Kowalski", isOfSubject: true },
        "Long text": { heading: LONG_WORD, sub: LONG_TEXT, actions: button },
      }),
    },
    {
      name: "PageSubject",
      of: [PageSubject],
      states: {
        Normal: (
          <PageSubject value="Mr Harold Kowalski">
            <PageTitle title="Visit" />
          </PageSubject>
        ),
      },
    },
    {
      name: "Steps",
      of: [Steps],
      states: statesOf(Steps)({
        Normal: {
          steps: [
            { name: "Booked", note: "28/11/2026", isDone: true, isCurrent: false },
            { name: "Visit", note: "to agree", isDone: false, isCurrent: true },
            { name: "Paid", isDone: false, isCurrent: false },
          ],
        },
      }),
    },
    {
      name: "Tabs",
      of: [Tabs],
      states: statesOf(Tabs, { label: "About the booking" })({
        Normal: {
          tabs: [
            { label: "Overview", to: "/gallery", isExact: true },
            { label: "Documents", to: "/gallery/documents", count: 2 },
          ],
        },
      }),
    },
    {
      name: "Chips",
      of: [Chips],
      states: statesOf(Chips, { label: "Which bookings" })({
        Normal: {
          chips: [
            { label: "Open", to: "?open", count: 31, isCurrent: true },
            { label: "Cancelled", to: "?cancelled", isCurrent: false },
          ],
        },
      }),
    },
    {
      name: "Queue",
      of: [QueueGroup, QueueRow, DeskIcon, Late],
      states: statesOf(QueueGroup, { count: 1 })({
        Overdue: {
          heading: "Overdue",
          isLate: true,
          children: (
            <QueueRow
              icon={row.icon}
              title={row.title}
              detail={row.detail}
              when="3 days late"
              isLate
              action={button}
            />
          ),
        },
        "Long text": {
          heading: "Today",
          action: button,
          children: (
            <QueueRow icon="report" title={LONG_WORD} detail={<Late>{LONG_TEXT}</Late>} action={button} />
          ),
        },
      }),
    },
    {
      name: "NextStep",
      of: [NextStep],
      states: statesOf(NextStep, { icon: "calendar" })({
        Normal: {
          heading: "Next: agree the visit",
          children: <p>Wished for Saturday 2 January 2027</p>,
          action: button,
        },
        "Nothing to do": { heading: "Nothing to do" },
      }),
    },
    {
      name: "Beside",
      of: [Beside],
      states: statesOf(Beside)({ Normal: { children: <p>The booking</p>, aside: <p>What happened</p> } }),
    },
    {
      name: "Figures",
      of: [Figures],
      states: statesOf(Figures)({
        Normal: {
          figures: [
            { name: "Pending", value: 10, note: "the oldest 4 days" },
            { name: "Total", value: "£45,443" },
          ],
        },
      }),
    },
    {
      name: "Rare",
      of: [Rare],
      states: statesOf(Rare)({ Normal: { children: <a href="/admin/dashboard">Cancel this booking</a> } }),
    },
  ],
} satisfies Examples;
