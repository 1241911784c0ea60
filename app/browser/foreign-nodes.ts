/**
 * Lets React go on in a document that something else has changed too. The translation built into browsers puts every
 * text into `<font>` elements, and extensions insert, replace and move nodes; React then removes a node from a parent
 * that is not its parent any more, or inserts before one that is elsewhere, the DOM throws NotFoundError, and the whole
 * screen is lost. Here such a node is removed from where it is now, and inserted beside where the other is now.
 */
export function tolerateForeignNodes(): void {
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const parent = child.parentNode;
    return parent ? (removeChild.call(parent, child) as T) : child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    let place = before;
    while (place && place.parentNode !== this) place = place.parentNode;
    return insertBefore.call(this, node, place) as T;
  };
}
