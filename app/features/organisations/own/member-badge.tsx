import type { Member } from "#app/features/organisations/record/members.server.ts";
import { Badge } from "#app/ui/badge.tsx";

/** How far a membership is. */
export function MemberBadge({ state, isLate }: Pick<Member, "state" | "isLate">) {
  if (state === "active") return <Badge colour="green">Active</Badge>;
  if (state === "suspended") return <Badge>Suspended</Badge>;
  return isLate ? <Badge colour="red">Invitation expired</Badge> : <Badge colour="yellow">Invited</Badge>;
}
