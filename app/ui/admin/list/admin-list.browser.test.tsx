import { useEffect, useState } from "react";
import { createMemoryRouter, Link, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { AdminList } from "./admin-list.tsx";

/** A list whose answer comes when `answer` is called. */
function List({ answered }: { answered: Promise<string[] | Error> }) {
  const [answer, setAnswer] = useState<string[] | Error>();
  useEffect(() => void answered.then(setAnswer), [answered]);
  return (
    <AdminList
      heading="All Lamps"
      empty={{ heading: "Lamps Not Found", text: "No lamp yet." }}
      entries={Array.isArray(answer) ? answer : undefined}
      error={answer instanceof Error ? answer : null}
      onRetry={() => setAnswer(["Retried"])}
      layout="rows"
      keyOf={(lamp) => lamp}
    >
      {(lamp) => <h2>{lamp}</h2>}
    </AdminList>
  );
}

/** A link and the list it leads to; the list is answered by what is returned. */
async function listFrom(address: string) {
  const { promise, resolve } = Promise.withResolvers<string[] | Error>();
  const routes = [
    { path: "/", element: <Link to="/lamps">Lamps</Link> },
    { path: "/lamps", element: <List answered={promise} /> },
  ];
  await render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: [address] })} />);
  return resolve;
}

const heading = () => page.getByRole("heading", { level: 1 });

test("a list shows its empty state, with the specified heading, only after an empty response has arrived", async () => {
  const answer = await listFrom("/lamps");
  await expect.element(heading()).toHaveTextContent("All Lamps");
  await expect.element(page.getByText("No lamp yet.")).not.toBeInTheDocument();
  answer([]);
  await expect.element(heading()).toHaveTextContent("Lamps Not Found");
  await expect.element(page.getByText("No lamp yet.")).toBeVisible();
  await expect.element(heading()).not.toHaveFocus();
});

test("the heading that replaces a focused one takes over its focus", async () => {
  const answer = await listFrom("/");
  await page.getByRole("link", { name: "Lamps" }).click();
  await expect.element(heading()).toHaveTextContent("All Lamps");
  // As the layout does after a navigation.
  (heading().element() as HTMLElement).focus();
  answer([]);
  await expect.element(heading()).toHaveTextContent("Lamps Not Found");
  await expect.element(heading()).toHaveFocus();
});

test("a list that fails to load shows the error, not the empty state, and Retry loads it", async () => {
  const answer = await listFrom("/lamps");
  answer(new Error("The disk is full."));
  await expect.element(page.getByRole("alert").filter({ hasText: "The disk is full." })).toBeVisible();
  await expect.element(page.getByText("No lamp yet.")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(page.getByRole("heading", { level: 2, name: "Retried" })).toBeVisible();
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});
