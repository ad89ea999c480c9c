import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "#app/platform/clock.ts";
import { startPostmark } from "#tests/standins/postmark.ts";
import { startSmtp } from "#tests/standins/smtp.ts";
import { DeliveryError } from "#app/integrations/delivery-error.ts";
import type { OutgoingMail } from "./mailer.ts";
import { createPostmarkMailer } from "./postmark-mailer.server.ts";
import { createSmtpMailer } from "./smtp-mailer.server.ts";

const MAIL: OutgoingMail = {
  id: "01-outbox-id",
  tag: "referral-reminder",
  to: "joanna@example.org",
  subject: "Referral forms – a reminder",
  text: "Hello",
  html: "<p>Hello</p>",
  attachments: [{ filename: "date.ics", contentType: "text/calendar", content: "BEGIN:VCALENDAR" }],
  unsubscribeUrl: "https://book.example/api/mail/unsubscribe/1?token=t",
};

async function failure(sending: Promise<unknown>): Promise<DeliveryError> {
  const error = await sending.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(DeliveryError);
  return error as DeliveryError;
}

describe("Postmark", () => {
  async function start() {
    const postmark = await startPostmark();
    onTestFinished(() => postmark.close());
    const mailer = createPostmarkMailer({
      token: postmark.token,
      baseUrl: postmark.url,
      from: () => "Desk <desk@example.org>",
      stream: "outbound",
      clock: systemClock,
    });
    return { postmark, mailer };
  }

  test("is sent exactly this", async () => {
    const { postmark, mailer } = await start();
    const { vendorId } = await mailer.send(MAIL);
    expect(vendorId).toBe(postmark.mails[0]!.MessageID);
    const [request] = postmark.requests;
    expect(request).toMatchObject({
      method: "POST",
      path: "/email",
      headers: { "x-postmark-server-token": postmark.token, "content-type": "application/json" },
    });
    expect(JSON.parse(request!.body)).toEqual({
      From: "Desk <desk@example.org>",
      To: "joanna@example.org",
      Subject: "Referral forms – a reminder",
      TextBody: "Hello",
      HtmlBody: "<p>Hello</p>",
      MessageStream: "outbound",
      Tag: "referral-reminder",
      Metadata: { "outbox-id": "01-outbox-id" },
      Headers: [
        { Name: "X-Outbox-Id", Value: "01-outbox-id" },
        { Name: "List-Unsubscribe", Value: `<${MAIL.unsubscribeUrl}>` },
        { Name: "List-Unsubscribe-Post", Value: "List-Unsubscribe=One-Click" },
      ],
      TrackOpens: false,
      TrackLinks: "None",
      Attachments: [
        { Name: "date.ics", Content: btoa("BEGIN:VCALENDAR"), ContentType: "text/calendar", ContentID: null },
      ],
    });
  });

  test.each([
    [{ status: 422, body: { ErrorCode: 406, Message: "inactive" } }, true, null],
    [{ status: 422, body: { ErrorCode: 300, Message: "Invalid 'To' address" } }, true, null],
    [{ status: 422, body: { ErrorCode: 405, Message: "No credits" } }, false, null],
    [{ status: 401, body: { ErrorCode: 10, Message: "Bad token" } }, false, null],
    [{ status: 429, headers: { "Retry-After": "12" } }, false, 12_000],
    [{ status: 503, headers: { "Retry-After": "2" }, body: "<html>down</html>" }, false, 2000],
    [{ status: 500 }, false, null],
    [{ status: 200, body: "<html>A proxy's page</html>" }, false, null],
    [{ status: 200, body: { MessageID: { id: 1 } } }, false, null],
    ["cut" as const, false, null],
    ["cut-after" as const, false, null],
  ])("answering %j: permanent %j, retry after %j", async (fault, isPermanent, retryAfterMs) => {
    const { postmark, mailer } = await start();
    postmark.faults.decide = () => fault;
    expect(await failure(mailer.send(MAIL))).toMatchObject({ isPermanent, retryAfterMs });
  });

  test("a mail that was accepted without an id is sent", async () => {
    const { postmark, mailer } = await start();
    postmark.faults.decide = () => ({ status: 200, body: { ErrorCode: 0, Message: "OK" } });
    expect(await mailer.send(MAIL)).toEqual({ vendorId: null });
  });

  test("no reason that staff read quotes the address", async () => {
    const { postmark, mailer } = await start();
    postmark.inactive.add(MAIL.to);
    expect((await failure(mailer.send(MAIL))).message).not.toContain("joanna");
  });
});

describe("SMTP", () => {
  async function start() {
    const smtp = await startSmtp();
    onTestFinished(() => smtp.close());
    const options = { from: () => "Desk <desk@example.org>", domain: "book.example", clock: systemClock };
    return { smtp, mailer: createSmtpMailer({ ...options, url: smtp.url }), options };
  }

  test("carries text, HTML, the attachment and our id", async () => {
    const { smtp, mailer } = await start();
    await mailer.send(MAIL);
    const [mail] = smtp.mails;
    expect(mail).toMatchObject({
      from: { name: "Desk", address: "desk@example.org" },
      to: [{ address: "joanna@example.org" }],
      subject: MAIL.subject,
      messageId: "<01-outbox-id@book.example>",
    });
    expect(mail!.text?.trim()).toBe("Hello");
    expect(mail!.html?.trim()).toBe("<p>Hello</p>");
    expect(mail!.attachments[0]).toMatchObject({ filename: "date.ics", mimeType: "text/calendar" });
    const header = (name: string) => mail!.headers.find(({ key }) => key === name)?.value;
    expect(header("list-unsubscribe")).toBe(`<${MAIL.unsubscribeUrl}>`);
    expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(header("x-outbox-id")).toBe("01-outbox-id");
  });

  test("a refused mailbox is refused for good, a busy one for now", async () => {
    const { smtp, mailer } = await start();
    smtp.refuses.forGood.add(MAIL.to);
    expect((await failure(mailer.send(MAIL))).isPermanent).toBe(true);
    smtp.refuses.forGood.clear();
    smtp.refuses.forNow.add(MAIL.to);
    expect((await failure(mailer.send(MAIL))).isPermanent).toBe(false);
  });

  test("a server that is not there is tried again", async () => {
    const { smtp, mailer } = await start();
    await smtp.close();
    expect((await failure(mailer.send(MAIL))).isPermanent).toBe(false);
  });
});
