import { data, redirect } from "react-router";
import { requireAssessor, type RouteContext } from "#app/features/accounts/sign-in/guards.server.ts";
import { partKeys } from "./draft.ts";
import { openDraft } from "./open-draft.server.ts";
import { readReport } from "./read-report.server.ts";
import { writePath } from "./write-path.ts";

type Asked = { request: Request; params: { visitId: string; section?: string }; context: RouteContext };

/** Throws 404 unless the visit is this assessor's. */
export async function requireWriting({ request, params, context }: Asked) {
  const signedIn = await requireAssessor(context, request);
  const toSave = request.method === "POST";
  const opened = await openDraft(signedIn.deps, params.visitId, signedIn.by, { toSave });
  if (!opened) throw data(null, { status: 404 });
  return { ...signedIn, opened };
}

/** Like `requireWriting`, for pages of a draft. One that is not started leads to the page that starts it, as does one
 * of a restricted person. */
export async function requireDraft(asked: Asked) {
  const { opened, ...signedIn } = await requireWriting(asked);
  if (opened.kind !== "open") throw redirect(writePath(asked.params.visitId), 303);
  return { ...signedIn, opened };
}

/** Like `requireDraft`, for pages that only show: the author also reads what was sent. */
export async function requireDraftToRead(asked: Asked) {
  const { opened, ...signedIn } = await requireWriting(asked);
  if (opened.kind !== "open" && opened.kind !== "sent") throw redirect(writePath(asked.params.visitId), 303);
  return { ...signedIn, opened };
}

/** The author's report as it is now, or as it was sent. */
export async function requireReportToRead(asked: Asked) {
  const { opened, ...signedIn } = await requireDraftToRead(asked);
  return { ...signedIn, opened, report: await readReport(signedIn.deps, opened) };
}

/** Like `requireDraftToRead`, with the part of the address: 404 for an unknown one. A save of a part that was sent is
 * refused with its text. */
export async function requirePart(asked: Asked) {
  const found = await requireDraftToRead(asked);
  const key = partKeys(found.opened.draft).find((one) => one === asked.params.section);
  if (!key) throw data(null, { status: 404 });
  return { ...found, key };
}
