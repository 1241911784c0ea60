/**
 * Lets React work in a document that others change too: translations wrap text nodes, extensions move and remove
 * elements, and React, which remembers where it put each node, would fail with NotFoundError (facebook/react #11538). A
 * node that is no longer where it was put is removed from where it is, and what was to be inserted before it is inserted
 * before whatever holds it now.
 */
export function tolerateForeignNodes(): void {
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const parent = child.parentNode;
    return parent ? (removeChild.call(parent, child) as T) : child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    let next = before;
    while (next && next.parentNode !== this) next = next.parentNode;
    return insertBefore.call(this, node, next) as T;
  };
}
