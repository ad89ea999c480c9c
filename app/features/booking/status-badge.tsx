import { Badge } from "#app/ui/badge.tsx";
import { statusColour, statusLabel } from "./status.ts";

/** A booking's status in its words and colour (SPEC section 4). */
export function StatusBadge({ status }: { status: string }) {
  return <Badge colour={statusColour(status)}>{statusLabel(status)}</Badge>;
}
