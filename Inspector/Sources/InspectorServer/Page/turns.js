// The list of turns: only the rows in sight exist, whatever the number of turns.

import { app, colour } from './app.js';
import { batched, button, byId, clamp, clock, count, debounced, duration, grouped, h, isForeign, mark, replace, say, sinceStart } from './dom.js';

const rowHeight = 26, pageSize = 200;
/** Browsers limit an element's height; above this, the scroll bar is a scale of the list. */
const tallest = 8_000_000;

export function setUp() {
  const scroller = byId('rows');
  const layer = h('div', { class: 'layer', role: 'presentation' });
  const space = h('div', { class: 'space', role: 'presentation' });
  scroller.append(layer, space);

  let total = 0, position = 0, lastTop = 0, height = 0, cursor = -1, isAtEnd = true, seen = 0;
  let pages = new Map(), epoch = 0, searched = null, generation = 0;
  const pool = [];

  const fullHeight = () => total * rowHeight;
  const furthest = () => Math.max(0, fullHeight() - height);
  const barHeight = () => Math.min(fullHeight(), tallest);
  const scale = () => {
    const way = barHeight() - height;
    return way > 0 ? furthest() / way : 1;
  };
  const ask = (path, params, signal) => app.get(path, [...Object.entries(params), ...app.filter.params], signal);
  const row = (place) => pages.get(Math.floor(place / pageSize))?.rows?.[place % pageSize];

  function setTop(value) {
    scroller.scrollTop = value;
    lastTop = scroller.scrollTop;
  }
  function setPosition(to) {
    position = clamp(to, 0, furthest());
    isAtEnd = position >= furthest() - rowHeight / 2;
  }
  function move(to) {
    setPosition(to);
    setTop(position / scale());
    draw();
  }
  function resize() {
    const wasAtEnd = isAtEnd;
    space.style.height = `${barHeight()}px`;
    if (wasAtEnd && (app.turn === null || position > 0)) {
      position = furthest();
      isAtEnd = true;
    }
    position = Math.min(position, furthest());
    setTop(position / scale());
  }

  scroller.addEventListener('scroll', () => {
    // A list that became taller or lower is scrolled by the browser: it stays where it was, at its end above all.
    if (scroller.clientHeight !== height) {
      height = scroller.clientHeight;
      resize();
      return draw();
    }
    const top = scroller.scrollTop, delta = top - lastTop;
    if (delta === 0) return;
    const isStep = Math.abs(delta) <= 3 * height;
    if (scale() <= 1 || !isStep) position = top * scale();
    else {
      position = clamp(position + delta, 0, furthest());
      // The bar's end came before the list's: the bar is set back to where the list is.
      if ((top <= 0 && position > 0) || (top >= barHeight() - height - 1 && position < furthest())) {
        scroller.scrollTop = position / scale();
      }
    }
    setPosition(position);
    lastTop = scroller.scrollTop;
    if (isAtEnd) seen = total;
    draw();
  }, { passive: true });
  scroller.onscrollend = () => { if (scale() > 1) setTop(position / scale()); };

  // The pages of rows.

  function load() {
    if (!app.history || !height) return;
    const first = Math.floor(Math.max(0, position / rowHeight - 30) / pageSize);
    const last = Math.floor(clamp((position + height) / rowHeight + 30, 0, Math.max(0, total - 1)) / pageSize);
    for (const [place, page] of pages) {
      if (page.control && (place < first || place > last)) page.control.abort();
      if (Math.abs(place - first) > 60 && !page.control) pages.delete(place);
    }
    for (let place = first; place <= last && place * pageSize < Math.max(total, 1); place++) fetchPage(place);
  }
  async function fetchPage(place) {
    let page = pages.get(place);
    if (!page) pages.set(place, page = { rows: null, epoch: -1, began: -Infinity });
    if (page.control || page.epoch === epoch) return;
    const isFull = page.rows?.length === pageSize;
    const wait = page.began + (isFull ? 1000 : 100) - performance.now();
    if (wait > 0) {
      page.timer ??= setTimeout(() => { page.timer = null; load(); }, wait);
      return;
    }
    const asked = epoch, mine = generation;
    page.control = new AbortController();
    page.began = performance.now();
    try {
      const answer = await ask('turns', { at: place * pageSize, count: pageSize }, page.control.signal);
      if (mine !== generation) return;
      page.rows = answer.turns;
      page.epoch = asked;
      searched = answer.isComplete === false ? answer.through : null;
      if (searched !== null) setTimeout(() => { if (mine === generation) { epoch += 1; load(); } }, 250);
      setTotal(app.isPaused ? Math.min(answer.total, Math.max(total, pausedTotal())) : answer.total);
    } catch (error) {
      if (mine === generation && error.name !== 'AbortError') {
        page.epoch = asked;
        app.complain(error);
      }
    } finally {
      page.control = null;
      if (mine === generation) {
        draw();
        if (page.epoch !== epoch) load();
      }
    }
  }
  const pausedTotal = () => app.filter.params.length ? Infinity : Number(app.history.turns);

  function setTotal(value) {
    if (value === total) return;
    total = value;
    if (total === 0) cursor = -1;
    seen ??= total;
    resize();
    if (isAtEnd) seen = total;
  }

  function startAgain() {
    generation += 1;
    for (const page of pages.values()) {
      page.control?.abort();
      clearTimeout(page.timer);
    }
    pages = new Map();
    epoch += 1;
    searched = null;
    cursor = -1;
    total = 0;
    seen = null;
    position = 0;
    isAtEnd = app.turn === null;
    setTotal(app.history ? Number(app.history.turns) : 0);
    if (!total) resize();
    if (app.history) fetchPage(app.filter.params.length ? 0 : Math.floor(Math.max(0, total - 1) / pageSize));
    if (app.turn !== null) reveal();
    draw();
  }

  // The rows in sight.

  function makeRow() {
    const parts = { dot: h('i', { class: 'dot' }), store: h('span'), name: h('b'), text: h('span'), bar: h('i'), took: h('span') };
    const inner = { s: [parts.dot, parts.store], m: [parts.name, parts.text], d: [parts.bar, parts.took] };
    const node = h('div', { role: 'option', class: 'row' }, [...'ntsmkd'].map((name) => parts[name] = h('span', { class: name }, inner[name])));
    layer.append(node);
    return { node, parts, place: -1, data: undefined, look: '' };
  }

  function paint(item, place) {
    const data = row(place);
    const isChosen = data ? data.n === app.shown : false;
    const look = `${isChosen} ${app.showsClock} ${data && app.pins.has(data.n)} ${place === cursor} ${data && Number(app.history.showing) === data.n} ${total}`;
    if (item.place === place && item.data === data && item.look === look) return;
    const { node, parts } = item;
    if (item.place !== place) {
      node.id = `row-${place}`;
      item.place = place;
    }
    node.setAttribute('aria-posinset', place + 1);
    node.setAttribute('aria-setsize', total);
    node.setAttribute('aria-selected', isChosen);
    item.look = look;
    item.data = data;
    node.className = `row${place % 2 ? ' other' : ''}${place === cursor ? ' cursor' : ''}`;
    if (!data) {
      parts.n.textContent = '…';
      for (const part of [parts.t, parts.store, parts.name, parts.text, parts.took]) part.textContent = '';
      parts.k.replaceChildren();
      parts.bar.style.width = '0';
      parts.dot.className = 'dot';
      node.setAttribute('aria-label', `Turn at place ${place + 1}, loading`);
      return;
    }
    if (Number(app.history.showing) === data.n) node.classList.add('showing');
    parts.n.textContent = data.n;
    parts.t.textContent = app.showsClock ? clock(data.at) : sinceStart(app.since(data.at));
    parts.dot.className = `dot c${colour(data.store)}`;
    parts.store.textContent = data.store;
    parts.name.textContent = data.name;
    const text = data.text ?? '';
    parts.text.textContent = text === data.name ? '' : text.startsWith(data.name) ? text.slice(data.name.length) : ` ${text}`;
    const marks = [
      app.pins.has(data.n) && ['pin', '◆', 'pinned'], data.effects && ['fx', `⚡${data.effects}`, count(data.effects, 'effect')],
      data.failed && ['bad', '✕', 'an effect failed'], data.unhandled && ['odd', '?', 'unhandled'],
    ].filter(Boolean);
    replace(parts.k, marks.map(([name, sign, title]) => h('i', { class: name, title, text: sign })));
    const took = Number(data.update ?? 0) + Number(data.observers ?? 0);
    const isMeasured = data.update != null;
    parts.took.textContent = isMeasured ? duration(took) : '';
    parts.bar.style.width = isMeasured ? `${clamp(20 * Math.log10(Math.max(1, took / 1000)), 3, 100)}%` : '0';
    parts.bar.className = took > 16e6 ? 'late' : took > 4e6 ? 'slow' : '';
    node.setAttribute('aria-label', [`Turn ${data.n}`, data.store, text || data.name, ...marks.map(([, , title]) => title),
      isMeasured && `took ${duration(took)}`].filter(Boolean).join(', '));
  }

  const draw = batched(() => {
    height = scroller.clientHeight;
    if (!height) return;
    const first = Math.max(0, Math.floor(position / rowHeight));
    const shownRows = Math.ceil(height / rowHeight) + 1;
    while (pool.length < shownRows) pool.push(makeRow());
    pool.forEach((item, slot) => {
      const place = first + ((slot - first) % pool.length + pool.length) % pool.length;
      item.node.hidden = place >= total;
      if (item.node.hidden) return;
      item.node.style.transform = `translateY(${place * rowHeight - position}px)`;
      paint(item, place);
    });
    mark(scroller, cursor >= first && cursor < first + pool.length && `row-${cursor}`);
    paintFoot();
    load();
  });

  function paintFoot() {
    const all = Number(app.history?.turns ?? 0), lost = Number(app.history?.lost ?? 0);
    const parts = [app.filter.params.length ? `${grouped(total)} of ${count(all, 'turn')}` : count(total, 'turn')];
    if (searched !== null) parts.push(`searched to turn ${grouped(searched)}`);
    if (lost) parts.push(`${grouped(lost)} lost`);
    say(byId('count'), parts.join(' · '));
    if (isAtEnd) seen = total;
    const news = app.isPaused ? 0 : Math.max(0, total - (seen ?? total));
    byId('newest').hidden = isAtEnd && app.turn === null;
    say(byId('newest'), news ? `${count(news, 'new turn')} ↓` : 'Newest turn ↓');
    const none = total === 0 && app.history && searched === null;
    scroller.dataset.none = none ? (app.filter.params.length ? 'No turn matches the filter.' : 'No turn yet. Send a message in the application.') : '';
  }

  // Moving, by keys and from the other parts.

  function chooseAt(place, opens) {
    cursor = clamp(place, 0, total - 1);
    if (total === 0) return;
    if (cursor * rowHeight < position) move(cursor * rowHeight);
    else if ((cursor + 1) * rowHeight > position + height) move((cursor + 1) * rowHeight - height);
    const data = row(cursor);
    if (data) app.choose(data.n);
    else loadChosen(cursor);
    if (opens) document.body.dataset.view = 'detail';
    draw();
  }
  const loadChosen = debounced(60, (place) => app.attempt(async () => {
    const answer = await ask('turns', { at: place, count: 1 });
    if (place === cursor && answer.turns[0]) app.choose(answer.turns[0].n);
  }));

  /** Brings the chosen turn into sight. */
  async function reveal() {
    const turn = app.turn;
    if (turn === null || !app.history) return;
    const answer = await app.attempt(() => ask('place', { turn }));
    if (!answer || app.turn !== turn) return;
    const known = cursor = Number(answer.at);
    if (known * rowHeight < position || (known + 1) * rowHeight > position + height) {
      isAtEnd = false;
      move((known + 0.5) * rowHeight - height / 2);
    }
    draw();
  }
  function follow() {
    cursor = -1;
    seen = total;
    app.choose(null);
    move(furthest());
  }

  scroller.onclick = (event) => {
    const item = pool.find(({ node }) => node.contains(event.target));
    if (item) chooseAt(item.place, true);
  };
  scroller.onkeydown = (event) => {
    if (isForeign(event)) return;
    const page = Math.max(1, Math.floor(height / rowHeight) - 1);
    const from = cursor >= 0 ? cursor : total - 1;
    const steps = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1, PageDown: page, PageUp: -page };
    if (Object.hasOwn(steps, event.key)) chooseAt(cursor < 0 && steps[event.key] > 0 ? total - 1 : from + steps[event.key]);
    else if (event.key === 'Home') chooseAt(0);
    else if (event.key === 'End') follow();
    else if (event.key === 'Enter') {
      if (cursor < 0) chooseAt(total - 1);
      document.body.dataset.view = 'detail';
      byId('detail').querySelector('[role=tab][aria-selected=true]')?.focus();
    } else return;
    event.preventDefault();
  };
  byId('newest').onclick = () => { follow(); scroller.focus(); };
  byId('clock').onclick = () => {
    app.showsClock = !app.showsClock;
    byId('clock').textContent = app.showsClock ? 'Time of day' : 'Since start';
    draw();
  };

  app.on('kept', follow);
  app.on('history filter', startAgain);
  app.on('changed', () => {
    if (app.isPaused) return draw();
    epoch += 1;
    if (!app.filter.params.length) setTotal(Number(app.history.turns));
    else fetchPage(Math.floor(Math.max(0, total - 1) / pageSize));
    draw();
  });
  app.on('turn', () => {
    if (app.turn !== null && row(cursor)?.n !== app.turn) reveal();
    draw();
  });
  app.on('pins showing pause', draw);
  app.on('pins', () => {
    const strip = byId('pins');
    strip.hidden = !app.pins.size;
    replace(strip, [...app.pins].sort((a, b) => a - b).map((turn) =>
      button(`◆ ${turn}`, () => app.choose(turn), { 'aria-label': `Pinned turn ${turn}` })));
  });
  new ResizeObserver(() => {
    height = scroller.clientHeight;
    resize();
    draw();
  }).observe(scroller);

  return { follow, step: (by) => chooseAt((cursor >= 0 ? cursor : total - 1) + by), focus: () => scroller.focus() };
}
