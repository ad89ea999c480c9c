import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { BookingDocument } from "./document-rows.server.ts";

/** `referrer`: whoever came by the booking's link, and its customer. `contributor`: somebody who was asked for a
 * part. */
export type Viewer = "referrer" | "contributor" | "assessor" | "staff";

export const viewerOf = ({ actor }: Pick<ActedByRequest, "actor">): Viewer =>
  actor.kind === "staff" || actor.kind === "assessor" || actor.kind === "contributor"
    ? actor.kind
    : "referrer";

type Shown = Pick<BookingDocument, "uploaded_by_kind" | "uploaded_by_id" | "visible_to">;

export const isOfReferrer = ({ uploaded_by_kind: kind }: Pick<Shown, "uploaded_by_kind">) =>
  kind === "visitor" || kind === "customer";

/** Whether somebody reads of a document in the list of its booking. Whoever does not may not learn that the
 * booking has it. */
export function isShownTo({ actor }: Pick<ActedByRequest, "actor">, document: Shown): boolean {
  const viewer = viewerOf({ actor });
  if (viewer === "staff") return true;
  if (viewer === "referrer") return isOfReferrer(document);
  if (viewer === "contributor") return document.uploaded_by_id === actor.id;
  return document.visible_to === "assessor-and-staff" || document.uploaded_by_id === actor.id;
}
