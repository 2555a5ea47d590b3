// The tab Machines: what the stores say of themselves, as tables and diagrams, and the queues of effects.

import { app } from './app.js';
import { alert, count, grouped, h, hint, replace, svg, throttled } from './dom.js';
import { border, layout } from './layout.js';
import { keepFocus, storeName } from './turn.js';

const pen = h('canvas').getContext('2d');
function textWidth(text) {
  pen.font = '13px system-ui, sans-serif';
  return pen.measureText(text).width;
}

const labelOf = (edge) => `${edge.title ?? ''}${edge.count ? ` ×${grouped(edge.count)}` : ''}`;

/** Draws a statechart: nested states, arrows with labels and counts, active ones lit, the last transition marked. */
export function diagram(name, { nodes, edges }) {
  const { boxes, width, height } = layout(nodes, edges, textWidth);
  const groups = new Map();
  for (const edge of edges) {
    if (!boxes.has(edge.from) || !boxes.has(edge.to)) continue;
    const key = JSON.stringify([edge.from, edge.to]);
    if (!groups.has(key)) groups.set(key, { from: edge.from, to: edge.to, edges: [] });
    groups.get(key).edges.push(edge);
  }
  const middle = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  const parents = new Map(nodes.map((node) => [node.id, node.parent]));
  const contains = (outer, id, steps = 0) => id === outer || (steps < 50 && parents.has(id) && contains(outer, parents.get(id), steps + 1));
  const way = (a, b, off) => {
    const from = middle(a), to = middle(b), through = { x: (from.x + to.x) / 2 + off.x, y: (from.y + to.y) / 2 + off.y };
    const p = border(a, through), q = border(b, through);
    return { p, q, control: { x: (p.x + q.x) / 2 + off.x, y: (p.y + q.y) / 2 + off.y } };
  };
  /** The point of a way at a share of its length. */
  const pointAt = ({ p, q, control }, t) => {
    const along = (axis) => (1 - t) ** 2 * p[axis] + 2 * t * (1 - t) * control[axis] + t * t * q[axis];
    return { x: along('x'), y: along('y') };
  };
  const meet = (one, other) => one.x < other.x + other.width && one.x + one.width > other.x && one.y < other.y + other.height && one.y + one.height > other.y;
  const isFree = (one, from, to) => {
    for (let t = 0.06; t < 0.95; t += 0.05) {
      const { x, y } = pointAt(one, t), near = { x: x - 6, y: y - 6, width: 12, height: 12 };
      for (const [id, box] of boxes) if (!contains(id, from) && !contains(id, to) && meet(near, box)) return false;
    }
    return true;
  };
  /** A place beside a way where its label covers no state and no other label. */
  const taken = [];
  const labelSpot = (one, from, to, wide) => {
    const isLeft = one.control.x < (one.p.x + one.q.x) / 2 - 1, found = [];
    for (const t of [0.5, 0.38, 0.62, 0.28, 0.72]) for (const anchor of isLeft ? ['end', 'start'] : ['start', 'end']) {
      const point = pointAt(one, t), x = point.x + (anchor === 'end' ? -5 : 5), y = point.y;
      const label = { x: anchor === 'end' ? x - wide : x, y: y - 9, width: wide, height: 18 };
      const bad = taken.filter((box) => meet(label, box)).length + [...boxes].filter(([id, box]) => !(contains(id, from) && contains(id, to)) && meet(label, box)).length;
      found.push({ x, y, anchor, bad });
    }
    const best = found.reduce((one, other) => other.bad < one.bad ? other : one);
    taken.push({ x: best.anchor === 'end' ? best.x - wide : best.x, y: best.y - 8, width: wide, height: 16 });
    return best;
  };
  const lines = [], labels = [];
  let least = 0, right = width, bottom = height;
  for (const { from, to, edges: all } of groups.values()) {
    const a = boxes.get(from), b = boxes.get(to), isLast = all.some((edge) => edge.last);
    const isUsed = all.some((edge) => Number(edge.count ?? 0) > 0);
    const look = `edge${isLast ? ' last' : ''}${isUsed ? '' : ' unused'}`, marker = isLast ? 'url(#arrow-last)' : 'url(#arrow)';
    let path, spot;
    if (from === to) {
      const x = a.x + a.width, y = a.y + a.height / 2;
      path = `M${x} ${y - 8}C${x + 34} ${y - 22} ${x + 34} ${y + 22} ${x} ${y + 8}`;
      spot = { x: x + 30, y, anchor: 'start' };
    } else {
      // A way that would cross a state is bent until it does not; a way back is bent to the other side.
      const start = middle(a), end = middle(b), long = Math.hypot(end.x - start.x, end.y - start.y) || 1;
      const hasBack = groups.has(JSON.stringify([to, from]));
      const bends = hasBack ? [26, 60, 100, 150, 210] : [0, 40, -40, 80, -80, 130, -130, 190, -190, 260, -260];
      const ways = bends.map((bend) => way(a, b, { x: (end.y - start.y) / long * bend, y: -(end.x - start.x) / long * bend }));
      const chosen = ways.find((one) => isFree(one, from, to)) ?? ways[0], { p, q, control } = chosen;
      path = `M${p.x} ${p.y}Q${control.x} ${control.y} ${q.x} ${q.y}`;
      spot = labelSpot(chosen, from, to, Math.max(...all.map((edge) => textWidth(labelOf(edge)) * 0.86)));
    }
    lines.push(svg('path', { class: look, d: path, 'marker-end': marker }));
    all.slice(0, 6).forEach((edge, place) => {
      const text = labelOf(edge), size = textWidth(text) * 0.86;
      const y = spot.y + (place - (Math.min(6, all.length) - 1) / 2) * 14 + 4;
      labels.push(svg('text', { class: `label${edge.last ? ' last' : ''}${Number(edge.count ?? 0) ? '' : ' unused'}`, x: spot.x, y, 'text-anchor': spot.anchor }, text));
      least = Math.min(least, spot.x - (spot.anchor === 'end' ? size + 6 : 0));
      right = Math.max(right, spot.x + (spot.anchor === 'start' ? size : 0) + 10);
      bottom = Math.max(bottom, y + 10);
    });
  }
  const active = nodes.filter((node) => node.active).map((node) => node.title);
  const arrowHead = (id) => svg('marker', { id, viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto' }, svg('path', { d: 'M0 0L8 4L0 8Z' }));
  // A state is drawn above the larger one that contains it.
  const area = ({ id }) => boxes.get(id).width * boxes.get(id).height;
  return svg('svg', {
    class: 'diagram', viewBox: `${least} 0 ${right - least} ${bottom}`, width: right - least, height: bottom, role: 'img',
    'aria-label': `Diagram of ${name}: ${count(nodes.length, 'state')}, ${count(edges.length, 'transition')}; active: ${active.join(', ') || 'none'}`,
  }, svg('defs', null, arrowHead('arrow'), arrowHead('arrow-last')),
  [...nodes].sort((a, b) => area(b) - area(a)).map((node) => {
    const box = boxes.get(node.id);
    return svg('g', { class: `node${node.active ? ' active' : ''}${box.isParent ? ' parent' : ''}` },
      svg('rect', { x: box.x, y: box.y, width: box.width, height: box.height, rx: 8 }),
      svg('text', { x: box.isParent ? box.x + 12 : box.x + box.width / 2, y: box.isParent ? box.y + 18 : box.y + box.height / 2 + 4, 'text-anchor': box.isParent ? 'start' : 'middle' },
        `${node.active && !box.isParent ? '● ' : ''}${node.title}`));
  }), lines, labels);
}

const table = ({ title, columns, rows, marked = [], omitted }) => h('div', { class: 'table' },
  h('table', null, title && h('caption', { text: title }),
    h('thead', null, h('tr', null, columns.map((name) => h('th', { scope: 'col', text: name })))),
    h('tbody', null, rows.map((cells, place) => h('tr', { class: marked.includes(place) ? 'marked' : null },
      cells.map((cell, column) => h('td', null, column === 0 && marked.includes(place) ? h('span', { title: 'marked', text: '● ' }) : null, cell)))))),
  !rows.length && hint('None.'), omitted ? hint(`and ${count(omitted, 'more row')}`) : null);

export function setUp(panel) {
  const body = h('div', { class: 'pane machines' });
  panel.append(body);
  let shown = '';

  function draw(answer) {
    const queues = answer.queues ?? [], tells = (store) => store.tables?.length || store.diagram?.nodes?.length;
    const silent = (answer.stores ?? []).filter((store) => !tells(store)).map(({ name }) => name);
    const item = (effect) => [h('span', { class: 'badge', text: effect.label ?? `effect ${effect.effect}` }), ' '];
    replace(body,
      (answer.stores ?? []).filter(tells).map((store) => h('section', { 'aria-label': store.name },
        h('h3', null, storeName(store.name), store.dialect && h('small', { text: store.dialect })),
        store.diagram?.nodes?.length ? h('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': `Diagram of ${store.name}` }, diagram(store.name, { nodes: store.diagram.nodes, edges: store.diagram.edges ?? [] })) : null,
        (store.tables ?? []).map(table))),
      silent.length ? hint(`Nothing more is known of ${silent.join(', ')}.`) : null,
      h('section', { 'aria-label': 'Queues' }, h('h3', null, 'Queues of effects'), queues.length
        ? table({
          columns: ['Store', 'Queue', 'Runs', 'Waits'],
          rows: queues.map((queue) => [storeName(queue.store), queue.queue, (queue.running ?? []).map(item), (queue.waiting ?? []).map(item)]),
        })
        : hint('No effect runs or waits in a queue.')));
  }
  async function load() {
    if (app.tab !== 'machines' || !app.history) return;
    const id = app.history.id;
    try {
      const answer = await app.get('machines');
      if (app.history?.id !== id) return;
      const { turn: _, ...rest } = answer, text = JSON.stringify(rest);
      if (text === shown) return;
      shown = text;
      const places = [...body.querySelectorAll('.scroll')].map((area) => [area.scrollLeft, area.scrollTop]);
      keepFocus(body, () => draw(answer));
      body.querySelectorAll('.scroll').forEach((area, place) => { [area.scrollLeft, area.scrollTop] = places[place] ?? [0, 0]; });
    } catch (error) {
      shown = '';
      replace(body, alert(error));
    }
  }
  app.on('history tab', load);
  app.on('changed', throttled(500, () => { if (!app.isPaused) load(); }));
}
