import { LONG_TEXT, type Examples } from "#app/ui/example.ts";
import { List, Who } from "#app/ui/list.tsx";
import type { JobListItem } from "./job-queries.server.ts";
import { EMPTY_OUTBOX } from "./job-words.ts";
import { JobActions, JobStateBadge, outboxColumns } from "./outbox-table.tsx";

const job = (id: string, changes: Partial<JobListItem> = {}): JobListItem => ({
  id,
  label: "Booking confirmation",
  state: { label: "Sent", colour: "green" } as JobListItem["state"],
  recipient: "ann@example.org",
  to: "ann@example.org",
  booking: { id: "0199", reference: "CA-7K2M-Q4", person: "Harold Kowalski" },
  attempts: 1,
  problem: null,
  createdAt: "2027-03-08T09:30:00.000Z",
  finishedAt: null,
  nextAttemptAt: null,
  canRetry: false,
  canCancel: false,
  ...changes,
});

const FAILED = job("failed", {
  state: { label: "Failed", colour: "red" } as JobListItem["state"],
  problem: LONG_TEXT,
  canRetry: true,
});
const WAITING = job("waiting", {
  state: { label: "Waiting", colour: "yellow" } as JobListItem["state"],
  attempts: 0,
  nextAttemptAt: "2027-03-08T10:00:00.000Z",
  canRetry: true,
  canCancel: true,
  booking: null,
});

const LIST = { caption: "Entries", columns: outboxColumns("/admin/outbox"), empty: EMPTY_OUTBOX.problems };

export default {
  title: "Outbox",
  isForStaff: true,
  examples: [
    {
      name: "Entries",
      of: [List, Who, JobActions, JobStateBadge],
      place: "alone",
      states: {
        Normal: <List {...LIST} rows={[job("sent"), WAITING, FAILED]} />,
        Empty: <List {...LIST} rows={[]} />,
      },
    },
  ],
} satisfies Examples;
