import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer as bufferOf } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import type { VirusScanner } from "#app/integrations/virus-scanner/virus-scanner.ts";
import { createClamdScanner } from "#app/integrations/virus-scanner/clamd-scanner.server.ts";
import { composeMail } from "#app/features/mail/compose-mail.server.ts";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { createTestDeps, testContext, type TestDeps } from "#tests/setup/deps.ts";
import { createDocument } from "#tests/setup/documents.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { eicar, FILES, inChunks, pdf, REFUSED_FILES } from "#tests/setup/files.ts";
import { startClamd } from "#tests/standins/clamd.ts";
import { startS3 } from "#tests/standins/s3.ts";
import { createFolderStore } from "#app/integrations/document-store/folder-store.server.ts";
import { createS3Store } from "#app/integrations/document-store/s3-store.server.ts";
import { BY_STAFF, byAssessor, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { action, loader } from "#app/routes/referral/documents.tsx";
import { action as staffAction, loader as staffLoader } from "#app/routes/admin/booking-documents.tsx";
import { action as visitAction, loader as visitLoader } from "#app/routes/assessor/visit-documents.tsx";
import { loader as download } from "#app/routes/system/document.ts";
import { listInfectedFiles } from "#app/features/report/infected-files.server.ts";
import { FORM_KEY } from "#app/platform/http/form-key.ts";
import { makeFormKey } from "#app/platform/http/form-key.server.ts";
import { dataFolders } from "#app/platform/data-folder.server.ts";
import { takeBackup } from "#app/platform/backup/take-backup.server.ts";
import { verifyBackup } from "#app/platform/backup/restore-backup.server.ts";
import { backUpDocuments, verifyCopies } from "./document-files.server.ts";
import { cleanFileName } from "./store-document.server.ts";
import { documentsOfBooking } from "./document-rows.server.ts";
import { scanRecent, scanWaiting } from "./scan-document.server.ts";

const POSTED = { kind: "will", visibleTo: "assessor-and-staff", intent: "upload" };

type Uploaded = { files: [name: string, bytes: Buffer][]; fields?: Record<string, string> };

function formOf({ files, fields = POSTED }: Uploaded): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, bytes] of files) form.append("documents", new File([new Uint8Array(bytes)], name));
  return form;
}

const argsOf = (deps: TestDeps, request: Request, params: object) =>
  ({ request, params, context: testContext(deps), url: new URL(request.url) }) as never;

type Answer = { status: number; location: string | null; errors: string[]; summary: string };

/** Calls an action as the framework does, with what it returns or throws. */
async function run(call: () => Promise<unknown>): Promise<Answer> {
  const result = await call().catch((thrown: unknown) => thrown);
  if (result instanceof Response) {
    return { status: result.status, location: result.headers.get("Location"), errors: [], summary: "" };
  }
  const { data, init } = result as {
    data: { error?: Record<string, string[]>; summary?: string } | null;
    init: ResponseInit | null;
  };
  const errors = Object.values(data?.error ?? {}).flat();
  return { status: init?.status ?? 200, location: null, errors, summary: data?.summary ?? "" };
}

/** Uploads as the referrer, by the booking's link. */
async function upload(deps: TestDeps, booking: { id: string; token: string }, posted: Uploaded) {
  const url = `http://localhost/referral-form/${booking.id}/documents?token=${booking.token}`;
  const request = new Request(url, { method: "POST", body: formOf(posted) });
  return run(() => action(argsOf(deps, request, { bookingId: booking.id })));
}

const papers = (deps: TestDeps, booking: { id: string }) => documentsOfBooking(deps, booking.id);

