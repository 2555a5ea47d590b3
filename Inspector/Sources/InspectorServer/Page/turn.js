// The tab Turn: the message, what led to it, its effects and what followed.

import { save } from './api.js';
import { app, colour } from './app.js';
import { alert, big, button, clock, copy, count, duration, h, hint, openDialog, option, replace, section, sinceStart, throttled } from './dom.js';
import { openMessage } from './forms.js';
import { Tree, isPlain, levelOf } from './tree.js';

export const storeName = (name) => h('span', { class: 's' }, h('i', { class: `dot c${colour(name)}` }), name);

/** A link to a turn. */
export const turnLink = (turn, ...words) =>
  button([`Turn ${turn}`, words.length ? ' · ' : null, words], () => app.choose(Number(turn)), { class: 'link' });

export const ends = {
  finished: ['●', 'finished'], failed: ['✕', 'failed'], cancelled: ['◇', 'cancelled'],
  dropped: ['○', 'dropped'], started: ['▸', 'runs'], waiting: ['…', 'waits'],
};

/** The lives of effects, from their events: waited from, began, ended, how. */
function lives(events) {
  const found = new Map();
  for (const event of events ?? []) {
    const life = found.get(event.effect) ?? { effect: event.effect, kind: event.kind };
    found.set(event.effect, life);
    for (const name of ['label', 'id', 'queue', 'part', 'reason', 'kind']) if (event[name] !== undefined) life[name] = event[name];
    life[{ waiting: 'waited', started: 'began' }[event.kind] ?? 'ended'] = event.at;
  }
  return [...found.values()];
}

/** What is known of an effect, after the words that name it: its id, queue and part, how long it waited and ran. */
export function effectFacts(name, { id, queue, part, waited, began, ended }, start) {
  const between = (word, from, to) => from != null && to != null && `${word} ${duration(big(to) - big(from))}`;
  return [name, id && `id ${id}`, queue && `queue ${queue}`, part && `part ${part}`, between('waited', waited, start), between('ran', began, ended)].filter(Boolean).join(' · ');
}

function lifeLine(life, led) {
  const [sign, word] = ends[life.kind] ?? ['·', life.kind];
  return h('li', { class: `life ${life.kind}` },
    h('i', { class: 'end', 'aria-hidden': 'true', text: sign }),
    h('span', null, h('b', { text: life.label ?? `effect ${life.effect}` }), ` ${word}`,
      life.reason && `: ${life.reason}`),
    h('small', null, effectFacts(life.label && `effect ${life.effect}`, life, life.began ?? life.ended)),
    led.length ? h('div', { class: 'led' }, '→ ', led.map((row) => [turnLink(row.n, row.store, ' ', row.name), ' '])) : null);
}

const sendDialog = (detail) => openMessage(`Send a message to ${detail.store}`, `The application takes it as a new turn, of kind ${detail.kind}.`, detail.message,
  ['Send', (message) => app.post('send', { store: detail.store, kind: detail.kind, message })]);

/** The names of the user's code in a saved test. */
const codeNames = { module: 'Module', states: 'Schema of the states', messages: 'Schema of the messages', make: 'Store that begins with state' };
/** The names that were typed last, by store. */
const typedNames = new Map();

const outputs = {
  export: 'As an export, which opens again in an inspector', test: 'As a test: the steps of a TestStore', replay: 'As a replay: the turns with their file',
  sequence: 'As a sequence diagram: SVG', perfetto: 'As a trace for Perfetto',
};
export function openSave() {
  const { id, first, last } = app.history, { stores } = app;
  const turn = (name, value) => h('input', { type: 'number', min: first, max: last, value, 'aria-label': name });
  const from = turn('First turn', first), to = turn('Last turn', app.turn ?? last), names = h('div');
  let typed;
  const fill = () => {
    typed = typedNames.get(store.value) ?? {};
    typedNames.set(store.value, typed);
    const fields = Object.entries(codeNames).map(([name, label]) => h('label', null, `${label} `,
      h('input', { value: typed[name] ?? '', oninput: (event) => { typed[name] = event.target.value.trim(); } })));
    names.replaceChildren(...form.value === 'test' ? [h('p', { class: 'hint', text: 'Names of your code; a line to be replaced stands for each that is left out.' }), h('p', { class: 'fields' }, fields)] : []);
  };
  const store = h('select', { 'aria-label': 'Store', onchange: fill }, option('', 'All stores'), stores.map((name) => option(name)));
  const form = h('select', { 'aria-label': 'Form', onchange: () => { store.value = form.value === 'test' ? stores[0] : ''; fill(); } }, Object.entries(outputs).map((entry) => option(...entry)));
  const code = () => form.value === 'test' && { ...typed, make: null, [`make.${store.value}`]: typed.make };
  openDialog('Save turns', [form, h('p', { class: 'fields' }, h('label', null, 'From turn ', from), h('label', null, 'to turn ', to), store), names],
    [['Save', () => save(`/api/h/${id}/out`, { form: form.value, from: from.value, to: to.value, store: store.value || null, ...code() })]]);
}

