import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { envelopeOf, mimeMessage } from "./mime-message.ts";

const MAIL = {
  id: "01a1fb34-31b5-7a44-85b9-960e1c7e5905",
  tag: "booking-confirmation",
  to: "ana@exämple.org",
  subject: `We have your booking – ${"über alles ".repeat(12)}`.trim(),
  text: "Thank you, Zoë\n",
  html: `<p>${"Thank you, Zoë ".repeat(40)}</p>`,
  attachments: [
    {
      filename: "MCA.ics",
      contentType: "text/calendar; charset=utf-8; method=PUBLISH",
      content: "BEGIN:Ü\r\n",
    },
  ],
  unsubscribeUrl: "https://example.org/stop/1",
};
const sender = (from: string) => ({ from, domain: "example.org", date: new Date("2027-03-10T09:00:00Z") });

test("a message carries its words in any language, its two versions and its file", async () => {
  const bytes = mimeMessage(MAIL, sender('"Zoë, Smith & Sons" <hello@example.org>'));
  const read = await PostalMime.parse(bytes);
  expect(read).toMatchObject({
    subject: MAIL.subject,
    from: { name: "Zoë, Smith & Sons", address: "hello@example.org" },
    to: [{ address: "ana@xn--exmple-cua.org" }],
    messageId: `<${MAIL.id}@example.org>`,
    date: "2027-03-10T09:00:00.000Z",
    text: MAIL.text,
    html: MAIL.html,
  });
  expect(read.headers.find(({ key }) => key === "list-unsubscribe")?.value).toBe(
    "<https://example.org/stop/1>",
  );
  expect(read.attachments).toMatchObject([
    { filename: "MCA.ics", mimeType: "text/calendar", method: "PUBLISH" },
  ]);
  expect(
    Buffer.from(read.attachments[0]!.content as ArrayBuffer)
      .toString()
      .trim(),
  ).toBe("BEGIN:Ü");
  const lines = bytes.toString().split("\r\n");
  expect(lines.filter((line) => line.length > 78)).toEqual([]);
  expect(bytes.toString()).toMatch(/^[\x20-\x7e\r\n]*$/);
});

test.each([
  ["hello@example.org", "From: hello@example.org"],
  ["Ana Smith <hello@example.org>", "From: Ana Smith <hello@example.org>"],
  ['"Smith, Ana" <hello@example.org>', 'From: "Smith, Ana" <hello@example.org>'],
])("the sender %s is named as in the settings", (from, header) => {
  expect(mimeMessage(MAIL, sender(from)).toString()).toContain(`\r\n${header}\r\n`);
  expect(envelopeOf(MAIL, sender(from))).toEqual({
    from: "hello@example.org",
    to: "ana@xn--exmple-cua.org",
  });
});

test("a line end in a subject begins no header", () => {
  const mail = { ...MAIL, subject: "Hello\r\nBcc: all@example.org" };
  expect(mimeMessage(mail, sender("a@example.org")).toString()).toContain(
    "\r\nSubject: Hello Bcc: all@example.org\r\n",
  );
});
