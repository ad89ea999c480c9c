import { Button } from "./button.tsx";
import { Card } from "./card.tsx";
import { EmailLink } from "./email-link.tsx";
import { LONG_TEXT, LONG_WORD, statesOf, type Examples } from "./example.ts";
import { Fold } from "./fold.tsx";
import { Icon } from "./icon.tsx";
import { Facts, Sums } from "./lists.tsx";
import { Page } from "./page.tsx";
import { PhoneLink } from "./phone-link.tsx";
import { DataTable } from "./list.tsx";
import { Table } from "./table.tsx";
import { StepProgress } from "./step-progress.tsx";
import { Times } from "./times.tsx";

const STEPS = ["Referrer", "Assessments", "Location", "Scheduling", "Confirmation"].map((name, index) => ({
  name,
  description: `About the ${name.toLowerCase()}`,
  isDone: index < 2,
}));

export default {
  title: "Content",
  examples: [
    {
      name: "Fold",
      of: [Fold],
      states: statesOf(Fold, { heading: "History", children: <p>Booking made</p> })({
        Normal: {},
        "Open on a phone": { isOpen: true },
        "Long text": { heading: LONG_WORD, children: <p>{LONG_TEXT}</p>, isOpen: true },
      }),
    },
    {
      name: "Card",
      of: [Card],
      states: statesOf(Card, { children: <p>Ann Archer, daughter</p> })({
        Normal: { heading: "Your details" },
        "With an action": {
          heading: "Your booking",
          action: (
            <button type="button" className="link-button">
              Change
            </button>
          ),
        },
        "Without a heading": { children: <p>No bookings found</p> },
        "Long text": {
          heading: LONG_TEXT,
          action: (
            <Button type="button" isSmall>
              Change
            </Button>
          ),
          children: <p>{LONG_WORD.repeat(3)}</p>,
        },
      }),
    },
    {
      name: "Email link",
      of: [EmailLink],
      states: statesOf(EmailLink)({
        Normal: { email: "ann@example.org" },
        "Long text": { email: `${LONG_WORD}@example.org` },
      }),
    },
    {
      name: "Phone link",
      of: [PhoneLink],
      states: statesOf(PhoneLink)({
        Normal: { number: "07700 900123", countryCode: "+44" },
        "The practice's own": { number: "020 7946 0000 (9-5)" },
        "Long text": { number: `020 7946 0000 ${LONG_TEXT}` },
      }),
    },
    {
      name: "Facts",
      of: [Facts],
      states: statesOf(Facts)({
        Normal: {
          rows: [["Name", "Ann Archer"], ["Email", "ann@example.org"], false, ["Organisation", "None"]],
        },
        "Long text": { rows: [[LONG_TEXT, LONG_WORD.repeat(3)]] },
      }),
    },
    {
      name: "Sums",
      of: [Sums],
      states: statesOf(Sums)({
        Normal: {
          rows: [
            { name: "Property and finance", value: "£595" },
            { name: "Gift", value: "£595" },
            { name: "Discount", value: "−£70", kind: "saving" },
            { name: "Total", value: "£1,120", kind: "total" },
          ],
        },
        "Price on request": {
          rows: [
            { name: LONG_TEXT, value: "Price on request" },
            { name: "Total", value: "Price on request", kind: "total" },
          ],
        },
      }),
    },
    {
      name: "StepProgress",
      of: [StepProgress],
      place: "alone",
      states: statesOf(StepProgress, { steps: STEPS })({
        "The first step": { steps: STEPS.map((step) => ({ ...step, isDone: false })), current: 1 },
        "The third step": { current: 3 },
      }),
    },
    {
      name: "Table",
      of: [Table, DataTable],
      states: statesOf(Table, { columns: ["Reference", "Client"] })({
        Normal: {
          caption: "Two bookings",
          rows: [
            { id: "1", cells: ["CA-7K2M-Q1", "Walter Archer"] },
            { id: "2", cells: ["CA-7K2M-Q2", LONG_WORD] },
          ],
        },
        Empty: { caption: "No bookings", rows: [] },
      }),
    },
    {
      name: "Page",
      of: [Page],
      place: "alone",
      states: statesOf(Page)({ Normal: { title: "A page", children: <p>Its content</p> } }),
    },
    {
      name: "Times",
      of: [Times],
      states: statesOf(Times)({
        Normal: { children: "Thursday 11 March 2027, 10:00–11:30" },
        "No hours": { children: "No date yet" },
      }),
    },
    {
      name: "Icon",
      of: [Icon],
      states: statesOf(Icon)({
        tick: { name: "tick" },
        cross: { name: "cross" },
        up: { name: "up" },
        down: { name: "down" },
      }),
    },
    {
      name: "Progress bar",
      of: [],
      states: { "Three of eight": <progress value={3} max={8} aria-label="Step 3 of 8" /> },
    },
  ],
} satisfies Examples;
