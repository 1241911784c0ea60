import { useRef, useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ListBar } from "./list-bar.tsx";

const totals: Record<string, number> = { "": 1_200, lamp: 1_034, lighthouse: 1, ship: 0 };

/** A list of which the answer to a search comes when `answer` is pressed. */
function List() {
  const [q, setQ] = useState("");
  const [answered, setAnswered] = useState("");
  return (
    <>
      <ListBar names={["project", "projects"]} q={q} total={answered === q ? totals[q] : undefined} onSearch={setQ} />
      <p data-testid="searched">{q}</p>
      <button type="button" onClick={() => setAnswered(q)}>
        Answer
      </button>
    </>
  );
}

test("a search announces how many entries it finds, once the answer is there", async () => {
  await render(<List />);
  const count = page.getByRole("status");
  const field = page.getByRole("searchbox", { name: "Find in projects" });
  await expect.element(count).toBeEmptyDOMElement();
  for (const [word, words] of [
    ["lamp", "1,034 projects found"],
    ["lighthouse", "1 project found"],
    ["ship", "No projects found"],
  ] as const) {
    await field.fill(word);
    await expect.element(page.getByTestId("searched")).toHaveTextContent(word);
    await expect.element(count).toBeEmptyDOMElement();
    await page.getByRole("button", { name: "Answer" }).click();
    await expect.element(count).toHaveTextContent(words);
  }
});

test("emptying the field of a long list keeps the field and its focus while the whole list is awaited", async () => {
  await render(<List />);
  const field = page.getByRole("searchbox", { name: "Find in projects" });
  await field.fill("ship");
  await page.getByRole("button", { name: "Answer" }).click();
  await field.fill("");
  await expect.element(page.getByTestId("searched")).toBeEmptyDOMElement();
  await expect.element(field).toHaveFocus();
});

/** A list that shows a search only when `Show` is pressed, as on a busy machine, or a search made elsewhere. */
function SlowList() {
  const [q, setQ] = useState("");
  const searches = useRef<string[]>([]);
  const [count, setCount] = useState(0);
  const search = (word: string) => {
    searches.current.push(word);
    setCount(searches.current.length);
  };
  return (
    <>
      <ListBar names={["project", "projects"]} q={q} total={1_200} onSearch={search} />
      <p data-testid="count">{count}</p>
      <button type="button" onClick={() => setQ(searches.current.shift() ?? "")}>
        Show
      </button>
    </>
  );
}

test("what is typed stays when the list shows an earlier search late, and follows a search made elsewhere", async () => {
  await render(<SlowList />);
  const field = page.getByRole("searchbox", { name: "Find in projects" });
  const show = page.getByRole("button", { name: "Show" });
  await field.fill("lamp");
  await expect.element(page.getByTestId("count")).toHaveTextContent("1");
  await field.fill("lamp oil");
  await expect.element(page.getByTestId("count")).toHaveTextContent("2");
  for (const _ of ["lamp", "lamp oil"]) {
    await show.click();
    await expect.element(field).toHaveValue("lamp oil");
  }
  // All projects, by a link.
  await show.click();
  await expect.element(field).toHaveValue("");
});
