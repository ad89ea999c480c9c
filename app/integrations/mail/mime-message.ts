import { domainToASCII } from "node:url";
import type { OutgoingMail } from "./mailer.ts";

/** A mail as it travels (RFC 5322, 2045): a text and an HTML version, then its files. Composed here, because nodemailer's
 * streams took a tenth of a booking's processor time, and both transports need the same bytes. */

type Sender = { from: string; domain: string; date: Date };

const LINE = /.{76}/g;
/** 39 bytes are an encoded word of 64 characters: with the name of a header, less than the 76 of a line. */
const WORD_BYTES = 39;

const base64 = (content: string) => Buffer.from(content).toString("base64").replace(LINE, "$&\r\n");

/** As it is, or as encoded words (RFC 2047). */
function headerText(text: string): string {
  const line = text.replace(/[\r\n]+/g, " ");
  if (/^[\x20-\x7e]*$/.test(line)) return line;
  const words = [""];
  for (const character of line) {
    const word = words.at(-1)! + character;
    if (Buffer.byteLength(word) > WORD_BYTES) words.push(character);
    else words[words.length - 1] = word;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString("base64")}?=`).join("\r\n ");
}

/** `"Name" <address>` or an address alone, with the domain in ASCII. */
function mailbox(text: string): { name: string; address: string } {
  const [, quoted = "", bare = text] = /^\s*(.*?)\s*<([^<>]+)>\s*$/.exec(text) ?? [];
  const [user, domain = ""] = bare.trim().split(/@(?=[^@]*$)/);
  const isAscii = /^[\x20-\x7e]*$/.test(domain);
  return {
    name: quoted.replace(/^"(.*)"$/, "$1").replace(/\\(.)/g, "$1"),
    address: `${user}@${isAscii ? domain : domainToASCII(domain)}`,
  };
}

function namedMailbox(text: string): string {
  const { name, address } = mailbox(text);
  if (name === "") return address;
  const isWords = /^[\w !#$%&'*+/=?^`{|}~-]+$/.test(name);
  const isPlain = /^[\x20-\x7e]*$/.test(name);
  const shown = isPlain && !isWords ? `"${name.replace(/["\\]/g, "\\$&")}"` : headerText(name);
  return `${shown} <${address}>`;
}

const part = (type: string, content: string, more: string[] = []) =>
  [`Content-Type: ${type}`, ...more, "Content-Transfer-Encoding: base64", "", base64(content)].join("\r\n");

/** No line of base64 can be a boundary. */
function multipart(kind: "alternative" | "mixed", id: string, parts: string[]): string {
  const boundary = `${kind}-${id}`;
  return [
    `Content-Type: multipart/${kind};\r\n boundary="${boundary}"`,
    "",
    ...parts.map((one) => `--${boundary}\r\n${one}`),
    `--${boundary}--`,
    "",
  ].join("\r\n");
}

/** For the SMTP dialogue. */
export function envelopeOf(mail: OutgoingMail, { from }: Sender): { from: string; to: string } {
  return { from: mailbox(from).address, to: mailbox(mail.to).address };
}

export function mimeMessage(mail: OutgoingMail, { from, domain, date }: Sender): Buffer {
  const headers = [
    `X-Outbox-Id: ${mail.id}`,
    "Auto-Submitted: auto-generated",
    ...(mail.unsubscribeUrl
      ? [`List-Unsubscribe: <${mail.unsubscribeUrl}>`, "List-Unsubscribe-Post: List-Unsubscribe=One-Click"]
      : []),
    `From: ${namedMailbox(from)}`,
    `To: ${mailbox(mail.to).address}`,
    `Subject: ${headerText(mail.subject)}`,
    `Message-ID: <${mail.id}@${domain}>`,
    `Date: ${date.toUTCString().replace("GMT", "+0000")}`,
    "MIME-Version: 1.0",
  ];
  const versions = multipart("alternative", mail.id, [
    part("text/plain; charset=utf-8", mail.text),
    part("text/html; charset=utf-8", mail.html),
  ]);
  const files = mail.attachments.map(({ filename, contentType, content }) =>
    part(`${contentType}; name="${filename}"`, content, [
      `Content-Disposition: attachment; filename="${filename}"`,
    ]),
  );
  const body = files.length === 0 ? versions : multipart("mixed", mail.id, [versions, ...files]);
  return Buffer.from(`${headers.join("\r\n")}\r\n${body}`);
}
