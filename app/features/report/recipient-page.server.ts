import { data, redirect } from "react-router";
import type { RequestScope } from "#app/context.ts";
import { findDocument } from "#app/features/documents/document-rows.server.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import { grantDelivery, requireDelivery } from "./delivery-guards.server.ts";
import { renewLink } from "./deliver-report.server.ts";
import { checkReportCode, recordReceipt, sendReportCode } from "./open-delivery.server.ts";
import { reportsOfBooking } from "./report-rows.server.ts";
import { CodeSchema, ReceivedSchema } from "./report-schemas.ts";

/** `j…@example.org` */
function maskedEmail(email: string): string {
  const [name = "", domain = ""] = email.split("@");
  return `${name.slice(0, 1)}…@${domain}`;
}

const STATUS = { ended: 410, withdrawn: 410, replaced: 410, expired: 410, infected: 410, held: 409 } as const;

/** A recipient's page, as far as the recipient has proved who they are. Throws 404 as `requireDelivery`. */
export async function readRecipientPage(scope: RequestScope, request: Request, deliveryId: string) {
  const { deps } = scope;
  const { opened, isProved, problem } = await requireDelivery(scope, request, deliveryId);
  const { delivery, report, booking } = opened;
  const address = maskedEmail(delivery.email);
  if (problem) return data({ stage: "problem" as const, problem, address }, { status: STATUS[problem] });
  if (!isProved) {
    const isCodeSent =
      (delivery.code_expires_at ?? "") > deps.clock.now().toISOString() && delivery.code_hash !== null;
    return data({ stage: "code" as const, isCodeSent, address });
  }
  const file = await findDocument(deps, report.document_id);
  if (!file) throw data(null, { status: 404 });
  const newer = (await reportsOfBooking(deps, booking.id))
    .filter(({ state, version }) => state === "released" && version > report.version)
    .map(({ kind, reviewed_at }) => ({ kind, releasedAt: reviewed_at ?? "" }));
  return data({
    stage: "open" as const,
    address,
    id: delivery.id,
    reference: booking.reference,
    kind: report.kind,
    releasedAt: report.reviewed_at ?? "",
    bytes: file.bytes,
    sha256: file.sha256,
    newer,
    receivedAt: delivery.received_at,
    receivedBy: delivery.receivedBy,
  });
}

const TOO_OFTEN = "We have sent several codes already. Please wait an hour, or call us.";
const WRONG = "This code is wrong or has ended. Check the newest email, or have another code sent.";

/** Answers the form that `intent` names. Throws redirects, and 404 as `requireDelivery`. */
export async function answerRecipientPage(scope: RequestScope, request: Request, deliveryId: string) {
  const { deps } = scope;
  const { opened, by, isProved, problem } = await requireDelivery(scope, request, deliveryId);
  const form = await request.formData();
  const { pathname, search } = new URL(request.url);
  const here = pathname.replace(/\.data$/, "");
  const withLink = (done: string) => {
    const query = new URLSearchParams(search);
    query.delete("_routes");
    query.set("done", done);
    return `${here}?${query}`;
  };
  const refuse = (formId: string, status: number, summary: string, errors = {}) =>
    data(refuseForm(form, summary, errors, { formId }), { status });
  switch (form.get("intent")) {
    case "renew":
      if (problem !== "expired") throw redirect(here + search);
      await renewLink(deps, opened, by);
      throw redirect(withLink("renewed"));
    case "send-code":
      if (problem) throw redirect(here + search);
      if (!(await sendReportCode(deps, opened))) return refuse("code-form", 429, TOO_OFTEN);
      throw redirect(withLink("sent"));
    case "code": {
      if (problem) throw redirect(here + search);
      const read = parseForm(form, CodeSchema, "Enter the code from the email.", { formId: "code-form" });
      if (!read.ok) return data(read.reply, { status: 400 });
      if (!(await checkReportCode(deps, opened, read.value.code)))
        return refuse("code-form", 400, WRONG, { code: [WRONG] });
      throw redirect(here, { headers: { "Set-Cookie": grantDelivery(deps, request, opened) } });
    }
    case "received": {
      if (problem || !isProved) throw redirect(here + search);
      const read = parseForm(form, ReceivedSchema, "Type your name to confirm the receipt.", {
        formId: "received-form",
      });
      if (!read.ok) return data(read.reply, { status: 400 });
      await recordReceipt(deps, opened, { receivedBy: read.value.receivedBy, by });
      throw redirect(`${here}?done=received`);
    }
    default:
      throw data(null, { status: 400 });
  }
}