function filesOnDisk(deps: TestDeps): string[] {
  const root = join(deps.env.DATA_DIR, "documents");
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

async function fetchAs(deps: TestDeps, cookie: string, documentId: string, query = ""): Promise<Response> {
  const request = new Request(`http://localhost/documents/${documentId}${query}`, {
    headers: { Cookie: cookie },
  });
  const result = await download(argsOf(deps, request, { documentId })).catch((thrown: unknown) => thrown);
  if (result instanceof Response) return result;
  if (result instanceof Error) throw result;
  return new Response(null, { status: (result as { init: ResponseInit }).init.status ?? 500 });
}

async function cookieOf(deps: TestDeps, role_id = "coordinator") {
  return (await signInAs(deps, await createUser(deps, { role_id }))).cookie;
}

describe("uploading", () => {
  test("files of each kind are kept, sealed, and come back as they were", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    const files = Object.entries(FILES).map(([name, bytes]): [string, Buffer] => [name, bytes]);
    const answer = await upload(deps, booking, { files });
    expect(answer).toMatchObject({ status: 302, errors: [] });
    expect(answer.location).toBe(`/referral-form/${booking.id}/documents?done=uploaded`);
    const kept = await papers(deps, booking);
    expect(kept.map(({ name, kind, bytes, scan }) => [name, kind, bytes, scan])).toEqual(
      files.map(([name, bytes]) => [expect.stringContaining(`${name}.`), "will", bytes.length, "unchecked"]),
    );
    const cookie = await cookieOf(deps);
    for (const [index, { id }] of kept.entries()) {
      const response = await fetchAs(deps, cookie, id);
      expect(Buffer.from(await response.arrayBuffer()).equals(files[index]![1])).toBe(true);
    }
    const docx = readFileSync(filesOnDisk(deps)[0]!);
    expect(docx.includes("word/document.xml") || docx.includes("PDF")).toBe(false);
  });

  test("each refused file is named with its sentence, and the others are kept", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    const files: [string, Buffer][] = Object.entries(REFUSED_FILES).map(([name, [bytes]]) => [name, bytes]);
    const errors: string[] = [];
    while (files.length > 0) {
      const some = files.splice(0, 12);
      const answer = await upload(deps, booking, { files: [["good.pdf", FILES.pdf], ...some] });
      expect([answer.status, answer.errors.length]).toEqual([400, some.length]);
      errors.push(...answer.errors);
    }
    expect(errors).toContain("empty: The selected file is empty");
    expect(errors).toContain("locked pdf: The selected file is password protected");
    expect((await papers(deps, booking)).map(({ name }) => name)).toEqual(["good.pdf"]);
    expect(filesOnDisk(deps)).toHaveLength(1);
  });

  test("a file past the limit is refused, and the next one is still read", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    const big = Buffer.concat([FILES.pdf, Buffer.alloc(10 * 1024 * 1024)]);
    const files: [string, Buffer][] = [
      ["big.pdf", big],
      ["small.pdf", FILES.pdf],
    ];
    const answer = await upload(deps, booking, { files });
    expect(answer.errors).toEqual(["big.pdf: The selected file must be smaller than 10MB"]);
    expect((await papers(deps, booking)).map(({ name }) => name)).toEqual(["small.pdf"]);
  });

  test("a line that drops in the third of three files keeps the first two", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    const files: [string, Buffer][] = [
      ["first.pdf", FILES.pdf],
      ["second.docx", FILES.docx],
      ["third.pdf", Buffer.concat([FILES.pdf, Buffer.alloc(5000)])],
    ];
    const whole = new Request("http://localhost/", { method: "POST", body: formOf({ files }) });
    const body = (await whole.arrayBuffer()).slice(0, -3000);
    const url = `http://localhost/referral-form/${booking.id}/documents?token=${booking.token}`;
    const headers = { "Content-Type": whole.headers.get("Content-Type")! };
    const request = new Request(url, { method: "POST", body, headers });
    const answer = await run(() => action(argsOf(deps, request, { bookingId: booking.id })));
    expect(answer.errors.join()).toMatch(/third\.pdf|document/);
    expect((await papers(deps, booking)).map(({ name }) => name)).toEqual(["first.pdf", "second.docx"]);
    expect(filesOnDisk(deps)).toHaveLength(2);
  });

  test("nothing chosen asks for a document, and too many are told about", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    expect((await upload(deps, booking, { files: [["", Buffer.alloc(0)]] })).errors).toEqual([
      "Select a document",
    ]);
    const many = Array.from({ length: 21 }, (_, n): [string, Buffer] => [`${n}.pdf`, pdf(`${n}`)]);
    const answer = await upload(deps, booking, { files: many });
    expect(answer.errors).toEqual(["You can only select up to 20 files at the same time"]);
    expect(await papers(deps, booking)).toHaveLength(20);
    const more = await upload(deps, booking, { files: [["more.pdf", pdf("more")]] });
    expect(more.errors[0]).toContain("A booking can have up to 20 documents");
  });

  test("the same form sent again, and the same file under another name, are kept once", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    const done: (string | null)[] = [];
    for (const name of ["a.pdf", "a.pdf", "b.pdf"]) {
      done.push((await upload(deps, booking, { files: [[name, FILES.pdf]] })).location);
    }
    const page = `/referral-form/${booking.id}/documents`;
    expect(done).toEqual([`${page}?done=uploaded`, `${page}?done=already`, `${page}?done=already`]);
    const posted = {
      files: [["c.pdf", pdf("c")]] as [string, Buffer][],
      fields: { ...POSTED, [FORM_KEY]: makeFormKey(deps) },
    };
    for (let press = 0; press < 2; press += 1)
      expect((await upload(deps, booking, posted)).location, "pressed twice").toContain("done=uploaded");
    posted.fields[FORM_KEY] = makeFormKey(deps);
    expect((await upload(deps, booking, posted)).location, "on another page").toContain("done=already");
    expect((await papers(deps, booking)).map(({ name }) => name)).toEqual(["a.pdf", "c.pdf"]);
    expect(filesOnDisk(deps)).toHaveLength(2);
  });

  test("a name ends as the file's kind does, whatever it was called", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    const files: [string, Buffer][] = [
      ["GP letter.bat", pdf("1")],
      ["photo.jpg", FILES.heic],
      [`${"long ".repeat(40)}letter.hta`, pdf("2")],
    ];
    await upload(deps, booking, { files });
    const kept = await papers(deps, booking);
    expect(kept.map(({ name }) => name.slice(-14))).toEqual([
      "letter.bat.pdf",
      "photo.heic",
      expect.stringMatching(/\.hta\.pdf$/),
    ]);
    const cookie = await cookieOf(deps);
    for (const { id, name } of kept) {
      const said = (await fetchAs(deps, cookie, id)).headers.get("Content-Disposition")!;
      const extension = name.slice(name.lastIndexOf("."));
      expect(said).toMatch(
        new RegExp(`filename="[^"]*\\${extension}"; filename\\*=UTF-8''.*\\${extension}$`),
      );
    }
  });

  test("an email is refused with what to do, whatever is in it", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    const files: [string, Buffer][] = [
      ["letter.eml", Buffer.from("From: surgery@example.org\r\n\r\nDear Sir")],
      ["letter.MSG", REFUSED_FILES["mail with a doc"][0]],
    ];
    const { errors } = await upload(deps, booking, { files });
    for (const error of errors)
      expect(error).toContain("The selected file is an email. Please open it, choose Print");
    expect(errors).toHaveLength(2);
  });

  test("a booking that takes no more says so before the file has come", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    for (let n = 0; n < 20; n += 1) await createDocument(deps, { bookingId: booking.id, bytes: pdf(`${n}`) });
    const whole = new Request("http://localhost/", {
      method: "POST",
      body: formOf({ files: [["big.pdf", Buffer.concat([FILES.pdf, Buffer.alloc(9 * 1024 * 1024)])]] }),
    });
    let sent = 0;
    const bytes = new Uint8Array(await whole.arrayBuffer());
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(bytes.slice(sent, (sent += 64 * 1024)));
      },
    });
    const url = `http://localhost/referral-form/${booking.id}/documents?token=${booking.token}`;
    const headers = { "Content-Type": whole.headers.get("Content-Type")! };
    const request = new Request(url, { method: "POST", body, headers, duplex: "half" } as RequestInit);
    const answer = await run(() => action(argsOf(deps, request, { bookingId: booking.id })));
    expect([answer.status, answer.errors]).toEqual([
      400,
      ["A booking can have up to 20 documents and 100MB in all. Please call us if there is more"],
    ]);
    expect(sent).toBeLessThan(1024 * 1024);
  });

  test("a file that the disk does not take is named, and the one after it is kept", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    const { documents } = deps;
    let writes = 0;
    const write: typeof documents.write = (id, content) =>
      ++writes === 1
        ? Promise.reject(Object.assign(new Error("no space left on device"), { code: "ENOSPC" }))
        : documents.write(id, content);
    const files: [string, Buffer][] = [
      ["first.pdf", pdf("1")],
      ["second.pdf", pdf("2")],
    ];
    const answer = await upload({ ...deps, documents: { ...documents, write } }, booking, { files });
    const { status, errors } = answer;
    expect([status, errors]).toEqual([
      503,
      ["first.pdf: The selected file could not be uploaded – try again"],
    ]);
    expect((await papers(deps, booking)).map(({ name }) => name)).toEqual(["second.pdf"]);
  });

  test("a folder that cannot be written is said of the upload", async () => {
    const base = createTestDeps();
    const { documents } = dataFolders(base.env);
    writeFileSync(documents, "");
    const deps = { ...base, documents: createFolderStore(documents, { minFreeBytes: 0 }) };
    const booking = await createBooking(deps);
    const answer = await upload(deps, booking, { files: [["a.pdf", FILES.pdf]] });
    expect([answer.status, answer.errors]).toEqual([
      503,
      ["a.pdf: The selected file could not be uploaded – try again"],
    ]);
  });

  test("a cancelled booking takes no more documents", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps, { status: "cancelled" });
    const answer = await upload(deps, booking, { files: [["a.pdf", FILES.pdf]] });
    expect([answer.status, answer.summary]).toEqual([
      409,
      "This booking is cancelled. It takes no more documents.",
    ]);
  });

  test("the task list says whether the referrer has sent papers", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    const state = async () => {
      const request = new Request(`http://localhost/x?token=${booking.token}`);
      const { data } = (await loader(argsOf(deps, request, { bookingId: booking.id }))) as {
        data: { optional: { slug: string; progress: string }[] };
      };
      return data.optional.find(({ slug }) => slug === "documents")!.progress;
    };
    await createDocument(deps, { bookingId: booking.id, bytes: pdf("of the office") });
    expect(await state()).toBe("not-started");
    await upload(deps, booking, { files: [], fields: { kind: "will", intent: "post" } });
    expect(await state()).toBe("in-progress");
    await upload(deps, booking, { files: [["a.pdf", pdf("a")]] });
    expect(await state()).toBe("complete");
  });

  test("a paper by post is noted once and closed when it arrives", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    const post = { ...POSTED, intent: "post" };
    await upload(deps, booking, { files: [["ignored.pdf", FILES.pdf]], fields: post });
    await upload(deps, booking, { files: [], fields: post });
    const cookie = await cookieOf(deps);
    const url = `http://localhost/admin/bookings/${booking.id}/documents`;
    const args = (init: RequestInit = {}) =>
      argsOf(deps, new Request(url, { ...init, headers: { Cookie: cookie } }), { bookingId: booking.id });
    const page = (await staffLoader(args())).page;
    expect([page.byPost, page.documents]).toEqual([["will"], []]);
    const body = new URLSearchParams({ intent: "post-closed", kind: "will" });
    await run(() => staffAction(args({ method: "POST", body })));
    expect((await staffLoader(args())).page.byPost).toEqual([]);
  });
});

