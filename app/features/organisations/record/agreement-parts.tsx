import { Table } from "#app/ui/table.tsx";
import type { agreementWords } from "./agreement-terms.ts";

type Prices = ReturnType<typeof agreementWords>["prices"];

export function AgreementPrices({ prices }: { prices: Prices }) {
  return (
    <Table
      caption="Price of each assessment"
      columns={["Assessment", "Face-to-face", "Virtual"]}
      rows={prices.map(({ id, name, faceToFace, virtual }) => ({ id, cells: [name, faceToFace, virtual] }))}
      hasRowNames
    />
  );
}
