/** A PDF to be saved, under a name without its ending. */
export const pdfFile = (name: string, pdf: Buffer) =>
  new Response(new Uint8Array(pdf), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="${name}.pdf"`,
    },
  });
