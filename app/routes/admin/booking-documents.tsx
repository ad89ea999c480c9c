import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { requireBookingRow } from "#app/features/booking/record/guards.server.ts";
import { answerDocumentsPage, readDocumentsPage } from "#app/features/documents/documents-page.server.ts";
import { DocumentsPanel } from "#app/features/documents/documents-panel.tsx";
import { Page } from "#app/ui/page.tsx";
import { formLimit } from "#app/platform/http/form-limit.server.ts";
import type { Route } from "./+types/booking-documents";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, by } = await requireStaff(context, request);
  const row = await requireBookingRow(deps, params.bookingId);
  return { reference: row.reference, page: await readDocumentsPage(deps, row, by) };
}

export const action = formLimit("streamed", async ({ request, params, context }: Route.ActionArgs) => {
  const { deps, scope, by } = await requireStaff(context, request);
  const booking = await requireBookingRow(deps, params.bookingId);
  const page = `/admin/bookings/${booking.id}/documents`;
  return answerDocumentsPage({ scope, request, booking, by, page });
});

export { revalidateAfterRefusal as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function BookingDocuments({ loaderData: { reference, page } }: Route.ComponentProps) {
  return (
    <Page title={`Documents of booking ${reference}`}>
      <DocumentsPanel page={page} />
    </Page>
  );
}
