import { writeTaggedPdf } from "#app/platform/tagged-pdf.server.ts";
import type { DocumentView } from "./invoice-page.server.ts";

/** The PDF of an issued document: the same words at any time, so nothing of what was paid since. */
export async function invoicePdf(view: DocumentView): Promise<Buffer> {
  const { seller, isVat } = view;
  return writeTaggedPdf({ title: `${view.title} ${view.number}`, author: seller.name }, (pdf) => {
    pdf.title(`${view.title} ${view.number}`);
    pdf.lines([seller.name, ...seller.address.split("\n"), ...seller.numbers]);
    pdf.note([seller.phone, seller.email].filter(Boolean).join(" · "));
    pdf.space();
    pdf.heading("To");
    pdf.lines(view.buyer);
    pdf.space();
    pdf.lines(view.facts.map(([name, value]) => `${name}: ${value}`));
    if (view.note) pdf.paragraph(view.note);
    pdf.space();
    if (isVat) {
      pdf.table({
        hasTotal: true,
        columns: [
          { name: "Description", part: 0.44 },
          { name: "Without VAT", part: 0.16, isNumber: true },
          { name: "VAT rate", part: 0.12, isNumber: true },
          { name: "VAT", part: 0.13, isNumber: true },
          { name: "Amount", part: 0.15, isNumber: true },
        ],
        rows: [
          ...view.lines.map(({ description, net, rate, vat, gross }) => [description, net, rate, vat, gross]),
          ["Total", view.net, "", view.vat, view.total],
        ],
      });
      pdf.lines(view.rates.map(({ words, vat }) => `${words}: ${vat}`));
    } else {
      pdf.table({
        hasTotal: true,
        columns: [
          { name: "Description", part: 0.8 },
          { name: "Amount", part: 0.2, isNumber: true },
        ],
        rows: [...view.lines.map(({ description, gross }) => [description, gross]), ["Total", view.total]],
      });
    }
    if (view.vatNote) pdf.note(view.vatNote);
    if (view.bankDetails) {
      pdf.heading("How to pay");
      pdf.paragraph(`By bank transfer, with the reference ${view.number}:`);
      pdf.lines(view.bankDetails.split("\n"));
    }
  });
}
