// Places the nodes of a diagram in layers: nested nodes inside of their parent, edges from layer to layer.

const gapX = 28, gapY = 62, padding = 14, titleHeight = 26;

/** Gives sizes and places: nodes by id as {x, y, width, height}, of the whole as well. `measure` gives a text's width. */
export function layout(nodes, edges, measure) {
  const byId = new Map(nodes.map((node) => [node.id, node])), inside = new Map();
  for (const node of nodes) {
    const parent = byId.has(node.parent) && node.parent !== node.id ? node.parent : null;
    if (!inside.has(parent)) inside.set(parent, []);
    inside.get(parent).push(node);
  }
  const chain = (id) => {
    const found = [];
    for (let at = id; byId.has(at) && !found.includes(at); at = byId.get(at).parent ?? null) found.unshift(at);
    return found;
  };
  const boxes = new Map();

  function place(parent) {
    const members = inside.get(parent) ?? [], ids = new Set(members.map((node) => node.id));
    for (const node of members) {
      const inner = inside.has(node.id) ? place(node.id) : null;
      const own = Math.max(64, measure(node.title) + 28);
      boxes.set(node.id, inner
        ? { width: Math.max(own, inner.width + 2 * padding), height: inner.height + titleHeight + 2 * padding, isParent: true }
        : { width: own, height: 34 });
      // A state with a way to itself keeps room for it, and for its label, within its parent.
      const ownWays = edges.filter((edge) => edge.from === node.id && edge.to === node.id);
      boxes.get(node.id).beside = Math.max(0, ...ownWays.map((edge) => measure(`${edge.title} ×${edge.count ?? ''}`) * 0.86 + 44));
    }
    // An edge between nodes further in counts for the members that contain them.
    const lifted = [];
    for (const edge of edges) {
      const from = chain(edge.from).find((id) => ids.has(id)), to = chain(edge.to).find((id) => ids.has(id));
      if (from && to && from !== to) lifted.push([from, to]);
    }
    return layers(members.map((node) => node.id), lifted, boxes);
  }

  const size = place(null);
  // Places are within the parent so far; now they become those of the whole.
  const settle = (parent, x, y) => {
    for (const node of inside.get(parent) ?? []) {
      const box = boxes.get(node.id);
      box.x += x;
      box.y += y;
      if (box.isParent) settle(node.id, box.x + padding, box.y + titleHeight + padding);
    }
  };
  settle(null, padding, padding);
  return { boxes, width: size.width + 2 * padding, height: size.height + 2 * padding };
}

/** Places nodes of one level: ranks without cycles, an order with few crossings, then coordinates. */
function layers(ids, edges, boxes) {
  const next = new Map(ids.map((id) => [id, new Set()]));
  for (const [from, to] of edges) next.get(from).add(to);

  // Edges that close a cycle do not count for the ranks.
  const state = new Map(), forward = new Map(ids.map((id) => [id, []])), order = [];
  const visit = (id) => {
    state.set(id, 1);
    for (const to of next.get(id)) {
      if (state.get(to) === 1) continue;
      forward.get(id).push(to);
      if (!state.has(to)) visit(to);
    }
    state.set(id, 2);
    order.unshift(id);
  };
  for (const id of ids) if (!state.has(id)) visit(id);
  const rank = new Map(ids.map((id) => [id, 0]));
  for (const id of order) for (const to of forward.get(id)) rank.set(to, Math.max(rank.get(to), rank.get(id) + 1));

  const rows = [];
  for (const id of order) (rows[rank.get(id)] ??= []).push(id);
  const neighbours = new Map(ids.map((id) => [id, []]));
  for (const id of ids) for (const to of next.get(id)) {
    neighbours.get(id).push(to);
    neighbours.get(to).push(id);
  }
  const spot = new Map();
  const note = (row) => row.forEach((id, place) => spot.set(id, (place + 0.5) / row.length));
  rows.forEach(note);
  const middle = (id) => {
    const near = neighbours.get(id);
    return near.length ? near.reduce((sum, other) => sum + spot.get(other), 0) / near.length : spot.get(id);
  };
  for (let pass = 0; pass < 6; pass++) {
    for (const row of pass % 2 ? rows.toReversed() : rows) {
      row.sort((a, b) => middle(a) - middle(b));
      note(row);
    }
  }

  const widths = rows.map((row) => row.reduce((sum, id) => sum + boxes.get(id).width + boxes.get(id).beside, 0) + gapX * 2 * (row.length - 1));
  const width = Math.max(0, ...widths);
  let y = 0;
  rows.forEach((row, place) => {
    const height = Math.max(...row.map((id) => boxes.get(id).height));
    let x = (width - widths[place]) / 2;
    for (const id of row) {
      const box = boxes.get(id);
      box.x = x;
      box.y = y + (height - box.height) / 2;
      x += box.width + box.beside + gapX * 2;
    }
    y += height + gapY;
  });
  return { width, height: Math.max(0, y - gapY) };
}

/** The point where the way from a box's middle to a point leaves the box. */
export function border(box, to) {
  const x = box.x + box.width / 2, y = box.y + box.height / 2, dx = to.x - x, dy = to.y - y;
  const share = Math.min(dx ? box.width / 2 / Math.abs(dx) : Infinity, dy ? box.height / 2 / Math.abs(dy) : Infinity);
  return Number.isFinite(share) ? { x: x + dx * share, y: y + dy * share } : { x, y: box.y };
}
