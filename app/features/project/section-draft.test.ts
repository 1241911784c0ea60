import { expect, test } from "vitest";
import type { Project } from "./project.contract.ts";
import { type SectionEdit, withSection } from "./section-draft.queries.ts";

const lens = { _id: "lens", heading: "The lens", description: "Ground." };
const lamp = { _id: "lamp", heading: "The lamp", description: "Oil." };
const project = { version: 4, detail: [lens, lamp] } as unknown as Project;
const edit = (values: object, seen: object | null = lens, _id = "lens") => ({ _id, values, seen }) as SectionEdit;

test("editing a section starts a draft of its project or is added to the existing draft", () => {
  const first = withSection(project, null, edit({ ...lens, description: "Pressed." }));
  expect(first).toEqual({
    baseVersion: 4,
    base: { sections: [lens, lamp] },
    changes: { sections: [{ ...lens, description: "Pressed." }, lamp] },
  });
  const drafted = { ...first, changes: { ...first.changes, title: "Renamed" }, base: { ...first.base, title: "Old" } };
  const later = { ...project, version: 9, detail: [{ ...lens, description: "Cast." }, lamp] } as unknown as Project;
  expect(withSection(later, drafted, edit({ ...lamp, description: "Gas." }, lamp, "lamp"))).toEqual({
    baseVersion: 4,
    base: { title: "Old", sections: [lens, lamp] },
    changes: {
      title: "Renamed",
      sections: [
        { ...lens, description: "Pressed." },
        { ...lamp, description: "Gas." },
      ],
    },
  });
});

test("a new section is added once, however often it is saved", () => {
  const tower = edit({ heading: "The tower" }, null, "tower");
  const once = withSection(project, null, tower);
  expect(once.changes.sections).toEqual([lens, lamp, { _id: "tower", heading: "The tower" }]);
  expect(withSection(project, once, tower)).toEqual(once);
});

test("changes drafted by others are merged; a conflicting change or a removed section is an error", () => {
  const theirs = (section: object) => ({
    baseVersion: 4,
    base: { sections: [lens, lamp] },
    changes: { sections: [{ ...lens, ...section }, lamp] },
  });
  const mine = edit({ ...lens, description: "Pressed." });
  expect(withSection(project, theirs({ heading: "Lens" }), mine).changes.sections).toEqual([
    { _id: "lens", heading: "Lens", description: "Pressed." },
    lamp,
  ]);
  expect(() => withSection(project, theirs({ description: "Cast." }), mine)).toThrow("Somebody else has changed");
  const gone = { ...theirs({}), changes: { sections: [lamp] } };
  expect(() => withSection(project, gone, mine)).toThrow("does not exist");
});
