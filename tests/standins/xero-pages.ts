import type { Answer, WireRequest } from "./http-standin.ts";
import { escapeHtml, page } from "./html.ts";
import type { XeroInvoice } from "./xero.ts";

const NOTE = "<p><small>This page stands in for the accounting system.</small></p>";

export function invoiceList(invoices: XeroInvoice[]): Answer {
  const rows = invoices
    .map(
      (invoice) =>
        `<tr><td><a href="/pay/${invoice.InvoiceID}">${invoice.InvoiceNumber}</a></td>` +
        `<td>${escapeHtml(invoice.Reference)}</td><td>£${invoice.Total.toFixed(2)}</td><td>${invoice.Status}</td></tr>`,
    )
    .reverse();
  const table = rows.length > 0 ? `<table>${rows.join("")}</table>` : "<p>No invoices yet.</p>";
  return { status: 200, body: page("Invoices", table + NOTE) };
}

export function payPage(request: WireRequest, invoice: XeroInvoice | undefined): Answer {
  if (!invoice) return { status: 404, body: page("No such invoice", NOTE) };
  if (request.method === "POST") {
    const FullyPaidOnDate = new Date().toISOString().slice(0, 10);
    Object.assign(invoice, { Status: "PAID", AmountPaid: invoice.Total, FullyPaidOnDate });
  }
  const lines = invoice.LineItems.map(
    (line) => `<tr><td>${escapeHtml(line.Description)}</td><td>£${line.UnitAmount.toFixed(2)}</td></tr>`,
  );
  const action =
    invoice.Status === "PAID"
      ? "<p><strong>Paid. Thank you.</strong></p>"
      : '<form method="post"><button>Pay this invoice</button></form>';
  const body =
    `<p>Reference ${escapeHtml(invoice.Reference)}, due ${escapeHtml(invoice.DueDate)}.</p>` +
    `<table>${lines.join("")}<tr><th>Total including VAT</th><td>£${invoice.Total.toFixed(2)}</td></tr></table>`;
  return { status: 200, body: page(`Invoice ${invoice.InvoiceNumber}`, body + action + NOTE) };
}