describe("who sees what", () => {
  async function stage() {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    await upload(deps, booking, { files: [["theirs.pdf", pdf("theirs")]] });
    await upload(deps, booking, {
      files: [["private.pdf", pdf("private")]],
      fields: { ...POSTED, visibleTo: "staff-only" },
    });
    await createDocument(deps, { bookingId: booking.id, name: "office.pdf", bytes: pdf("office") });
    const assessor = await createAssessor(deps);
    const plan = { version: 1, plan: PLAN, isReferrerTold: false, overruled: null };
    const visit = await agreeVisit(deps, {
      ...BY_STAFF,
      bookingId: booking.id,
      assessorId: assessor.id,
      ...plan,
    });
    if (!visit.ok) throw new Error("no visit");
    return { deps, booking, assessor, visitId: visit.visitId };
  }

  test("a referrer sees what came from there, and opens nothing", async () => {
    const { deps, booking } = await stage();
    const request = new Request(`http://localhost/x?token=${booking.token}`);
    const { data } = (await loader(argsOf(deps, request, { bookingId: booking.id }))) as {
      data: { page: { documents: { name: string; mayOpen: boolean }[] } };
    };
    expect(data.page.documents.map(({ name, mayOpen }) => [name, mayOpen])).toEqual([
      ["theirs.pdf", false],
      ["private.pdf", false],
    ]);
    for (const { id } of await papers(deps, booking)) expect((await fetchAs(deps, "", id)).status).toBe(404);
  });

  test("the assessor concerned opens all but what is for staff alone, until 30 days after the visit", async () => {
    const { deps, booking, assessor, visitId } = await stage();
    const { cookie } = await signInAs(deps, assessor);
    const open = async () =>
      Promise.all(
        (await papers(deps, booking)).map(async ({ id }) => (await fetchAs(deps, cookie, id)).status),
      );
    expect(await open()).toEqual([200, 404, 200]);
    const request = new Request("http://localhost/x", { headers: { Cookie: cookie } });
    const { page } = await visitLoader(argsOf(deps, request, { visitId }));
    expect(page.documents.map(({ name }) => name)).toEqual(["theirs.pdf", "office.pdf"]);
    const other = (await signInAs(deps, await createAssessor(deps))).cookie;
    const [first] = await papers(deps, booking);
    expect((await fetchAs(deps, other, first!.id)).status).toBe(404);
    const later = await signInAs({ ...deps, clock: deps.clock }, assessor);
    deps.clock.advance(32 * 86_400_000);
    expect((await fetchAs(deps, later.cookie, first!.id)).status).toBe(404);
  });

  test("the assessor of a visit to come is told once a day of papers that others sent", async () => {
    const { deps, booking, assessor } = await stage();
    const told = () =>
      deps.db
        .selectFrom("outbox")
        .selectAll()
        .where("topic", "=", "assessor-visit-papers")
        .orderBy("id")
        .execute();
    const send = (name: string, visibleTo = "assessor-and-staff") =>
      upload(deps, booking, { files: [[name, pdf(name)]], fields: { ...POSTED, visibleTo } });
    expect(await told(), "papers from before the visit was agreed").toEqual([]);
    await send("for staff.pdf", "staff-only");
    const by = byAssessor(assessor);
    await createDocument(deps, { bookingId: booking.id, by, bytes: pdf("own") });
    expect(await told()).toEqual([]);
    for (const name of ["canary 1.pdf", "canary 2.pdf"]) await send(name);
    const [mail, ...others] = await told();
    expect([others, mail!.recipient]).toEqual([[], assessor.email]);
    deps.clock.advance(16 * 60_000);
    const composed = await composeMail(deps, mail!);
    expect(JSON.stringify(composed)).toContain(`/documents`);
    expect(JSON.stringify(composed)).not.toMatch(/canary|Will or draft/);
    deps.clock.set("2027-03-11T12:00:00.000Z");
    expect(await composeMail(deps, mail!), "the visit is over").toEqual({ skip: "visit-changed" });
    await send("late.pdf");
    expect(await told()).toHaveLength(1);
  });

  test("a download is an attachment that no browser shows, and is in the history", async () => {
    const { deps, booking } = await stage();
    const [paper] = await papers(deps, booking);
    const { headers } = await fetchAs(deps, await cookieOf(deps), paper!.id);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": "attachment; filename=\"theirs.pdf\"; filename*=UTF-8''theirs.pdf",
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    });
    const rows = await deps.db.selectFrom("audit_log").select(["action", "note"]).execute();
    expect(rows).toContainEqual({ action: "document.opened", note: "Will or draft will" });
  });

  test("the PDF of a report can be shown in a frame of this site, and a paper cannot", async () => {
    const { deps, booking } = await stage();
    const report = { bookingId: booking.id, purpose: "report", bytes: pdf("x") } as const;
    const { documentId } = await createDocument(deps, report);
    const shown = await fetchAs(deps, await cookieOf(deps), documentId, "?show");
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": "inline",
      "content-security-policy": expect.stringMatching(/default-src 'none'.*frame-ancestors 'self'/),
      "x-frame-options": "SAMEORIGIN",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    });
    expect(shown.headers.get("content-security-policy")).not.toContain("sandbox");
    const asDownload = await fetchAs(deps, await cookieOf(deps), documentId);
    const [paper] = await papers(deps, booking);
    const asPaper = await fetchAs(deps, await cookieOf(deps), paper!.id, "?show");
    for (const { headers } of [asDownload, asPaper]) {
      expect(headers.get("content-disposition")).toMatch(/^attachment/);
      expect(headers.get("content-security-policy")).toContain("sandbox");
      expect(headers.get("x-frame-options")).toBeNull();
    }
  });

  test("while the privacy desk restricts the booking, nothing is opened, added or deleted by staff", async () => {
    const { deps, booking } = await stage();
    await deps.db
      .insertInto("privacy_marks")
      .values({
        id: deps.ids.uuid(),
        kind: "restriction",
        email_key: null,
        booking_id: booking.id,
        reason: "x",
        placed_at: deps.clock.now().toISOString(),
        placed_by: "x",
        lifted_at: null,
        lifted_by: null,
      })
      .execute();
    const [paper] = await papers(deps, booking);
    const cookie = await cookieOf(deps);
    expect((await fetchAs(deps, cookie, paper!.id)).status).toBe(409);
    const body = new URLSearchParams({ intent: "delete", documentId: paper!.id });
    const request = new Request("http://localhost/x", { method: "POST", body, headers: { Cookie: cookie } });
    const answer = await run(() => staffAction(argsOf(deps, request, { bookingId: booking.id })));
    expect([answer.status, (await papers(deps, booking)).length]).toEqual([409, 3]);
  });

  const change = (deps: TestDeps, booking: { id: string; token: string }, fields: Record<string, string>) =>
    upload(deps, booking, { files: [], fields: { intent: "change", ...fields } });

  test("a file that is sent again as “Staff only” is not, says so, and can be changed", async () => {
    const { deps, booking, assessor } = await stage();
    const { cookie } = await signInAs(deps, assessor);
    const [paper] = await papers(deps, booking);
    const open = async () => (await fetchAs(deps, cookie, paper!.id)).status;
    const fields = { ...POSTED, visibleTo: "staff-only" };
    const answer = await upload(deps, booking, { files: [["copy.pdf", pdf("theirs")]], fields });
    expect([answer.status, answer.errors, await open()]).toEqual([
      400,
      [
        "copy.pdf: You have sent this file already, as “theirs.pdf” (Will or draft will; The assessor and staff). " +
          "To change that, press Change beside it in the list.",
      ],
      200,
    ]);
    const changed = { documentId: paper!.id, kind: "care-plan", visibleTo: "staff-only" };
    expect((await change(deps, booking, changed)).location).toContain("done=changed");
    expect((await papers(deps, booking))[0]).toMatchObject({ kind: "care-plan", visible_to: "staff-only" });
    expect(await open()).toBe(404);
    const history = await deps.db
      .selectFrom("audit_log")
      .select(["actor_kind", "note"])
      .where("action", "=", "document.changed")
      .execute();
    expect(history).toEqual([{ actor_kind: "visitor", note: "Care plan or care notes, Staff only" }]);
  });

  test("a change is refused for what is not theirs, gone or infected, and with values that there are none of", async () => {
    const { deps, booking, assessor, visitId } = await stage();
    const [theirs, , office] = await papers(deps, booking);
    const asked = { kind: "other", visibleTo: "staff-only" };
    const statusOf = async (fields: Record<string, string>) => (await change(deps, booking, fields)).status;
    expect(await statusOf({ ...asked, documentId: office!.id })).toBe(409);
    expect(await statusOf({ ...asked, documentId: "gone" })).toBe(409);
    expect(await statusOf({ ...asked, documentId: theirs!.id, kind: "toString" })).toBe(400);
    expect(await statusOf({ ...asked, documentId: theirs!.id, visibleTo: "everybody" })).toBe(400);
    const { cookie } = await signInAs(deps, assessor);
    const body = new URLSearchParams({ intent: "change", ...asked, documentId: theirs!.id });
    const init = { method: "POST", body, headers: { Cookie: cookie } };
    const request = new Request("http://localhost/x", init);
    expect((await run(() => visitAction(argsOf(deps, request, { visitId })))).status).toBe(403);
    await deps.db.updateTable("documents").set({ scan: "infected" }).execute();
    expect(await statusOf({ ...asked, documentId: theirs!.id })).toBe(409);
    const kinds = (await papers(deps, booking)).map(({ kind }) => kind);
    expect(kinds).toEqual(["will", "will", "gp-letter"]);
  });

  test("the assessor is told of a paper that is no longer for staff alone", async () => {
    const { deps, booking } = await stage();
    const [, hidden] = await papers(deps, booking);
    const told = () =>
      deps.db.selectFrom("outbox").select("id").where("topic", "=", "assessor-visit-papers").execute();
    await change(deps, booking, { documentId: hidden!.id, kind: "will", visibleTo: "staff-only" });
    expect(await told()).toEqual([]);
    await change(deps, booking, { documentId: hidden!.id, kind: "will", visibleTo: "assessor-and-staff" });
    expect(await told()).toHaveLength(1);
  });

  test("who sends a file that others have, unknown to them, has it in the list, and learns nothing of theirs", async () => {
    const { deps, booking, assessor, visitId } = await stage();
    const office = pdf("office");
    const answer = await upload(deps, booking, { files: [["mine.pdf", office]] });
    expect(answer.location).toContain("done=uploaded");
    const request = new Request(`http://localhost/x?token=${booking.token}`);
    const { data } = (await loader(argsOf(deps, request, { bookingId: booking.id }))) as {
      data: { page: { documents: { name: string }[] } };
    };
    expect(data.page.documents.map(({ name }) => name)).toEqual(["theirs.pdf", "private.pdf", "mine.pdf"]);
    const { cookie } = await signInAs(deps, assessor);
    const send = async (name: string, bytes: Buffer) => {
      const body = formOf({ files: [[name, bytes]], fields: { kind: "will" } });
      const posted = new Request("http://localhost/x", { method: "POST", body, headers: { Cookie: cookie } });
      return run(() => visitAction(argsOf(deps, posted, { visitId })));
    };
    expect((await send("of the assessor.pdf", pdf("private"))).location).toContain("done=uploaded");
    const known = await send("again.pdf", office);
    expect(known.errors).toEqual([
      "again.pdf: This booking has this file already, as “office.pdf” (GP or hospital letter; The assessor and staff).",
    ]);
    expect((await papers(deps, booking)).map(({ name }) => name)).toEqual([
      "theirs.pdf",
      "private.pdf",
      "office.pdf",
      "mine.pdf",
      "of the assessor.pdf",
    ]);
  });

  test("a referrer deletes what came from there, and nothing else", async () => {
    const { deps, booking } = await stage();
    const rows = await papers(deps, booking);
    expect(rows.length).toBeGreaterThan(1);
    for (const { id } of rows) {
      const fields = { intent: "delete", documentId: id };
      expect((await upload(deps, booking, { files: [], fields })).location).toContain("done=deleted");
    }
    expect((await papers(deps, booking)).map(({ name }) => name)).toEqual(["office.pdf"]);
    expect(filesOnDisk(deps)).toHaveLength(1);
  });
});

