import type { Examples } from "#app/ui/example.ts";
import { StatusBadge } from "./status-badge.tsx";
import { BOOKING_STATUSES, statusLabel } from "#app/features/booking/fields/status.ts";

export default {
  title: "Bookings",
  examples: [
    {
      name: "StatusBadge",
      of: [StatusBadge],
      states: Object.fromEntries(
        BOOKING_STATUSES.map((status) => [statusLabel(status), <StatusBadge key={status} status={status} />]),
      ),
    },
  ],
} satisfies Examples;
