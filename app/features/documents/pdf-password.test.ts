import { expect, test } from "vitest";
import { inChunks } from "#tests/setup/files.ts";
import { createPdfWatcher } from "./inspect-file.ts";

/** Made by qpdf from one page, with an owner's password only, and with a user's password too. */
const MADE: [revision: string, dictionary: string, isLocked: boolean, id: string][] = [
  [
    "2",
    "/Length 40 /O <be72ff4450d87231d318b78f204e7589bc882e5a842c5b529f1f9dd0ac4de2fc> /P -8 /R 2 /U <c9f59e7b3e1a0cb8897ecce51cc0f37b3eda7a957c32c93ad2a82f7f7c23e842> /V 1",
    false,
    "cfa3e872c85fe0e8bbea3512499f7054",
  ],
  [
    "2",
    "/Length 40 /O <f9bdd4743612b62ef96d7398bbb43ad76d5c2fe47a6a6564607b0aaee7122278> /P -8 /R 2 /U <fd92b1730612824933065e98b45cd0508c825a4e5b6a1c162c458a718bdfba29> /V 1",
    true,
    "2bd10d9b09798782855c3f329e86a783",
  ],
  [
    "3",
    "/Length 128 /O <5588040988e54a8ae991ac9d80aac232a494d494b4bcc37a4dcc6d07206c9192> /P -3376 /R 3 /U <b6d39d45cea67d614f7186612bd2d1d60122456a91bae5134273a6db134c87c4> /V 2",
    false,
    "857a0cc71fc76c70f036ce95800d69f2",
  ],
  [
    "3",
    "/Length 128 /O <12472f39ee2f8e95c3e4688a1b508d6c7540d52a4afafd4cb2a8fa796b335116> /P -3376 /R 3 /U <b4cd4f839331f9ba7cdbe30773c94b170122456a91bae5134273a6db134c87c4> /V 2",
    true,
    "1e1677d549305f86fda8aafe4e09f290",
  ],
  [
    "4, its metadata in clear",
    "/CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV2 /Length 16 >> >> /EncryptMetadata false /Length 128 /O <5588040988e54a8ae991ac9d80aac232a494d494b4bcc37a4dcc6d07206c9192> /P -1324 /R 4 /StmF /StdCF /StrF /StdCF /U <7f02cbe342dd3cea192cb1e9f91fabec0122456a91bae5134273a6db134c87c4> /V 4",
    false,
    "95f44f09651460e8e9ddc38678a6a92e",
  ],
  [
    "4, its metadata in clear",
    "/CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV2 /Length 16 >> >> /EncryptMetadata false /Length 128 /O <12472f39ee2f8e95c3e4688a1b508d6c7540d52a4afafd4cb2a8fa796b335116> /P -1324 /R 4 /StmF /StdCF /StrF /StdCF /U <cec50cbd75edbc513c3433edaa523c740122456a91bae5134273a6db134c87c4> /V 4",
    true,
    "4dccbac66f7499e860e2204e26427459",
  ],
  [
    "5",
    "/CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV3 /Length 32 >> >> /Length 256 /O <9e9a7770cf1d8bee3361740bfe463e3f8dbf16ad21f00d0d98efe2267faa791ef155429ab3feea980667c5ef345a5af3> /P -4 /R 5 /U <71a8666c423787c77cba6c6284bf9c9d55f6a5949ebb87381596ff4e5b851d8d6c8f85cacdb589912417dd1b184aac2a> /V 5",
    false,
    "688a7b39c49ea3a13f29bf5f6cfb2ed0",
  ],
  [
    "5",
    "/CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV3 /Length 32 >> >> /Length 256 /O <3d88baa26efa825b3527083478daa9ddea4784f34c9e129aefc68c220a9f7605a2e5729a26ecd37b254412c3531550a6> /P -4 /R 5 /U <42a5d1c786ab241e53acee966978b18cbba8cad28dc6447a6dcd173ae16074847463898867095305b8ff92e7980cbf94> /V 5",
    true,
    "ab81a5ae3ba9b49214ba52509ebde7b6",
  ],
  [
    "6",
    "/CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV3 /Length 32 >> >> /Length 256 /O <70735a7dff6a9c7dace4691f665bfdee905342bbec2bfedc1a0a7f7c3a264aa0b40ec879f041c5ff8c4357442706fad9> /P -1324 /R 6 /U <bc34a6ee93eac1dd98404a109ddec3dcb947603453e4d06a88dda92782a9a752aa03fa5c1f76a49876fcc3fb41e1fd9f> /V 5",
    false,
    "1a439a245069941e0b13e710212570ae",
  ],
  [
    "6",
    "/CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV3 /Length 32 >> >> /Length 256 /O <44f60c5b6950523afae3e5e4f1d5ec01807a54375ec0cb496174cf575c227614ee353d8d800e29a9d1b3eee1d4438596> /P -1324 /R 6 /U <8c82df45449477a4cb29428af72ed7b3547575f0458ea71ce349b79127136c296ee9812b2075ac20e4c105ff4109bcb4> /V 5",
    true,
    "646c052c7383abf721f0a5c41067194f",
  ],
];

/** `<hex>` as `(text)`, in which PDF escapes some signs. */
const asText = (hex: string) =>
  `(${Buffer.from(hex.slice(1, -1), "hex")
    .toString("latin1")
    .replaceAll(/[()\\]/g, "\\$&")
    .replaceAll("\r", "\\r")
    .replaceAll("\n", "\\012")})`;

async function isLocked(content: string): Promise<boolean> {
  const watcher = createPdfWatcher();
  for await (const chunk of inChunks(Buffer.from(content, "latin1"), 1_000)) watcher.see(chunk);
  return watcher.isLocked();
}

test.each(MADE)("revision %s of the encryption: %#", async (_revision, keys, expected, id) => {
  const dictionary = `<< /Filter /Standard ${keys} >>`;
  const spread = `7 0 obj\n${dictionary}\nendobj\n${"x".repeat(150_000)}\ntrailer << /Encrypt 7 0 R /ID [ <${id}><00> ] >>`;
  const inTrailer = `trailer\n<< /Size 9 /ID [<${id}> <00>] /Encrypt ${dictionary} /Root 1 0 R >>\nstartxref`;
  for (const content of [spread, inTrailer]) {
    expect(await isLocked(`%PDF-1.7\n${content}`)).toBe(expected);
    expect(await isLocked(`%PDF-1.7\n${content.replaceAll(/<[\da-f]+>/g, asText)}`)).toBe(expected);
  }
});

test("an encryption that nobody knows needs a password", async () => {
  expect(await isLocked("%PDF-1.7\ntrailer << /Encrypt << /Filter /Adobe.PubSec /V 4 >> >>")).toBe(true);
  expect(await isLocked("%PDF-1.7\ntrailer << /Encrypt << /Filter /Standard /R 6 /O () /U () >> >>")).toBe(
    true,
  );
  expect(await isLocked("%PDF-1.7\ntrailer << /Encrypt 5 0 R >>")).toBe(true);
  expect(await isLocked("%PDF-1.7\ntrailer << /Root 1 0 R >>")).toBe(false);
});