/** Opens the outer levels of a message, up to 30 lines. */
function openSmall(open, message) {
  let lines = 0;
  for (const queue = [[[], message]]; queue.length;) {
    const [path, value] = queue.shift(), keys = isPlain(value) ? [] : Object.keys(value);
    if (!keys.length || (lines += keys.length) > 30) continue;
    open.add(JSON.stringify(path));
    for (const key of keys) queue.push([[...path, Array.isArray(value) ? Number(key) : key], value[key]]);
  }
}

export function setUp(panel) {
  let control = null, shown = null, detail = null;
  const body = h('div', { class: 'pane' });
  panel.append(body);

  const copySwift = () => detail?.swift && copy(detail.swift, 'The message as Swift');

  function draw() {
    const row = detail, began = app.began;
    if (!row) return replace(body, hint(app.history ? 'No turn yet.' : ''));
    const pinned = app.pins.has(row.n), isLive = app.history.kind !== 'journal';
    const tree = new Tree({ label: `Message of turn ${row.n}`, load: levelOf(row.message) });
    openSmall(tree.open, row.message);
    tree.refresh().catch(app.complain);
    const led = row.led ?? [], effects = lives(row.events);
    const byEffect = (life) => led.filter((item) => item.cause === `effect ${life.effect} of turn ${row.n}`);
    const shownLed = new Set(effects.flatMap(byEffect));
    const rest = led.filter((item) => !shownLed.has(item));
    const chain = [...(row.chain ?? [])].reverse();
    const took = (name, value) => value == null ? null : [h('dt', { text: name }), h('dd', { text: duration(value) })];
    replace(body,
      h('div', { class: 'title' }, h('h2', null, `Turn ${row.n}`), storeName(row.store),
        row.unhandled && h('span', { class: 'badge odd', text: 'unhandled' }), row.failed && h('span', { class: 'badge bad', text: 'an effect failed' })),
      h('div', { class: 'actions' },
        isLive && button('Show in the application', () => app.show(row.n), { title: 'Show this turn in the application (b)', class: 'primary' }),
        button(pinned ? '◆ Pinned' : '◇ Pin', () => app.pin(row.n), { 'aria-pressed': String(pinned), title: 'Pin (p)' }),
        row.swift && button('Copy as Swift', copySwift, { title: 'Copy as Swift (c)' }),
        row.message !== undefined && button('Copy as JSON', () => copy(JSON.stringify(row.message, null, 2), 'The message as JSON')),
        isLive && row.kind && app.allows('send') && button('Send again…', () => sendDialog(row))),
      section([h('b', { text: row.name }), row.kind && h('small', { text: row.kind })],
        row.message === undefined
          ? hint(row.text && row.text !== row.name ? row.text : 'The message has no contents, or they are hidden.')
          : isPlain(row.message) ? h('pre', { text: JSON.stringify(row.message) }) : tree.element,
        row.reflected && hint('Read from the value as it is in memory: its type has no schema, so it can be shown but not sent or computed.')),
      section('Why', h('ol', { class: 'chain' }, chain.map((item, place) =>
        h('li', { 'aria-current': place === chain.length - 1 ? 'true' : null },
          place === chain.length - 1 ? h('b', null, `Turn ${item.n} · ${item.store} ${item.name}`) : turnLink(item.n, item.store, ' ', item.name),
          h('small', { text: ` ${causeWords(item.cause)}` })))),
      !chain.length && hint(causeWords(row.cause))),
      effects.length ? section(count(effects.length, 'effect'), h('ul', { class: 'lives' }, effects.map((life) => lifeLine(life, byEffect(life))))) : null,
      rest.length ? section('Led to', h('ul', { class: 'plain' }, rest.map((item) => h('li', null, turnLink(item.n, item.store, ' ', item.name))))) : null,
      section('Time', h('dl', null,
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
      replace(body, alert(error));
    } finally {
      if (mine === control) control = null;
    }
  }
  app.on('turn history tab', load);
  app.on('changed', throttled(300, () => { if (!app.isPaused) load(); }));
  app.on('pins', () => keepFocus(body, draw));
  return { copySwift };
}

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

function causeWords(cause) {
  if (cause === 'sent') return 'sent at home by the application';
  if (cause === 'posted') return 'posted by the application';
  return cause ? `from ${cause}` : '';
}
