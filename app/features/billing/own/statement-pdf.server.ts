import { writeTaggedPdf } from "#app/platform/tagged-pdf.server.ts";
import type { Sheet } from "./statement-page.server.ts";

/** A customer's statement as a file to send. */
export async function statementPdf(page: Sheet & { name: string }): Promise<Buffer> {
  const { seller } = page;
  const title = `Statement for ${page.name}`;
  return writeTaggedPdf({ title, author: seller.name }, (pdf) => {
    pdf.title(title);
    pdf.lines([seller.name, ...seller.address.split("\n")].filter(Boolean));
    pdf.note([seller.phone, seller.email].filter(Boolean).join(" · "));
    pdf.space();
    pdf.lines([page.period]);
    pdf.space();
    pdf.table({
      hasTotal: true,
      columns: [
        { name: "Date", part: 0.15 },
        { name: "What", part: 0.33 },
        { name: "Booking", part: 0.2 },
        { name: "Amount", part: 0.16, isNumber: true },
        { name: "Balance", part: 0.16, isNumber: true },
      ],
      rows: [
        ["", "Brought forward", "", "", page.opening],
        ...page.lines.map(({ day, what, reference, about, amount, balance }) => [
          day,
          what,
          about ? `${reference}, ${about}` : reference,
          amount,
          balance,
        ]),
        ["", page.closingName, "", "", page.closing],
      ],
    });
    pdf.heading("Still to pay, by age");
    pdf.table({
      columns: [
        { name: "Age", part: 0.7 },
        { name: "Amount", part: 0.3, isNumber: true },
      ],
      rows: page.ages.map(({ name, amount }) => [name, amount]),
    });
    if (page.onItsWay) pdf.paragraph(page.onItsWay);
    if (page.bankDetails) {
      pdf.heading("How to pay");
      pdf.paragraph("By bank transfer, with the number of the invoice as the reference:");
      pdf.lines(page.bankDetails.split("\n"));
    }
  });
}
