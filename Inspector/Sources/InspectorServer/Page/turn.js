// The tab Turn: the message, what led to it, its effects and what followed.

import { Exact, parse, save } from './api.js';
import { app, colour } from './app.js';
import { big, button, clock, copy, count, duration, h, openDialog, openJSON, openMenu, replace, sinceStart, throttled } from './dom.js';
import { Tree, levelOf } from './tree.js';

export const storeName = (name) => h('span', { class: 's' }, h('i', { class: `dot c${colour(name)}` }), name);

/** A link to a turn. */
export const turnLink = (turn, ...words) =>
  h('button', { type: 'button', class: 'link', onclick: () => app.choose(Number(turn)) }, `Turn ${turn}`, words.length ? ' · ' : null, words);

export const ends = {
  finished: ['●', 'finished'], failed: ['✕', 'failed'], cancelled: ['◇', 'cancelled'],
  dropped: ['○', 'dropped'], started: ['▸', 'runs'], waiting: ['…', 'waits'],
};

/** The lives of effects, from their events: waited from, began, ended, how. */
export function lives(events) {
  const found = new Map();
  for (const event of events ?? []) {
    const life = found.get(event.effect) ?? { effect: event.effect, kind: event.kind };
    found.set(event.effect, life);
    for (const name of ['label', 'id', 'queue', 'part', 'reason']) if (event[name] !== undefined) life[name] = event[name];
    life.kind = event.kind;
    if (event.kind === 'waiting') life.waited = event.at;
    else if (event.kind === 'started') life.began = event.at;
    else life.ended = event.at;
  }
  return [...found.values()];
}

function lifeLine(life, led) {
  const [sign, word] = ends[life.kind] ?? ['·', life.kind];
  const between = (from, to) => from !== undefined && to !== undefined && from !== null && to !== null
    ? duration(big(to) - big(from)) : null;
  const waited = between(life.waited, life.began ?? life.ended), ran = between(life.began, life.ended);
  return h('li', { class: `life ${life.kind}` },
    h('i', { class: 'end', 'aria-hidden': 'true', text: sign }),
    h('span', null, h('b', { text: life.label ?? `effect ${life.effect}` }), ` ${word}`,
      life.reason && `: ${life.reason}`),
    h('small', null, [life.label && `effect ${life.effect}`, life.id && `id ${life.id}`, life.queue && `queue ${life.queue}`, life.part && `part ${life.part}`,
      waited && `waited ${waited}`, ran && `ran ${ran}`].filter(Boolean).join(' · ')),
    led.length ? h('div', { class: 'led' }, '→ ', led.map((row) => [turnLink(row.n, row.store, ' ', row.name), ' '])) : null);
}

const sendDialog = (detail) => openJSON(`Send a message to ${detail.store}`, `The application takes it as a new turn, of kind ${detail.kind}.`, detail.message, parse,
  ['Send', (message) => app.post('send', { store: detail.store, kind: detail.kind, message })]);

export function saveMenu(opener) {
  const last = Number(app.history?.last ?? 0), first = Number(app.history?.first ?? 1), id = app.history?.id;
  const forms = [
    ['As an export', 'export', 'opens again in an inspector'], ['As a test', 'test', 'steps of a TestStore'],
    ['As a replay', 'replay', 'the turns with their file'], ['As a sequence diagram', 'sequence', 'SVG'], ['For Perfetto', 'perfetto', 'Chrome trace events'],
  ];
  openMenu(opener, forms.map(([title, form, hint]) => [title, () => {
    const from = h('input', { type: 'number', min: first, max: last, value: first, 'aria-label': 'First turn' });
    const to = h('input', { type: 'number', min: first, max: last, value: app.turn ?? last, 'aria-label': 'Last turn' });
    const names = (app.history.stores ?? []).map(({ name }) => name), store = h('select', { 'aria-label': 'Store' }, ['', ...names].map((value) => h('option', { value, text: value || 'All stores' })));
    if (form === 'test') store.value = names[0];
    openDialog(`Save turns: ${title.toLowerCase()}`, h('p', { class: 'fields' }, h('label', null, 'From turn ', from), h('label', null, ' to turn ', to), store),
      [['Save', () => save(`/api/h/${id}/out`, { form, from: from.value, to: to.value, store: store.value || null })]]);
  }, hint]));
}

/** Opens the outer levels of a message, up to 30 lines. */
function openSmall(open, message) {
  let lines = 0;
  for (const queue = [[[], message]]; queue.length;) {
    const [path, value] = queue.shift(), keys = value !== null && typeof value === 'object' && !(value instanceof Exact) ? Object.keys(value) : [];
    if (!keys.length || (lines += keys.length) > 30) continue;
    open.add(JSON.stringify(path));
    for (const key of keys) queue.push([[...path, Array.isArray(value) ? Number(key) : key], value[key]]);
  }
}

