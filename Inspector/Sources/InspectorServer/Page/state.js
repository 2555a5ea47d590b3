// The tab State: the state after a turn, level by level; watched paths; what differs from another turn.

import { app } from './app.js';
import { alert, announce, button, copy, count, debounced, h, hint, option, pathText, replace, say, svg, throttled } from './dom.js';
import { setWord } from './filter.js';
import { Tree } from './tree.js';
import { keepFocus, turnLink } from './turn.js';

function sparkline(values, turn) {
  const width = 220, height = 34, numbers = values.map((value) => Number(value.number));
  const low = Math.min(...numbers), high = Math.max(...numbers), first = values[0].n, last = Math.max(values.at(-1).n, turn);
  const x = (n) => 3 + (last === first ? 0.5 : (n - first) / (last - first)) * (width - 6);
  const y = (number) => high === low ? height / 2 : height - 4 - (number - low) / (high - low) * (height - 8);
  let line = `M${x(first)} ${y(numbers[0])}`;
  for (let place = 1; place < values.length; place++) line += `H${x(values[place].n).toFixed(1)}V${y(numbers[place]).toFixed(1)}`;
  line += `H${x(last)}`;
  const now = values.findLast((value) => value.n <= turn);
  return svg('svg', { class: 'spark', viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': `From ${numbers[0]} to ${numbers.at(-1)}, lowest ${low}, highest ${high}` },
    svg('path', { d: line }), now && svg('circle', { cx: x(Math.min(turn, last)), cy: y(Number(now.number)), r: 3 }));
}

export function changeList(changes) {
  const sign = { changed: '~', added: '+', removed: '−', moved: '↕' };
  return h('ul', { class: 'changes' }, changes.map((change) => h('li', { class: change.kind },
    h('i', { text: sign[change.kind] ?? '·', title: change.kind }), h('span', { class: 'hidden', text: change.kind + ' ' }), h('b', { text: pathText(change.path) }), ' ',
    change.before != null && h('del', { text: change.before }), change.before != null && change.after != null ? ' → ' : ' ',
    change.after != null && h('ins', { text: change.after }))));
}

export function setUp(panel) {
  let store = null, control = null, path = null, child = null, storeOfTurn = null, isChosenByHand = false;
  const watches = [];
  const select = h('select', { 'aria-label': 'Store', onchange: () => { isChosenByHand = true; openStore(select.value); } });
  const search = h('input', { type: 'search', placeholder: 'Search in the state', 'aria-label': 'Search in the state', oninput: () => find() });
  const other = h('input', { type: 'number', min: '0', placeholder: 'turn', 'aria-label': 'Turn to compare with', onkeydown: (event) => { if (event.key === 'Enter') compare(); } });
  const opens = h('input', { type: 'checkbox', checked: true, onchange: () => { tree.opensChanges = opens.checked; load(); } });
  const origin = h('p', { class: 'hint' });
  const hits = h('div', { class: 'hits', hidden: true });
  const result = h('div', { class: 'result', hidden: true });
  const about = h('div', { class: 'about', hidden: true });
  const watched = h('section', { class: 'watched', hidden: true, 'aria-label': 'Watched paths' });
  const problem = alert();
  const tree = new Tree({
    label: 'State',
    load: (at, from, signal) => app.get('state', { n: app.shown, store, path: JSON.stringify(at), at: from, count: 200 }, signal)
      .then((level) => { if (!at.length) sayOrigin(level); return level; }),
    chosen: (at, value) => { path = at; child = value; drawAbout(); },
  });
  tree.opensChanges = true;
  panel.append(h('div', { class: 'pane' },
    h('div', { class: 'actions' }, select, search,
      h('span', { class: 'group' }, other, button('Compare', () => compare())),
      h('label', { class: 'check' }, opens, 'Open what changed')),
    hits, result, problem, origin, about, tree.element, watched));

  function sayOrigin(level) {
    const words = { sample: 'sent by the application', computed: 'computed by taking the turns again', snapshot: 'from a snapshot' };
    const text = [`State of ${store} after turn ${level.turn ?? app.shown}`, Number(level.of) !== Number(level.turn) && level.of !== undefined ? `last changed by turn ${level.of}` : null,
      words[level.origin], level.reflected && 'read from memory, without a schema', level.cut && 'shortened'].filter(Boolean).join(' · ');
    say(origin, text);
  }

  function drawStores() {
    const names = app.stores;
    if (!names.includes(store)) store = app.history?.stores?.find(({ exact }) => exact)?.name ?? names[0] ?? null;
    const text = names.join('\n');
    if (select.dataset.names !== text) {
      replace(select, names.map((name) => option(name)));
      select.dataset.names = text;
    }
    if (store) select.value = store;
  }
  function forget(name) {
    store = name;
    path = child = null;
    tree.open = new Set(['[]']);
    about.hidden = hits.hidden = result.hidden = true;
  }
  function openStore(name) {
    forget(name);
    drawStores();
    load();
  }

  async function load() {
    if (app.tab !== 'state') return;
    drawStores();
    drawWatches();
    if (!app.history || !store || !app.shown) {
      origin.textContent = 'No state yet.';
      return replace(tree.element);
    }
    control?.abort();
    const mine = control = new AbortController();
    try {
      await tree.refresh(mine.signal);
      if (mine !== control) return;
      problem.hidden = true;
      tree.element.hidden = origin.hidden = false;
      if (!path && app.turn !== null) tree.element.querySelector('.changed:not(:has(.changed))')?.firstChild.scrollIntoView({ block: 'center' });
      if (path) {
        const found = tree.children?.get(JSON.stringify(path));
        if (found) child = found.child;
        drawAbout();
      }
    } catch (error) {
      if (error.name === 'AbortError' || mine !== control) return;
      problem.textContent = error.message;
      problem.hidden = false;
      tree.element.hidden = origin.hidden = about.hidden = true;
    } finally {
      if (mine === control) control = null;
    }
  }

  function drawAbout() {
    about.hidden = !path;
    if (!path) return;
    const isCut = child.text.length >= 200 || /…"?$/.test(child.text);
    keepFocus(about, () => replace(about,
      h('code', { class: 'path', text: pathText(path) }),
      h('span', { class: 'actions' },
        button('Copy path', () => copy(pathText(path), 'The path')),
        button('Copy value', copyValue),
        button('Watch', () => watch(store, path), { title: 'Watch (w)' }),
        button('Turns that changed it', () => setWord('changed', [store, ...path].join('.')))),
      isCut && child.type !== 'object' && child.type !== 'array' ? button('Show all of it', () => app.attempt(async () => about.append(h('pre', { text: await whole() })))) : null));
  }
  const whole = async () => (await app.get('state', { n: app.shown, store, path: JSON.stringify(path), whole: 1 })).text;
  const copyValue = () => app.attempt(async () => copy(child.count === 0 && child.text.length < 200 ? child.text : await whole(), 'The value'));

  const find = debounced(250, () => app.attempt(async () => {
    const text = search.value.trim();
    hits.hidden = !text;
    if (!text || !store) return;
    const answer = await app.get('search', { n: app.shown, store, text });
    replace(hits, h('p', { class: 'hint', role: 'status' }, `${found(answer.hits, 'place', answer)} with “${text}”`),
      h('ul', { class: 'plain' }, answer.hits.map((hit) => h('li', null,
        button(pathText(hit.path), () => tree.reveal(hit.path).catch(app.complain), { class: 'link' }), ' ', h('span', { class: 'value', text: hit.text })))));
  }));
  const found = (list, one, answer) => `${count(list.length, one)}${answer.isComplete ? '' : ' so far'}`;

  const compare = () => app.attempt(async () => {
    const from = Number(other.value);
    if (!other.value || !store || !app.shown) return announce('Enter the number of a turn to compare with.');
    const [low, high] = [from, app.shown].sort((a, b) => a - b);
    const answer = await app.get('difference', { from: low, to: high, store });
    result.hidden = false;
    replace(result, h('div', { class: 'title' },
      h('h3', { role: 'status' }, answer.changes.length ? `${found(answer.changes, 'change', answer)} from turn ${low} to turn ${high}` : `Nothing differs between turn ${low} and turn ${high}.`),
      button('Close', () => { result.hidden = true; })), changeList(answer.changes));
  });

  function watch(inStore, at) {
    const key = JSON.stringify([inStore, at]);
    if (!at || watches.some((item) => item.key === key)) return;
    watches.push({ key, store: inStore, path: at, values: null });
    announce(`${pathText(at)} is watched.`);
    drawWatches();
    loadWatches();
  }
  const loadWatches = throttled(1000, async () => {
    if (app.tab !== 'state' || !app.history) return;
    for (const item of watches) {
      try {
        const last = Number(app.history.last), first = Math.max(Number(app.history.first ?? 1) - 1, last - 5000);
        item.values = await app.get('values', { store: item.store, path: JSON.stringify(item.path), from: first, to: last });
        item.problem = null;
      } catch (error) { item.problem = error.message; }
    }
    drawWatches();
  });
  function drawWatches() {
    watched.hidden = !watches.length;
    keepFocus(watched, () => replace(watched, watches.length ? h('h3', null, 'Watched') : null, watches.map((item) => {
      const values = item.values?.values ?? [], now = values.findLast((value) => value.n <= app.shown);
      const isNumeric = values.length > 1 && values.every((value) => value.number != null);
      return h('div', { class: 'watch' },
        h('div', { class: 'title' }, h('code', { text: `${item.store}.${pathText(item.path)}` }),
          button('✕', () => { watches.splice(watches.indexOf(item), 1); drawWatches(); }, { class: 'quiet', 'aria-label': `Stop watching ${pathText(item.path)}` })),
        item.problem ? hint(item.problem) : h('p', { class: 'now', text: now ? now.text : values.length ? 'Not known here' : 'Loading' }),
        isNumeric ? sparkline(values, app.shown) : null,
        values.length ? h('ul', { class: 'plain values' }, values.slice(-8).reverse().map((value) =>
          h('li', null, turnLink(value.n), ' ', h('span', { class: 'value', text: value.text })))) : null,
        values.length > 8 ? hint(`${found(values, 'value', item.values)}; the newest eight are listed.`) : null);
    })));
  }

  /** The state tab opens at the store of the chosen turn, unless a store was chosen by hand. */
  async function followStore() {
    if (app.turn === null || isChosenByHand || app.tab !== 'state') return;
    const turn = app.turn;
    if (storeOfTurn === turn) return;
    storeOfTurn = turn;
    try {
      const row = await app.get('turn', { n: turn });
      const isExact = app.history.stores.find(({ name }) => name === row.store)?.exact;
      if (app.turn === turn && !isChosenByHand && row.store !== store && isExact !== false) openStore(row.store);
    } catch { /* the tree says why there is no state */ }
  }
  app.on('history', () => {
    forget(null);
    isChosenByHand = false;
    watches.length = 0;
  });
  app.on('turn history tab', () => { followStore(); load(); });
  app.on('changed', throttled(400, () => {
    if (app.isPaused || app.tab !== 'state') return;
    if (app.turn === null && !control) load();
    else drawStores();
    if (watches.length) loadWatches();
  }));
  return { watch: () => path && watch(store, path) };
}
