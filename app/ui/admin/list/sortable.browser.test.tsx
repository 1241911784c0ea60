import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { copy } from "#app/ui/glyphs.ts";
import { Menu, MenuItem } from "../control/menu.tsx";
import styles from "./admin-list.module.css";
import { Grip, SortableList } from "./sortable.tsx";

/** Three entries with a grip and a menu each; a move is saved when `saved` is called. */
function List({ whenSaved }: { whenSaved: (saved: () => void) => void }) {
  const save = () => new Promise<void>((saved) => whenSaved(saved));
  return (
    <SortableList
      className=""
      entries={["One", "Two", "Three"]}
      keyOf={(name) => name}
      order={{ nameOf: (name) => name, save }}
    >
      {(name) => (
        <>
          <Grip />
          <Menu label={`Actions for ${name}`} className="" face="…">
            <MenuItem glyph={copy} label="Duplicate" onClick={() => {}} />
          </Menu>
        </>
      )}
    </SortableList>
  );
}

const gripOnPlace = (place: number) => page.getByRole("button", { name: `Move One, number ${place} of 3` });

/** Moves the first entry to the end. @returns a function that saves the move */
async function moveByKeyboard(): Promise<() => void> {
  let saved = () => {};
  await render(<List whenSaved={(callback) => (saved = callback)} />);
  (gripOnPlace(1).element() as HTMLElement).focus();
  await userEvent.keyboard("{End}");
  await expect.element(gripOnPlace(3)).toHaveFocus();
  return () => saved();
}

test("an entry that is moved by the keyboard keeps the focus, also when the move has been saved", async () => {
  const save = await moveByKeyboard();
  save();
  await expect.element(gripOnPlace(1)).toHaveFocus();
});

test("a menu that is opened at the moment a move is saved stays open", async () => {
  const save = await moveByKeyboard();
  const menu = page.getByRole("button", { name: "Actions for One" }).element() as HTMLElement;
  save();
  // After the save is noted and before the list is rendered.
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  menu.focus();
  menu.click();
  await expect.element(gripOnPlace(1)).toBeInTheDocument();
  await expect.element(page.getByRole("menuitem", { name: "Duplicate" })).toHaveFocus();
});

test("a screen reader in browse mode moves an entry by buttons, of which Tab knows only the handle", async () => {
  let saved = () => {};
  await render(<List whenSaved={(callback) => (saved = callback)} />);
  expect(page.getByRole("button", { name: "Up one place: One" }).elements()).toEqual([]);
  const down = page.getByRole("button", { name: "Down one place: One" }).element() as HTMLElement;
  expect(down.tabIndex).toBe(-1);
  down.click();
  await expect.element(gripOnPlace(2)).toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "Up one place: One" })).toBeInTheDocument();
  saved();
});

test("a list that is loaded again during a drag moves the entry that is held, not its neighbour", async () => {
  const save = vi.fn(async () => undefined);
  const nameOf = (name: string) => name;
  const list = (entries: string[]) => (
    <SortableList className={styles.list ?? ""} entries={entries} keyOf={nameOf} order={{ nameOf, save }}>
      {() => <Grip />}
    </SortableList>
  );
  const { rerender } = await render(list(["One", "Two", "Three", "Four"]));
  const grip = page.getByRole("button", { name: "Move Two, number 2 of 4" }).element();
  const { x, y } = grip.getBoundingClientRect();
  const point = (type: string, clientY: number) =>
    grip.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX: x, clientY }));
  point("pointerdown", y);
  point("pointermove", 400);
  // A second finger, or the palm of the hand.
  const other = { pointerId: 7, clientX: x, clientY: y };
  dispatchEvent(new PointerEvent("pointermove", other));
  dispatchEvent(new PointerEvent("pointerup", other));
  await expect.poll(() => grip.closest("li")?.style.order).toBe("3");
  await rerender(list(["Two", "Three", "Four"]));
  point("pointerup", 400);
  await expect.poll(() => save.mock.calls).toEqual([[{ key: "Two", name: "Two", to: 2 }, ["Three", "Four", "Two"]]]);
});

test("an entry that is held at the lower edge of the window scrolls no further than to the end of its list", async () => {
  await render(<List whenSaved={() => {}} />);
  const grip = gripOnPlace(1).element();
  const { x, y } = grip.getBoundingClientRect();
  const point = (type: string, clientY: number) =>
    grip.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX: x, clientY }));
  point("pointerdown", y);
  for (let frame = 0; frame < 60; frame++) {
    point("pointermove", innerHeight - 5);
    await new Promise(requestAnimationFrame);
  }
  expect(scrollY).toBe(0);
  point("pointercancel", innerHeight - 5);
});