export function setUp(panel) {
  let control = null, shown = null, detail = null;
  const body = h('div', { class: 'pane' });
  panel.append(body);

  function draw() {
    const row = detail, began = app.began;
    if (!row) return replace(body, h('p', { class: 'hint' }, app.history ? 'No turn yet.' : ''));
    const pinned = app.pins.has(row.n), isLive = app.history.kind !== 'journal';
    const tree = new Tree({ label: `Message of turn ${row.n}`, load: levelOf(row.message) });
    const hasMembers = row.message !== null && typeof row.message === 'object';
    openSmall(tree.open, row.message);
    tree.refresh().catch(app.complain);
    const led = row.led ?? [], effects = lives(row.events);
    const byEffect = (life) => led.filter((item) => item.cause === `effect ${life.effect} of turn ${row.n}`);
    const shownLed = new Set(effects.flatMap(byEffect));
    const rest = led.filter((item) => !shownLed.has(item));
    const chain = [...(row.chain ?? [])].reverse();
    const took = (name, value) => value === undefined || value === null ? null : [h('dt', { text: name }), h('dd', { text: duration(value) })];
    replace(body,
      h('div', { class: 'title' }, h('h2', null, `Turn ${row.n}`), storeName(row.store),
        row.unhandled && h('span', { class: 'badge odd', text: 'unhandled' }), row.failed && h('span', { class: 'badge bad', text: 'an effect failed' })),
      h('div', { class: 'actions' },
        isLive && button('Show in the application', () => app.show(row.n), { title: 'Show this turn in the application (b)', class: 'primary' }),
        button(pinned ? '◆ Pinned' : '◇ Pin', () => app.pin(row.n), { 'aria-pressed': String(pinned), title: 'Pin (p)' }),
        row.swift && button('Copy as Swift', () => copy(row.swift, 'The message as Swift'), { title: 'Copy as Swift (c)' }),
        row.message !== undefined && button('Copy as JSON', () => copy(JSON.stringify(row.message, null, 2), 'The message as JSON')),
        isLive && row.kind && (app.history.allows ?? []).includes('send') && button('Send again…', () => sendDialog(row))),
      h('section', null, h('h3', null, h('b', { text: row.name }), row.kind && h('small', { text: row.kind })),
        row.message === undefined
          ? h('p', { class: 'hint', text: row.text && row.text !== row.name ? row.text : 'The message has no contents, or they are hidden.' })
          : hasMembers ? tree.element : h('pre', { text: JSON.stringify(row.message) }),
        row.reflected && h('p', { class: 'hint' }, 'Read from the value as it is in memory: its type has no schema, so it can be shown but not sent or computed.')),
      h('section', null, h('h3', null, 'Why'), h('ol', { class: 'chain' }, chain.map((item, place) =>
        h('li', { 'aria-current': place === chain.length - 1 ? 'true' : null },
          place === chain.length - 1 ? h('b', null, `Turn ${item.n} · ${item.store} ${item.name}`) : turnLink(item.n, item.store, ' ', item.name),
          h('small', { text: ` ${causeWords(item.cause)}` })))),
      !chain.length && h('p', { class: 'hint', text: causeWords(row.cause) })),
      effects.length ? h('section', null, h('h3', null, count(effects.length, 'effect')), h('ul', { class: 'lives' }, effects.map((life) => lifeLine(life, byEffect(life))))) : null,
      rest.length ? h('section', null, h('h3', null, 'Led to'), h('ul', { class: 'plain' }, rest.map((item) => h('li', null, turnLink(item.n, item.store, ' ', item.name))))) : null,
      h('section', null, h('h3', null, 'Time'), h('dl', null,
        h('dt', { text: 'Since the start' }), h('dd', { text: sinceStart(Number(big(row.at) - began)) + ' s' }),
        h('dt', { text: 'Time of day' }), h('dd', { text: clock(row.at) }), took('Update', row.update), took('Observers', row.observers))));
  }

  async function load() {
    if (app.tab !== 'turn') return;
    const turn = app.shown;
    if (!app.history || !turn) {
      detail = shown = null;
      return draw();
    }
    if (turn !== shown) control?.abort();
    else if (control) return;
    const mine = control = new AbortController();
    try {
      const answer = await app.get('turn', { n: turn }, mine.signal);
      if (mine !== control) return;
      const isSame = shown === turn && JSON.stringify(answer) === JSON.stringify(detail);
      detail = answer;
      shown = turn;
      if (!isSame) keepFocus(body, draw);
    } catch (error) {
      if (error.name === 'AbortError') return;
      detail = shown = null;
      replace(body, h('p', { class: 'hint', role: 'alert', text: error.message }));
    } finally {
      if (mine === control) control = null;
    }
  }
  app.on('turn history tab', load);
  app.on('changed', throttled(300, () => { if (!app.isPaused) load(); }));
  app.on('pins', () => keepFocus(body, draw));
  return { copySwift: () => detail?.swift && copy(detail.swift, 'The message as Swift') };
}

/** Draws again and gives the focus back to the button of the same text. */
export function keepFocus(area, draw) {
  const active = area.contains(document.activeElement) ? document.activeElement : null;
  const name = active?.textContent, place = active ? [...area.querySelectorAll('button')].indexOf(active) : -1, top = area.scrollTop;
  draw();
  area.scrollTop = top;
  if (place >= 0) {
    const all = [...area.querySelectorAll('button')];
    (all.find((item) => item.textContent === name) ?? all[Math.min(place, all.length - 1)])?.focus({ preventScroll: true });
  }
}

export function causeWords(cause) {
  if (cause === 'sent') return 'sent at home by the application';
  if (cause === 'posted') return 'posted by the application';
  return cause ? `from ${cause}` : '';
}
