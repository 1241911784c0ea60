import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { copy } from "#app/ui/glyphs.ts";
import { Menu, MenuItem } from "./menu.tsx";

test("a double click on an item does not act on what lies behind the menu, and the next click does", async () => {
  const acted: string[] = [];
  await render(
    <div style={{ position: "relative", width: "300px" }}>
      <Menu label="Actions" className="" face="…">
        <MenuItem glyph={copy} label="Duplicate" onClick={() => acted.push("duplicate")} />
      </Menu>
      <button
        type="button"
        style={{ position: "absolute", inset: "30px 0 auto", height: "100px", width: "100%" }}
        onClick={() => acted.push("behind")}
      >
        Behind
      </button>
    </div>,
  );
  await page.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Duplicate" }).dblClick();
  await expect.element(page.getByRole("menuitem")).not.toBeInTheDocument();
  expect(acted).toEqual(["duplicate"]);
  await page.getByRole("button", { name: "Behind" }).click();
  expect(acted).toEqual(["duplicate", "behind"]);
});

test("a menu that opens at the lower end of the window is shown whole", async () => {
  await render(
    <div style={{ paddingTop: "calc(100vh - 40px)" }}>
      <Menu label="Actions" className="" face="…">
        {["Duplicate", "History", "Delete"].map((label) => (
          <MenuItem key={label} glyph={copy} label={label} onClick={() => {}} />
        ))}
      </Menu>
    </div>,
  );
  await page.getByRole("button", { name: "Actions" }).click();
  const last = page.getByRole("menuitem", { name: "Delete" });
  await expect.poll(() => last.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight);
});
