import { readFileSync } from "node:fs";
import type { Deps } from "#app/deps.server.ts";
import { readList, writeList, type ReadList } from "#app/features/organisations/lists/read-list.server.ts";
import { expect, expectAccessible, inBothModes, open, test } from "../setup/journey.ts";
import { createOrganisation, switchOrganisationsOn } from "../setup/organisations.ts";
import { signedIn } from "../setup/signed-in.ts";

/** A member uploads a list of referrals: problems named, the file back, the good rows booked once. */

test.use({ hasOwnServer: true });

const HEADINGS = ["Matter", "Assessments", "First name", "Surname", "DOB", "Phone", "Town", "Postcode"];
const ROWS = [
  ["HART-1", "Capacity to Make a Will", "Edith", "Hill", "27/03/1942", "", "Reading", "RG1 1AA"],
  ["HART-2", "Capacity to Fly", "Arthur", "Hill", "28/03/1942", "7.70090E+09", "Reading", "RG1 1AA"],
  ["HART-3", "Capacity to Make a Will", "Edith", "Hill", "", "", "Reading", "RG1 1AA"],
];
const listOf = (rows: string[][]) =>
  writeList(
    { kind: "xlsx", delimiter: ",", headings: HEADINGS },
    rows.map((cells, index) => ({ row: index + 2, cells })),
  ).bytes;

inBothModes(
  "a list is checked, comes back with its problems, and its good rows are booked once",
  async ({ page, context, app, hasJavaScript }) => {
    const deps = app.deps as unknown as Deps;
    const email = `booker-${hasJavaScript}@example.org`;
    const booker = await signedIn(context, app, { email });
    await switchOrganisationsOn(deps);
    const name = `Penrose ${hasJavaScript ? "Law" : "Partners"}`;
    const id = await createOrganisation(deps, { name, members: { booker } });
    const upload = async (bytes: Buffer, fileName: string) => {
      const file = { name: fileName, mimeType: "application/octet-stream", buffer: bytes };
      await page.getByLabel("List", { exact: true }).setInputFiles([file]);
      await page.getByRole("button", { name: "Check the list" }).click();
    };

    await page.setViewportSize({ width: 375, height: 667 });
    // The server reads its settings again every other second.
    const start = `/organisation?of=${id}`;
    await expect.poll(async () => (await page.request.get(start)).status()).toBe(200);
    await open(page, start, hasJavaScript);
    await page.getByRole("link", { name: "Upload a list" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Upload a list of referrals");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Check the list" }).click();
    await expect(page.getByRole("alert")).toContainText("Choose the file with your list");
    await upload(Buffer.from("%PDF-1.7"), "list.xlsx");
    await expect(page.getByRole("alert")).toContainText("The selected file must be a CSV or XLSX");
    await expectAccessible(page);

    await upload(listOf(ROWS), "referrals.xlsx");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("referrals.xlsx");
    await expect(page.getByText("We do not offer “Capacity to Fly”.")).toBeVisible();
    await expect(page.getByText("Excel changed this number. Format the column as text.")).toBeVisible();
    await expectAccessible(page);
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download with problems" }).click();
    const back = (await readList(readFileSync(await (await downloading).path()))) as ReadList;
    expect(back.headings.at(-1)).toBe("Problems");
    expect(back.rows[1]!.cells.at(-1)).toContain("Phone: Excel changed this number.");

    await page.getByRole("button", { name: "Make 1 booking and the ticked ones" }).click();
    await expect(page.getByRole("alert")).toContainText("required");
    await expectAccessible(page);
    await page.getByLabel("First name").fill("Bo");
    await page.getByLabel("Last name").fill("Oker");
    await page.getByLabel("Phone number").fill("020 7946 0123");
    await page.getByLabel("Relationship").selectOption("Solicitor");
    await page.getByLabel("Row 4, Edith Hill: this is another assessment").check();
    await page
      .getByRole("button", { name: "Make 1 booking and the ticked ones" })
      .dblclick({ noWaitAfter: true });
    await expect(page.getByText("The bookings were made.")).toBeVisible();
    await expect(page.getByRole("link", { name: /^MCA-/ })).toHaveCount(2);
    await expectAccessible(page);
    const made = deps.db.selectFrom("bookings").selectAll().where("organisation_id", "=", id);
    expect((await made.execute()).map((one) => one.matter_reference).sort()).toEqual(["HART-1", "HART-3"]);
    const mails = async () =>
      (await app.mails()).filter(
        ({ to, subject }) => to?.[0]?.address === email && !/invoice/.test(subject!),
      );
    await expect
      .poll(async () => (await mails()).map(({ subject }) => subject))
      .toEqual(["2 bookings were made from a list"]);

    await page.getByRole("link", { name: "Back to your lists" }).click();
    await expect(page.getByText(/: 2 of 3 booked/)).toBeVisible();
    await upload(
      listOf([ROWS[0]!, ["HART-2", "Other", "Arthur", "Hill", "", "", "Leeds", ""], ROWS[2]!]),
      "again.xlsx",
    );
    await expect(page.getByText("Booked before from another list")).toBeVisible();
    await expect(page.getByText("Please describe the assessment you need")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Make/ })).toHaveCount(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectAccessible(page);
  },
);
