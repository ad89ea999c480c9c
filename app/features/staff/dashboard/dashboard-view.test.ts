import { describe, expect, test } from "vitest";
import { dashboardQuery, isFiltered, readDashboardView, sortQuery } from "./dashboard-view.ts";

const read = (query: string) => readDashboardView(new URLSearchParams(query));
const ID = "0193f3a1-0000-7000-8000-000000000001";

describe("the dashboard's view", () => {
  test("an empty URL is every booking, what is due first", () => {
    expect(read("")).toEqual({
      search: "",
      stage: null,
      owner: null,
      assessor: null,
      tasks: null,
      status: null,
      from: null,
      to: null,
      sort: "due",
      direction: "asc",
      after: null,
      before: null,
    });
    expect(isFiltered(read(""))).toBe(false);
  });

  test.each([
    "status=lost",
    "sort=password",
    "direction=sideways",
    "from=soon",
    "to=yesterday",
    "after=1%20or%201",
    "search=%20%20",
    "stage=visited",
  ])("%s counts as not given", (query) => {
    expect(read(query)).toEqual(read(""));
  });

  test("a view survives its own URL", () => {
    const query = `?search=reeve&status=pending&stage=to-agree&from=2027-01-01&to=2027-02-01&sort=total&direction=desc&after=${ID}`;
    expect(dashboardQuery(read(query))).toBe(query);
  });

  test("only one end of a page is kept", () => {
    expect(read(`after=${ID}&before=${ID}`)).toMatchObject({ after: ID, before: null });
    expect(read(`before=${ID}`)).toMatchObject({ after: null, before: ID });
  });

  test("a heading sorts by its column first and turns the order round next, from the first page", () => {
    const view = read(`status=pending&after=${ID}`);
    expect(sortQuery(view, "total")).toBe("?status=pending&sort=total");
    expect(sortQuery(read("sort=total"), "total")).toBe("?sort=total&direction=desc");
    expect(sortQuery(view, "date")).toBe("?status=pending&sort=date");
    expect(sortQuery(read("sort=date"), "date")).toBe("?sort=date&direction=asc");
    expect(sortQuery(read("sort=date&direction=asc"), "date")).toBe("?sort=date");
  });

  test("a direction that a form names with its order says nothing about another order", () => {
    expect(read("sort=total&direction=desc:total")).toMatchObject({ sort: "total", direction: "desc" });
    expect(read("sort=date&direction=asc:total")).toMatchObject({ sort: "date", direction: "desc" });
    expect(read("sort=&search=reeve&direction=asc:total")).toMatchObject({ sort: "date", direction: "desc" });
  });

  test("what was searched for is listed with the newest first, unless the URL says another order", () => {
    expect(read("search=reeve")).toMatchObject({
      sort: "date",
      direction: "desc",
    });
    expect(read("search=reeve&sort=due")).toMatchObject({
      sort: "due",
      direction: "asc",
    });
    expect(dashboardQuery(read("search=reeve&sort=due"))).toBe("?search=reeve&sort=due");
  });

  test("days that are given the wrong way round are swapped", () => {
    expect(read("from=2027-03-31&to=2027-03-01")).toMatchObject({ from: "2027-03-01", to: "2027-03-31" });
    expect(dashboardQuery(read("from=2027-03-31&to=2027-03-01"))).toBe("?from=2027-03-01&to=2027-03-31");
  });

  test("bookings of one's own, or of nobody", () => {
    expect(read("owner=mine")).toMatchObject({ owner: "mine" });
    expect(dashboardQuery(read("owner=none"))).toBe("?owner=none");
    expect(read("owner=somebody").owner).toBeNull();
  });

  test("a search that was pasted with invisible characters is read without them", () => {
    expect(read("search=%E2%80%8Bjane%C2%A0doe%20").search).toBe("jane doe");
  });

  test("a search is cut to a length", () => {
    expect(read(`search=${"x".repeat(500)}`).search).toHaveLength(100);
  });
});