/** A checker that cannot say anything about files with a word in them. */
const createNotFor = (scanner: VirusScanner, word: string): VirusScanner => ({
  ...scanner,
  async scan(content) {
    const bytes = await bufferOf(content as never);
    if (bytes.includes(word)) return { kind: "not-working", reason: "too large" };
    return scanner.scan(inChunks(bytes));
  },
});

describe("the virus check", () => {
  const infected = Buffer.concat([FILES.pdf, Buffer.from(eicar())]);

  async function withClamd() {
    const { url, state } = await startClamd();
    const deps = createTestDeps();
    deps.scanner = createClamdScanner(url, 2_000);
    return { deps, state, booking: await createBooking(deps) };
  }

  test("an infected file is deleted, its sender told, and the same file refused again", async () => {
    const { deps, booking } = await withClamd();
    for (let n = 0; n < 2; n += 1) {
      const answer = await upload(deps, booking, {
        files: [
          ["bad.pdf", infected],
          ["ok.pdf", FILES.pdf],
        ],
      });
      expect(answer.errors).toEqual(["bad.pdf: The selected file contains a virus"]);
    }
    const rows = await papers(deps, booking);
    expect(rows.map(({ name, scan, scan_signature }) => [name, scan, scan_signature])).toEqual([
      ["bad.pdf", "infected", "Eicar-Signature"],
      ["ok.pdf", "clean", null],
    ]);
    expect(filesOnDisk(deps)).toHaveLength(1);
    expect((await fetchAs(deps, await cookieOf(deps), rows[0]!.id)).status).toBe(404);
    expect(await mailsOf(deps), "the sender has read it").toEqual([]);
  });

  test("while the checker does not work a file waits, and nobody opens it until it was checked", async () => {
    const { deps, booking, state } = await withClamd();
    state.answer = "INSTREAM size limit exceeded. ERROR";
    expect((await upload(deps, booking, { files: [["ok.pdf", FILES.pdf]] })).status).toBe(302);
    const [row] = await papers(deps, booking);
    const cookie = await cookieOf(deps);
    expect([row!.scan, (await fetchAs(deps, cookie, row!.id)).status]).toEqual(["waiting", 404]);
    state.answer = null;
    expect(await scanRecent(deps)).toBe(1);
    expect((await fetchAs(deps, cookie, row!.id)).status).toBe(200);
  });

  test("a checker that drops the line keeps each file of a form, to be checked later", async () => {
    const { deps, booking, state } = await withClamd();
    state.isHangingUp = true;
    const large = (text: string) => Buffer.concat([pdf(text), Buffer.alloc(3_000_000)]);
    const files: [string, Buffer][] = [
      ["one.pdf", large("1")],
      ["two.pdf", large("2")],
    ];
    expect((await upload(deps, booking, { files })).location).toContain("done=uploaded");
    expect((await papers(deps, booking)).map(({ scan }) => scan)).toEqual(["waiting", "waiting"]);
    state.isHangingUp = false;
    expect(await scanWaiting(deps)).toBe(2);
  });

  test("a file that cannot be read, or checked, holds up none of those that wait after it", async () => {
    const { deps, booking, state } = await withClamd();
    state.answer = "INSTREAM size limit exceeded. ERROR";
    for (const name of ["missing", "damaged", "unscannable", "good"])
      await upload(deps, booking, { files: [[`${name}.pdf`, pdf(name)]] });
    const [missing, damaged] = await papers(deps, booking);
    const fileOf = ({ id }: { id: string }) => filesOnDisk(deps).find((file) => file.endsWith(id))!;
    rmSync(fileOf(missing!));
    writeFileSync(fileOf(damaged!), "x".repeat(300));
    state.answer = null;
    const { scanner } = deps;
    const notThis = createNotFor(scanner!, "unscannable");
    expect(await scanWaiting({ ...deps, scanner: notThis })).toBe(1);
    const states = async () => (await papers(deps, booking)).map(({ scan }) => scan);
    expect(await states()).toEqual(["waiting", "waiting", "waiting", "clean"]);
    expect(await scanRecent(deps)).toBe(2);
    expect(await states()).toEqual(["waiting", "waiting", "clean", "clean"]);
  });

  test("a checker that does not answer at all is asked once", async () => {
    const { deps, booking, state } = await withClamd();
    state.isHangingUp = true;
    for (const name of ["one", "two"]) await upload(deps, booking, { files: [[`${name}.pdf`, pdf(name)]] });
    let scans = 0;
    const scanner = { ...deps.scanner!, scan: (content: never) => (scans++, deps.scanner!.scan(content)) };
    expect(await scanWaiting({ ...deps, scanner })).toBe(0);
    expect(scans).toBe(1);
  });

  const mailsOf = (deps: TestDeps) =>
    deps.db.selectFrom("outbox").selectAll().where("topic", "like", "%virus%").orderBy("id").execute();

  const LATE = ["stream: OK", "INSTREAM size limit exceeded. ERROR"];

  test.each(LATE)("after “%s” a virus is found later, and sender and practice get a mail", async (first) => {
    const { deps, booking, state } = await withClamd();
    state.answer = first;
    await upload(deps, booking, { files: [["canary.pdf", infected]] });
    await upload(deps, booking, { files: [["second.pdf", Buffer.concat([infected, Buffer.from("2")])]] });
    expect(await mailsOf(deps)).toEqual([]);
    state.answer = null;
    await scanRecent(deps);
    await scanRecent(deps);
    expect((await papers(deps, booking)).map(({ scan }) => scan)).toEqual(["infected", "infected"]);
    expect(filesOnDisk(deps)).toEqual([]);
    const rows = await mailsOf(deps);
    expect(rows.map(({ topic, recipient }) => [topic, recipient])).toEqual([
      ["virus-notice", deps.settings.current().company.email],
      ["virus-found", "Joanna.Reeve@example.org"],
    ]);
    const composed = JSON.stringify(await Promise.all(rows.map((row) => composeMail(deps, row))));
    expect(composed).toContain(`/referral-form/${booking.id}/documents?token=`);
    expect(composed).toContain(`/admin/bookings/${booking.id}/documents`);
    expect(composed).not.toMatch(/canary|Will or draft|Eicar/);
  });

  test("of staff's file with a virus the practice is told, of an assessor's the assessor, too", async () => {
    const { deps, booking, state } = await withClamd();
    const assessor = await createAssessor(deps);
    const visit = await agreeVisit(deps, {
      ...BY_STAFF,
      bookingId: booking.id,
      assessorId: assessor.id,
      version: 1,
      plan: PLAN,
      isReferrerTold: false,
      overruled: null,
    });
    const bytes = infected;
    const find = async (file: Omit<Parameters<typeof createDocument>[1], "bookingId">) => {
      state.answer = "stream: OK";
      await createDocument(deps, { ...file, bookingId: booking.id });
      state.answer = null;
      await scanRecent(deps);
    };
    await find({ bytes });
    expect((await mailsOf(deps)).map(({ topic }) => topic)).toEqual(["virus-notice"]);
    await find({ bytes, purpose: "report", by: byAssessor(assessor) });
    const [, notice, mail] = await mailsOf(deps);
    expect(mail).toMatchObject({ topic: "assessor-virus-found", recipient: assessor.email });
    expect(JSON.stringify(await composeMail(deps, notice!))).toContain(`/bookings/${booking.id}/report`);
    const { visitId } = visit as { visitId: string };
    expect(JSON.stringify(await composeMail(deps, mail!))).toContain(`/assessor/visits/${visitId}/report`);
  });

  test("staff have a file with a virus on their list until it is deleted", async () => {
    const { deps, booking } = await withClamd();
    await upload(deps, booking, { files: [["bad.pdf", infected]] });
    const [file] = await listInfectedFiles(deps.db, 5);
    expect(file).toMatchObject({ bookingId: booking.id, purpose: "paper", kind: "will" });
    await deps.db.updateTable("bookings").set({ status: "cancelled" }).execute();
    expect(await listInfectedFiles(deps.db, 5), "nothing of it can be changed").toEqual([]);
    await deps.db.updateTable("bookings").set({ status: "pending" }).execute();
    const body = new URLSearchParams({ intent: "delete", documentId: file!.id });
    const headers = { Cookie: await cookieOf(deps) };
    const request = new Request("http://localhost/x", { method: "POST", body, headers });
    await run(() => staffAction(argsOf(deps, request, { bookingId: booking.id })));
    expect(await listInfectedFiles(deps.db, 5)).toEqual([]);
  });
});

