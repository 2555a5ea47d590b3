// The tab Time line: stores as rows, turns as marks, effects as bars in lanes under their store.

import { app, colour } from './app.js';
import { batched, big, button, clamp, clock, count, debounced, duration, h, hint, isForeign, replace, say, sinceStart, take, throttled } from './dom.js';
import { effectFacts, ends, storeName, turnLink } from './turn.js';

const left = 8, axisHeight = 24, markHeight = 24, laneHeight = 15, mostLanes = 14;
const headHeight = 18 + markHeight;

/** Lays bars into lanes, so that none covers another; gives each its lane, or -1 when there is no room. */
function intoLanes(bars, gap) {
  const free = [];
  for (const bar of [...bars].sort((a, b) => a.from - b.from)) {
    let lane = free.findIndex((until) => until + gap <= bar.from);
    if (lane < 0) lane = free.length < mostLanes ? free.length : -1;
    if (lane >= 0) free[lane] = bar.until;
    bar.lane = lane;
  }
  return free.length;
}

export function setUp(panel) {
  const canvas = h('canvas', { tabindex: '0', role: 'img', 'aria-label': 'Time line', 'aria-describedby': 'time-help' });
  const tip = h('div', { class: 'tip', hidden: true, 'aria-hidden': 'true' });
  const range = h('span', { class: 'hint range', role: 'status' });
  const slow = h('section', { class: 'slow' });
  const frame = h('div', { class: 'canvas' }, canvas, tip);
  panel.append(h('div', { class: 'pane time' },
    h('div', { class: 'actions' }, [
      ['+', 'Zoom in', '+', () => zoom(0.5)], ['−', 'Zoom out', '−', () => zoom(2)], ['‹', 'Earlier', '←', () => pan(-0.25)],
      ['›', 'Later', '→', () => pan(0.25)], ['All', 'All', '0', showAll], ['Chosen turn', 'Chosen turn', 'f', showTurn],
    ].map(([text, name, key, work]) => button(text, work, { 'aria-label': name, title: `${name} (${key})` })), range),
    h('p', { id: 'time-help', class: 'hidden' }, 'Left and right move, plus and minus zoom, 0 shows all, f goes to the chosen turn. The slowest turns are listed below.'),
    frame,
    h('ul', { class: 'legend' }, Object.entries(ends).filter(([kind]) => kind !== 'waiting').map(([kind, [sign, word]]) =>
      h('li', { class: `life ${kind}` }, h('i', { class: 'end', 'aria-hidden': 'true', text: sign }), word)),
    h('li', null, h('i', { class: 'waits', 'aria-hidden': 'true' }), 'waited in its queue')),
    slow));

  let view = null, data = null, detail = null, isWhole = true, control = null, boxes = [], hover = null, height = 200;
  let oldestAt = 0, newestAt = 0;
  const end = () => Math.max(1e6, newestAt);

  const isShown = () => app.tab === 'time' && app.history;
  const width = () => Math.max(100, frame.clientWidth), span = () => view.until - view.from;
  const x = (at) => left + (at - view.from) / span() * (width() - 2 * left);
  const time = (px) => view.from + (px - left) / (width() - 2 * left) * span();

  function setView(from, until, whole = false) {
    view = { from, until: Math.max(from + 1000, until) };
    isWhole = whole;
    draw();
    load();
  }
  function zoom(by, around = (view.from + view.until) / 2) {
    if (!view) return;
    const next = clamp(span() * by, 1000, end() * 4), share = (around - view.from) / span();
    setView(around - share * next, around + (1 - share) * next);
  }
  function pan(by) {
    if (!view) return;
    setView(view.from + by * span(), view.until + by * span());
  }
  function showAll() { setView(oldestAt - (end() - oldestAt) * 0.01, end() + (end() - oldestAt) * 0.02, true); }
  function showTurn() {
    if (!detail) return;
    const at = app.since(detail.at), times = [at - 2e6, at + 2e6];
    for (const event of detail.events ?? []) if (event.at !== undefined) times.push(app.since(event.at));
    const low = Math.min(...times), high = Math.max(...times);
    setView(low - (high - low) * 0.1, high + (high - low) * 0.1);
  }

  const load = debounced(80, async () => {
    if (!isShown() || !view) return;
    control?.abort();
    const mine = control = new AbortController();
    try {
      const ns = (value) => app.began + BigInt(Math.round(value)), margin = span() * 0.2;
      const answer = await app.get('time', { from: ns(view.from - margin), until: ns(view.until + margin), width: Math.round(width() * 1.4) }, mine.signal);
      if (mine !== control) return;
      prepare(answer);
      draw();
    } catch (error) { if (mine === control) app.complain(error); }
  });

  function prepare(answer) {
    const rows = answer.stores.map((store) => ({ ...store, marks: (store.turns ?? []).map(([n, at, took]) => ({ n, at: app.since(at), took: Number(took ?? 0) })) }));
    const at = new Map(rows.flatMap((row) => row.marks.map((mark) => [mark.n, { row, ...mark }])));
    const since = (value) => value == null ? null : app.since(value);
    const from = app.since(answer.from), until = app.since(answer.until);
    const bars = (answer.effects ?? []).map((effect) => {
      const began = since(effect.began), ended = since(effect.ended);
      const waited = effect.waited && (began ?? ended) !== null ? (began ?? ended) - Number(effect.waited) : null;
      return { ...effect, waited, began, ended, from: waited ?? began ?? ended ?? from, until: ended ?? until };
    });
    for (const row of rows) row.bars = bars.filter((bar) => bar.store === row.name);
    data = { rows, at, from, until };
  }

  /** The text in an effect's bar. */
  const label = (bar) => bar.label ?? bar.id ?? `effect ${bar.effect}`;

  const draw = batched(() => {
    if (app.tab !== 'time' || !view || !frame.clientWidth) return;
    const style = getComputedStyle(frame);
    const probe = h('i');
    frame.append(probe);
    const shades = new Map();
    const shade = (name) => {
      if (!shades.has(name)) {
        if (/^c\d$/.test(name)) probe.className = name;
        else probe.style.color = `var(--${name})`;
        shades.set(name, getComputedStyle(probe).color);
        probe.removeAttribute('style');
      }
      return shades.get(name);
    };
    const ratio = devicePixelRatio || 1, gap = span() / width() * 5;
    let top = axisHeight;
    for (const row of data?.rows ?? []) {
      row.lanes = intoLanes(row.bars, gap);
      row.top = top;
      row.hidden = row.bars.filter((bar) => bar.lane < 0).length;
      top += headHeight + row.lanes * laneHeight + (row.hidden ? 14 : 0) + 8;
    }
    height = Math.max(120, top);
    canvas.style.height = `${height}px`;
    canvas.width = Math.round(width() * ratio);
    canvas.height = Math.round(height * ratio);
    const pen = canvas.getContext('2d');
    pen.scale(ratio, ratio);
    pen.font = `11px ${style.fontFamily}`;
    pen.textBaseline = 'middle';
    boxes = [];
    drawAxis(pen, shade);
    for (const row of data?.rows ?? []) drawRow(pen, row, shade);
    drawArrows(pen, shade);
    probe.remove();
    const text = `${sinceStart(view.from)} to ${sinceStart(view.until)} s · ${duration(span())}`;
    say(range, text);
    const rows = data?.rows ?? [], sum = (part) => rows.reduce((all, row) => all + row[part].length, 0);
    canvas.setAttribute('aria-label', `Time line from ${sinceStart(view.from)} to ${sinceStart(view.until)} seconds: ${count(rows.length, 'store')}, ${count(sum('marks'), 'turn')}, ${count(sum('bars'), 'effect')}`);
  });

  function path(pen, points, how = 'stroke') {
    pen.beginPath();
    for (const [px, y] of points) pen.lineTo(px, y);
    if (how !== 'stroke') pen.closePath();
    pen[how === 'fill' ? 'fill' : 'stroke']();
  }

  function drawAxis(pen, shade) {
    const target = span() / (width() / 110), power = 10 ** Math.floor(Math.log10(target));
    const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= target);
    pen.strokeStyle = shade('line');
    pen.fillStyle = shade('muted');
    pen.textAlign = 'left';
    for (let tick = Math.ceil(view.from / step) * step; tick <= view.until; tick += step) {
      const place = Math.round(x(tick)) + 0.5;
      path(pen, [[place, 0], [place, height]]);
      pen.fillText(tick === 0 ? '0' : step >= 1e6 ? `${Number((tick / 1e9).toFixed(3))} s` : `${(tick / 1e6).toFixed(3)} ms`, place + 3, axisHeight / 2);
    }
  }

  function drawRow(pen, row, shade) {
    const ink = shade(`c${colour(row.name)}`), middle = row.top + 18 + markHeight / 2;
    pen.fillStyle = shade('ink');
    pen.font = pen.font.replace(/^(bold )?/, 'bold ');
    pen.fillText(row.name, left, row.top + 8);
    pen.font = pen.font.replace('bold ', '');
    pen.strokeStyle = shade('line');
    path(pen, [[0, middle + 0.5], [width(), middle + 0.5]]);
    pen.fillStyle = ink;
    if (row.counts) {
      const most = Math.max(1, ...row.counts), cell = (x(data.until) - x(data.from)) / row.counts.length;
      row.counts.forEach((number, place) => {
        if (!number) return;
        const size = Math.max(2, number / most * markHeight);
        pen.fillRect(x(data.from) + place * cell, middle + markHeight / 2 - size, Math.max(1, cell), size);
      });
    }
    for (const mark of row.marks) {
      const place = x(mark.at), size = Math.max(3, x(mark.at + mark.took) - place);
      if (place + size < 0 || place > width()) continue;
      const isChosen = mark.n === app.shown;
      pen.fillStyle = isChosen ? shade('accent') : ink;
      pen.fillRect(place - (isChosen ? 1 : 0), middle - (isChosen ? 12 : 8), size + (isChosen ? 2 : 0), isChosen ? 24 : 16);
      boxes.push({ left: place - 3, right: place + size + 3, top: middle - 12, bottom: middle + 12, mark, row });
    }
    for (const bar of row.bars) {
      if (bar.lane < 0) continue;
      const y = row.top + headHeight + bar.lane * laneHeight + 2, tall = laneHeight - 4;
      const start = x(bar.began ?? bar.from), stop = Math.max(start + 3, x(bar.until));
      if (stop < 0 || x(bar.from) > width()) continue;
      const isBad = bar.end === 'failed', isQuiet = bar.end === 'cancelled' || bar.end === 'dropped';
      pen.strokeStyle = pen.fillStyle = isBad ? shade('bad') : isQuiet ? shade('muted') : ink;
      if (bar.waited !== null && bar.waited < (bar.began ?? bar.until)) {
        pen.setLineDash([2, 2]);
        path(pen, [[x(bar.waited), y + tall / 2], [x(bar.began ?? bar.until), y + tall / 2]]);
        pen.setLineDash([]);
      }
      if (bar.began !== null) {
        pen.globalAlpha = 0.25;
        pen.fillRect(start, y, stop - start, tall);
        pen.globalAlpha = 1;
        if (isQuiet) pen.setLineDash([3, 2]);
        pen.strokeRect(start + 0.5, y + 0.5, stop - start, tall - 1);
        pen.setLineDash([]);
      }
      endShape(pen, bar.end, bar.end ? stop : Math.min(stop, width() - 8), y + tall / 2);
      const begin = Math.max(start, 2) + 4, room = Math.min(stop, width()) - begin - 8;
      if (room > 24) {
        pen.fillStyle = shade('ink');
        pen.save();
        pen.beginPath();
        pen.rect(begin, y - 2, room, tall + 4);
        pen.clip();
        pen.fillText(label(bar), begin, y + tall / 2 + 0.5);
        pen.restore();
      }
      boxes.push({ left: Math.min(x(bar.from), start) - 2, right: stop + 5, top: y - 2, bottom: y + tall + 2, bar, row, y: y + tall / 2, start, stop });
    }
    if (row.hidden) {
      pen.fillStyle = shade('muted');
      pen.fillText(`and ${count(row.hidden, 'more effect')}: zoom in`, left, row.top + headHeight + row.lanes * laneHeight + 7);
    }
  }

  /** The end of an effect, by its shape: a disc, a cross, a diamond, a ring, or an arrow while it runs. */
  function endShape(pen, how, px, y) {
    pen.lineWidth = 1.6;
    if (how === 'failed') {
      path(pen, [[px - 4, y - 4], [px + 4, y + 4]]);
      path(pen, [[px + 4, y - 4], [px - 4, y + 4]]);
    } else if (how === 'cancelled') path(pen, [[px, y - 4], [px + 4, y], [px, y + 4], [px - 4, y]], 'bound');
    else if (how === 'dropped' || how === 'finished') {
      pen.beginPath();
      pen.arc(px, y, 3.5, 0, 7);
      pen[how === 'finished' ? 'fill' : 'stroke']();
    } else path(pen, [[px, y - 4], [px + 6, y], [px, y + 4]], 'fill');
    pen.lineWidth = 1;
  }

  function drawArrows(pen, shade) {
    if (!data || !detail) return;
    pen.strokeStyle = pen.fillStyle = shade('accent');
    pen.lineWidth = 1.5;
    const place = (n) => {
      const mark = data.at.get(n);
      return mark && { x: x(mark.at) + 1, y: mark.row.top + 18 + markHeight / 2 };
    };
    const bars = boxes.filter((box) => box.bar);
    const chosen = place(detail.n);
    for (const box of bars) {
      const { bar } = box;
      if (bar.turn === detail.n) {
        arrow(pen, chosen, { x: box.start, y: box.y });
        for (const n of bar.led ?? []) {
          const to = place(n);
          if (to) arrow(pen, { x: clamp(to.x - 24, box.start, box.stop), y: box.y }, to);
        }
      } else if ((bar.led ?? []).includes(detail.n)) {
        arrow(pen, place(bar.turn), { x: box.start, y: box.y });
        arrow(pen, { x: clamp(chosen?.x ?? 0, box.start, box.stop), y: box.y }, chosen);
      }
    }
    const direct = /^turn (\d+)$/.exec(detail.cause ?? '');
    if (direct) arrow(pen, place(Number(direct[1])), chosen);
    for (const item of detail.led ?? []) {
      if (!bars.some((box) => box.bar.turn === detail.n && (box.bar.led ?? []).includes(item.n))) arrow(pen, chosen, place(item.n));
    }
    pen.lineWidth = 1;
  }
  function arrow(pen, from, to) {
    if (!from || !to) return;
    const bend = Math.max(14, Math.abs(to.x - from.x) / 3);
    pen.beginPath();
    pen.moveTo(from.x, from.y);
    pen.bezierCurveTo(from.x + bend, from.y, to.x - bend, to.y, to.x - 5, to.y);
    pen.stroke();
    path(pen, [[to.x, to.y], [to.x - 7, to.y - 4], [to.x - 7, to.y + 4]], 'fill');
  }

  // The mouse and the keys.

  const boxAt = (event) => {
    const area = canvas.getBoundingClientRect(), px = event.clientX - area.left, py = event.clientY - area.top;
    const found = boxes.filter((box) => px >= box.left && px <= box.right && py >= box.top && py <= box.bottom);
    return found.sort((a, b) => Math.abs((a.left + a.right) / 2 - px) - Math.abs((b.left + b.right) / 2 - px))[0];
  };
  let drag = null;
  canvas.addEventListener('wheel', (event) => {
    if (!view) return;
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey) pan((event.deltaX || event.deltaY) / width());
    else if (event.ctrlKey || event.metaKey || height <= panel.clientHeight) zoom(Math.exp(event.deltaY / 400), time(event.clientX - canvas.getBoundingClientRect().left));
    else return;
    event.preventDefault();
  }, { passive: false });
  canvas.onpointerdown = (event) => {
    if (!view) return;
    drag = { x: event.clientX, from: view.from, until: view.until, moved: false };
    canvas.setPointerCapture(event.pointerId);
  };
  canvas.onpointermove = (event) => {
    if (drag) {
      const way = event.clientX - drag.x;
      drag.moved ||= Math.abs(way) > 4;
      const by = -way / width() * (drag.until - drag.from);
      if (drag.moved) setView(drag.from + by, drag.until + by);
      return;
    }
    const box = view && boxAt(event);
    canvas.style.cursor = box ? 'pointer' : 'grab';
    if (box !== hover) showTip(box, event);
  };
  canvas.onpointerup = (event) => {
    const box = drag && !drag.moved && boxAt(event);
    drag = null;
    if (box) app.choose(box.mark?.n ?? box.bar.turn);
  };
  canvas.onpointercancel = () => { drag = null; };
  canvas.onpointerleave = () => showTip(null);
  function showTip(box, event) {
    hover = box;
    tip.hidden = !box;
    if (!box) return;
    const { mark, bar } = box;
    replace(tip, mark
      ? [h('b', { text: `Turn ${mark.n}` }), ` ${box.row.name}`, h('br'), `${clock(big(app.began) + BigInt(Math.round(mark.at)))}${mark.took ? ` · ${duration(mark.took)}` : ''}`]
      : [h('b', { text: label(bar) }), ` ${bar.end ?? 'runs'}`, bar.reason ? `: ${bar.reason}` : '', h('br'),
        effectFacts(`effect ${bar.effect} of turn ${bar.turn}`, bar, bar.began)]);
    const area = frame.getBoundingClientRect();
    tip.style.left = `${clamp(event.clientX - area.left + 12, 0, frame.clientWidth - tip.offsetWidth - 4)}px`;
    tip.style.top = `${box.bottom + 6}px`;
  }
  canvas.onkeydown = (event) => {
    if (isForeign(event)) return;
    const works = { ArrowLeft: () => pan(-0.2), ArrowRight: () => pan(0.2), '+': () => zoom(0.5), '=': () => zoom(0.5), '-': () => zoom(2), 0: showAll, f: showTurn };
    if (!Object.hasOwn(works, event.key)) return;
    works[event.key]();
    take(event);
  };

  // What is asked for.

  async function loadDetail() {
    if (!isShown() || !app.shown) return;
    const turn = app.shown;
    try {
      const answer = await app.get('turn', { n: turn });
      if (turn === app.shown) detail = answer;
      draw();
    } catch { detail = null; }
  }
  const loadSlow = () => app.attempt(async () => {
    const { turns } = await app.get('slow', { count: 20 });
    replace(slow, h('h3', null, 'Slowest turns'), turns.length
      ? h('ol', { class: 'plain' }, turns.map((row) => h('li', null, h('span', { class: 'd', text: duration(Number(row.update ?? 0) + Number(row.observers ?? 0)) }), ' ',
        turnLink(row.n, row.name), ' ', storeName(row.store))))
      : hint('No turn was measured yet.'));
  });
  async function open() {
    if (!isShown()) return;
    try {
      const all = Number(app.history.turns), ends = [0, all - 1].map((at) => app.get('turns', { at, count: 1 }));
      if (all) [oldestAt, newestAt] = (await Promise.all(ends)).map(({ turns }) => app.since(turns[0].at));
    } catch { /* the ends stay where they were */ }
    if (!view || isWhole) showAll();
    else load();
    loadDetail();
    loadSlow();
  }
  app.on('history', () => { view = data = detail = null; oldestAt = newestAt = 0; isWhole = true; });
  app.on('history tab', open);
  app.on('turn', () => { detail = null; loadDetail(); });
  app.on('theme', draw);
  app.on('changed', throttled(1000, () => { if (!app.isPaused && app.turn === null) open(); }));
  new ResizeObserver(draw).observe(frame);
}
