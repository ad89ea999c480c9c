import type { Answer, WireRequest } from "./http-standin.ts";
import type { XeroInvoice } from "./xero.ts";

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The page on which an online invoice is seen, and paid with one press. */
export function payPage(request: WireRequest, invoice: XeroInvoice | undefined): Answer {
  if (!invoice) return { status: 404, body: "<h1>No such invoice</h1>" };
  if (request.method === "POST") invoice.Status = "PAID";
  const lines = invoice.LineItems.map(
    (line) => `<tr><td>${escapeHtml(line.Description)}</td><td>£${line.UnitAmount.toFixed(2)}</td></tr>`,
  );
  const action =
    invoice.Status === "PAID"
      ? "<p><strong>Paid. Thank you.</strong></p>"
      : '<form method="post"><button>Pay this invoice</button></form>';
  return {
    status: 200,
    body: `<!doctype html><html lang="en-GB"><meta charset="utf-8"><title>Invoice ${invoice.InvoiceNumber}</title>
<style>body{font:16px/1.5 system-ui;max-width:40rem;margin:3rem auto;padding:0 1rem}td{padding:.3rem 1rem .3rem 0}</style>
<h1>Invoice ${invoice.InvoiceNumber}</h1>
<p>Reference ${escapeHtml(invoice.Reference)}, due ${escapeHtml(invoice.DueDate)}. This page stands in for the accounting system.</p>
<table>${lines.join("")}<tr><th>Total including VAT</th><td>£${invoice.Total.toFixed(2)}</td></tr></table>${action}</html>`,
  };
}
