import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createClamdScanner } from "#app/integrations/virus-scanner/clamd-scanner.server.ts";
import { composeMail } from "#app/features/mail/compose-mail.server.ts";
import { agreeVisit } from "#app/features/visits/change-visit.server.ts";
import { createTestDeps, testContext, type TestDeps } from "#tests/setup/deps.ts";
import { createDocument } from "#tests/setup/documents.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { eicar, FILES, pdf, REFUSED_FILES } from "#tests/setup/files.ts";
import { startClamd } from "#tests/standins/clamd.ts";
import { startS3 } from "#tests/standins/s3.ts";
import { createS3Store } from "#app/integrations/document-store/s3-store.server.ts";
import { BY_STAFF, byAssessor, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { action, loader } from "#app/routes/referral/documents.tsx";
import { action as staffAction, loader as staffLoader } from "#app/routes/admin/booking-documents.tsx";
import { loader as visitLoader } from "#app/routes/assessor/visit-documents.tsx";
import { loader as download } from "#app/routes/system/document.ts";
import { listInfectedFiles } from "#app/features/report/infected-files.server.ts";
import { takeBackup } from "#app/platform/backup/take-backup.server.ts";
import { verifyBackup } from "#app/platform/backup/restore-backup.server.ts";
import { backUpDocuments, verifyCopies } from "./document-files.server.ts";
import { cleanFileName } from "./store-document.server.ts";
import { documentsOfBooking } from "./document-rows.server.ts";
import { scanRecent } from "./scan-document.server.ts";

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

async function fetchAs(deps: TestDeps, cookie: string, documentId: string): Promise<Response> {
  const request = new Request(`http://localhost/documents/${documentId}`, { headers: { Cookie: cookie } });
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
    const files = Object.entries(FILES).map(([name, bytes]): [string, Buffer] => [`${name}.bin`, bytes]);
    const answer = await upload(deps, booking, { files });
    expect(answer).toMatchObject({ status: 302, errors: [] });
    expect(answer.location).toBe(`/referral-form/${booking.id}/documents?done=uploaded`);
    const kept = await papers(deps, booking);
    expect(kept.map(({ name, kind, bytes, scan }) => [name, kind, bytes, scan])).toEqual(
      files.map(([name, bytes]) => [name, "will", bytes.length, "unchecked"]),
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
    const answer = await upload(deps, booking, { files: [["good.pdf", FILES.pdf], ...files] });
    expect(answer.status).toBe(400);
    expect(answer.errors).toContain("empty: The selected file is empty");
    expect(answer.errors).toContain("locked pdf: The selected file is password protected");
    expect(answer.errors).toHaveLength(files.length);
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
    for (const name of ["a.pdf", "a.pdf", "b.pdf"]) {
      expect((await upload(deps, booking, { files: [[name, FILES.pdf]] })).status).toBe(302);
    }
    expect((await papers(deps, booking)).map(({ name }) => name)).toEqual(["a.pdf"]);
    expect(filesOnDisk(deps)).toHaveLength(1);
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
      ...{ ...BY_STAFF, bookingId: booking.id, assessorId: assessor.id, version: 1, plan: PLAN },
      ...{ isReferrerTold: false, overruled: null },
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
