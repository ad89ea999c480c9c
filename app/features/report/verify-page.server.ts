import { createHash } from "node:crypto";
import { data } from "react-router";
import type { RequestScope } from "#app/context.ts";
import { problemInWords } from "#app/features/documents/file-problems.ts";
import { MAX_UPLOAD_BYTES } from "#app/features/documents/limits.ts";
import { cleanFileName, maxFileBytes } from "#app/features/documents/store-document.server.ts";
import { refuseForm, type Messages } from "#app/forms/read-form.server.ts";
import { cleanLine } from "#app/platform/clean-line.ts";
import { isMultipart, readMultipart } from "#app/platform/http/multipart.server.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import { readCheckCode, readReference } from "./check-code.ts";
import { verifyReport, type Shown } from "./verify-report.server.ts";

const TOO_OFTEN = "You have tried several times. Please wait a minute, then try again, or call us.";
const CHECK = "Nothing was checked. Please look at what is marked below.";
const NEEDS_REFERENCE = "Enter the reference, such as MCA-7K4Q-2XPD.";
const NEEDS_CODE = "Enter the check code at the foot of the report, or choose the file.";
const NO_CODE = "A check code has 12 letters and figures, such as K7QD-M3XP-9TRA, and no 0, O, 1 or I.";

type Sent = {
  form: FormData;
  name: string;
  sha256: string | null;
  isTooLarge: boolean;
  isWhole: boolean;
};

/** The posted form, and the SHA-256 of its file, which is hashed while it arrives and kept nowhere. */
async function readSent(request: Request, maxBytes: number, mayRead: boolean): Promise<Sent> {
  const sent: Sent = { form: new FormData(), name: "file", sha256: null, isTooLarge: false, isWhole: true };
  if (!isMultipart(request.headers.get("Content-Type"))) return { ...sent, form: await request.formData() };
  const limits = { maxFiles: 1, maxBytes: MAX_UPLOAD_BYTES };
  const posted = await readMultipart(request, limits, async ({ fileName, content }) => {
    if (!mayRead) return "stop";
    sent.name = cleanFileName(fileName);
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const chunk of content) {
      bytes += chunk.length;
      sent.isTooLarge = bytes > maxBytes;
      if (sent.isTooLarge) return "stop";
      hash.update(chunk);
    }
    // A control without a chosen file sends an empty one without a name.
    if (fileName !== "" || bytes > 0) sent.sha256 = hash.digest("hex");
  });
  return { ...sent, form: posted.form, isWhole: posted.isWhole || sent.isTooLarge || !mayRead };
}

function messagesOf(
  { name, sha256, isTooLarge, isWhole }: Sent,
  typed: string,
  shown: Shown,
  maxBytes: number,
) {
  const messages: Messages = {};
  const needsCode = sha256 === null && !isTooLarge && isWhole;
  if (shown.reference === "" && (typed !== "" || needsCode)) messages.reference = [NEEDS_REFERENCE];
  if (typed === "" && needsCode) messages.checkCode = [NEEDS_CODE];
  if (typed !== "" && shown.code === null) messages.checkCode = [NO_CODE];
  if (isTooLarge) messages.file = [`${name}: ${problemInWords("too-large", maxBytes)}`];
  else if (!isWhole) messages.file = [`${name}: ${problemInWords("cut", maxBytes)}`];
  return messages;
}

/** Answers the question whether a report is true. Nothing of it is kept, and no audit row names who asked. */
export async function answerVerifyPage({ deps, clientAddress }: RequestScope, request: Request) {
  const { isAllowed } = await hitRateLimit(deps, RATE_LIMITS.verify, clientAddress);
  const maxBytes = maxFileBytes(deps);
  const sent = await readSent(request, maxBytes, isAllowed);
  const { form, sha256 } = sent;
  if (!isAllowed) return data({ ...refuseForm(form, TOO_OFTEN), verdict: null }, { status: 429 });
  const [reference, typed] = ["reference", "checkCode"].map((name) =>
    cleanLine(String(form.get(name) ?? "")),
  );
  const shown = { reference: readReference(reference!), code: readCheckCode(typed!), sha256 };
  const messages = messagesOf(sent, typed!, shown, maxBytes);
  const isRefused = Object.keys(messages).length > 0;
  if (isRefused) return data({ ...refuseForm(form, CHECK, messages), verdict: null }, { status: 400 });
  return data({ ...refuseForm(form, ""), verdict: await verifyReport(deps, shown) });
}