test("a bit that flips on the disk breaks the download off", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps);
  const bytes = Buffer.concat([FILES.pdf, Buffer.alloc(200_000, "x")]);
  await createDocument(deps, { bookingId: booking.id, bytes });
  const [file] = filesOnDisk(deps);
  const sealed = readFileSync(file!);
  const { id } = (await papers(deps, booking))[0]!;
  const cookie = await cookieOf(deps);
  const flip = (at: number) => {
    const altered = Buffer.from(sealed);
    altered[at]! ^= 4;
    writeFileSync(file!, altered);
  };
  flip(150_000);
  await expect((await fetchAs(deps, cookie, id)).arrayBuffer()).rejects.toThrow();
  flip(10);
  await expect(fetchAs(deps, cookie, id)).rejects.toThrow();
  writeFileSync(file!, sealed.subarray(0, 65_552));
  await expect(fetchAs(deps, cookie, id)).rejects.toThrow();
});

test("a backup is verified with its copies of documents", async () => {
  const deps = createTestDeps();
  const { id: bookingId } = await createBooking(deps);
  const folder = deps.env.BACKUP_DIR;
  const verified = async () => {
    const { file } = await takeBackup(deps);
    let documents;
    await verifyBackup(deps.env, file, undefined, async (unpacked) => {
      documents = await verifyCopies(unpacked, folder);
    });
    return documents;
  };
  expect(await verified()).toEqual({ whole: 0, lost: [] });
  const { documentId } = await createDocument(deps, { bookingId });
  const second = await createDocument(deps, { bookingId, bytes: pdf("second") });
  expect(await backUpDocuments(deps)).toMatchObject({ copied: 2 });
  expect(await verified()).toEqual({ whole: 2, lost: [] });
  const copyOf = (id: string) => join(folder, "documents", id.slice(-2), id);
  writeFileSync(copyOf(documentId), "altered");
  rmSync(copyOf(second.documentId));
  const lost = [documentId, second.documentId].toSorted();
  expect(await verified()).toEqual({ whole: 0, lost });
});

