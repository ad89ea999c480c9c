import { Button } from "./button.tsx";
import { Card } from "./card.tsx";
import { LONG_TEXT, LONG_WORD, type Examples } from "./example.ts";
import { Icon } from "./icon.tsx";
import { Facts, Sums } from "./lists.tsx";
import { Page } from "./page.tsx";
import { Table } from "./table.tsx";
import { StepProgress, type ProgressStep } from "./step-progress.tsx";

const STEPS: ProgressStep[] = ["Referrer", "Assessments", "Location", "Scheduling", "Confirmation"].map(
  (name, index) => ({ name, description: `About the ${name.toLowerCase()}`, isDone: index < 2 }),
);

export default {
  title: "Content",
  examples: [
    {
      name: "Card",
      of: [Card],
      states: {
        Normal: (
          <Card heading="Your details">
            <p>Ann Archer, daughter</p>
          </Card>
        ),
        "With an action": (
          <Card
            heading="Your booking"
            action={
              <button type="button" className="link-button">
                Change
              </button>
            }
          >
            <p>Ann Archer, daughter</p>
          </Card>
        ),
        "Without a heading": (
          <Card>
            <p>No bookings found</p>
          </Card>
        ),
        "Long text": (
          <Card
            heading={LONG_TEXT}
            action={
              <Button type="button" isSmall>
                Change
              </Button>
            }
          >
            <p>{LONG_WORD.repeat(3)}</p>
          </Card>
        ),
      },
    },
    {
      name: "Facts",
      of: [Facts],
      states: {
        Normal: (
          <Facts
            rows={[
              ["Name", "Ann Archer"],
              ["E-mail", "ann@example.org"],
              false,
              ["Organisation", "Not provided yet"],
            ]}
          />
        ),
        "Long text": <Facts rows={[[LONG_TEXT, LONG_WORD.repeat(3)]]} />,
      },
    },
    {
      name: "Sums",
      of: [Sums],
      states: {
        Normal: (
          <Sums
            rows={[
              { name: "Property and finance", value: "£595" },
              { name: "Gift", value: "£595" },
              { name: "Discount", value: "−£70", kind: "saving" },
              { name: "Total", value: "£1,120", kind: "total" },
            ]}
          />
        ),
        "Price on request": (
          <Sums
            rows={[
              { name: LONG_TEXT, value: "Price on request" },
              { name: "Total", value: "Price on request", kind: "total" },
            ]}
          />
        ),
      },
    },
    {
      name: "StepProgress",
      of: [StepProgress],
      place: "alone",
      states: {
        "The first step": (
          <StepProgress steps={STEPS.map((step) => ({ ...step, isDone: false }))} current={1} />
        ),
        "The third step": <StepProgress steps={STEPS} current={3} />,
      },
    },
    {
      name: "Table",
      of: [Table],
      states: {
        Normal: (
          <Table
            caption="Two bookings"
            columns={["Reference", "Client"]}
            rows={[
              { id: "1", cells: ["CA-7K2M-Q1", "Walter Archer"] },
              { id: "2", cells: ["CA-7K2M-Q2", LONG_WORD] },
            ]}
          />
        ),
        Empty: <Table caption="No bookings" columns={["Reference", "Client"]} rows={[]} />,
      },
    },
    {
      name: "Page",
      of: [Page],
      place: "alone",
      states: {
        Normal: (
          <Page title="A page">
            <p>Its content</p>
          </Page>
        ),
      },
    },
    {
      name: "Icon",
      of: [Icon],
      states: Object.fromEntries(
        (["tick", "cross", "up", "down"] as const).map((name) => [name, <Icon key={name} name={name} />]),
      ),
    },
    {
      name: "Progress bar",
      of: [],
      states: { "Three of eight": <progress value={3} max={8} aria-label="Step 3 of 8" /> },
    },
  ],
} satisfies Examples;
