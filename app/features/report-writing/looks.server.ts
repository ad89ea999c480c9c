import { createHash } from "node:crypto";
import { findingId, type Finding } from "./check-report.ts";
import type { Look, Looks } from "./saved-draft.server.ts";

const hashOf = (findings: readonly Finding[]) =>
  createHash("sha256")
    .update(JSON.stringify(findings.map(({ message, about }) => [message, about])))
    .digest("hex");

/** Findings with the author's answers: an answer ends once the finding, or the text that it is about, changes. */
export function withLooks(findings: readonly Finding[], looks: Looks) {
  const same = Map.groupBy(findings, findingId);
  return findings.map((finding) => {
    const id = findingId(finding);
    const about = hashOf(same.get(id)!);
    const kept = finding.level === "look" ? looks[id] : undefined;
    const look: Look | null = kept?.about === about ? kept : null;
    return { ...finding, id, look, aboutHash: about };
  });
}

/** The answers that still are about what they were given for. */
export const standingLooks = (findings: readonly Finding[], looks: Looks): Looks =>
  Object.fromEntries(withLooks(findings, looks).flatMap(({ id, look }) => (look ? [[id, look]] : [])));
