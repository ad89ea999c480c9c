import { Badge } from "#app/ui/badge.tsx";
import { statusColour, statusLabel } from "#app/features/booking/fields/status.ts";

export function StatusBadge({ status }: { status: string }) {
  return <Badge colour={statusColour(status)}>{statusLabel(status)}</Badge>;
}