test("documents may be in a bucket", async () => {
  const deps = createTestDeps();
  const { settings, objects } = await startS3();
  deps.documents = createS3Store(settings, join(deps.env.DATA_DIR, "documents-sending"));
  const booking = await createBooking(deps);
  await upload(deps, booking, {
    files: [
      ["a.pdf", FILES.pdf],
      ["no.txt", Buffer.from("text")],
    ],
  });
  expect(objects.size).toBe(1);
  const [row] = await papers(deps, booking);
  const response = await fetchAs(deps, await cookieOf(deps), row!.id);
  expect(Buffer.from(await response.arrayBuffer()).equals(FILES.pdf)).toBe(true);
});

test("what is in a file is nowhere in plain", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps);
  await createDocument(deps, {
    bookingId: booking.id,
    name: "canary-name.pdf",
    bytes: pdf("canary-content"),
  });
  const everything = readdirSync(deps.env.DATA_DIR, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString("latin1"));
  expect(everything.length).toBeGreaterThan(0);
  for (const text of everything) expect(text).not.toContain("canary");
});

test.each([
  ["../../etc/passwd", "passwd"],
  ["C:\\Users\\jo\\scan 1.pdf", "scan 1.pdf"],
  ["invoice\u202Efdp.exe", "invoicefdp.exe"],
  ["a\r\nb.pdf", "ab.pdf"],
  [`${"ä".repeat(300)}.pdf`, `${"ä".repeat(120)}.pdf`],
  ["👩‍⚕️ letter.pdf", "👩‍⚕️ letter.pdf"],
  ["", "document"],
])("the name %j is shown as %j", (name, shown) => {
  expect(cleanFileName(name)).toBe(shown);
});
