// The state of the page: histories, the chosen one, the chosen turn. Parts listen to its events.

import * as api from './api.js';
import { announce, big, button, byId, clamp, h, openDialog, recall, remember, replace, throttled } from './dom.js';

const events = new EventTarget();

export const app = {
  histories: new Map(),
  /** The chosen history as it is shown: while paused, as it was then. */
  history: null,
  /** The chosen turn; null while the newest one is shown. */
  turn: null,
  isPaused: false,
  isConnected: false,
  showsClock: false,
  filter: { text: '', params: [] },
  tab: 'turn',
  pins: new Set(),

  on(names, work) {
    for (const name of names.split(' ')) events.addEventListener(name, () => work());
  },
  tell: (name) => events.dispatchEvent(new Event(name)),

  get shown() {
    const last = app.history?.last;
    return app.turn ?? (last ? Number(last) : null);
  },
  allows: (deed) => (app.history?.allows ?? []).includes(deed),
  get began() { return big(app.history?.began ?? 0); },
  /** The names of the stores of the chosen history. */
  get stores() { return (app.history?.stores ?? []).map(({ name }) => name); },
  /** Nanoseconds from the start of the history to a time. */
  since: (at) => Number(big(at) - app.began),

  get: (path, params, signal) => api.get(`/api/h/${app.history.id}/${path}`, params, signal),
  post: (path, body) => api.post(`/api/h/${app.history.id}/${path}`, body),

  choose(turn) {
    if (app.turn === turn) return;
    app.turn = turn;
    app.tell('turn');
  },
  openHistory(id) {
    const next = app.histories.get(id);
    if (!next || app.history?.id === id) return;
    app.history = next;
    app.turn = null;
    app.isPaused = false;
    colours.clear();
    readPins();
    app.tell('history');
    app.tell('turn');
  },
  openTab(name) {
    app.tab = name;
    app.tell('tab');
  },
  pause(value) {
    app.isPaused = value;
    if (!value && app.history) app.history = app.histories.get(app.history.id) ?? app.history;
    app.tell('changed');
    app.tell('pause');
  },
  pin(turn) {
    if (!app.pins.delete(turn)) app.pins.add(turn);
    remember('sessionStorage', pinKey(), JSON.stringify([...app.pins]));
    app.tell('pins');
  },

  complain(error) {
    if (error?.name === 'AbortError') return;
    replace(byId('problem'), error.message ?? error, button('✕', app.calm, { class: 'quiet', 'aria-label': 'Close this sentence' })).hidden = false;
  },
  calm() { byId('problem').hidden = true; },

  /** Does work; what does not work is said. */
  async attempt(work) {
    try { return await work(); } catch (error) { app.complain(error); }
  },
  command: (path, body, sentence) => app.attempt(async () => {
    await app.post(path, body);
    app.calm();
    announce(sentence);
  }),

  /** Shows a turn in the application itself. */
  show: async (turn) => turn && app.command('show', { turn }, `The application shows turn ${turn}.`),
  present: () => app.command('present', {}, 'The application shows the present.'),
  /** Asks once, and puts a past or the end of a branch in the place of the present; the page then follows the newest turn. */
  keep(title, from, body) {
    openDialog(title, [
      h('p', null, `The application goes on with its states ${from}. What only its present states hold is lost, unless a journal keeps it.`),
      h('p', null, 'The turns stay in this list, with a break behind them. Effects go on; their messages, and those that wait, take turns on the new states.'),
    ], [['Make it the present', async () => {
      const answer = await app.post('keep', body);
      app.calm();
      app.tell('kept');
      announce(`The application goes on with its states ${from}. The history has break ${answer.break}.`);
    }]]);
  },
  async step(by) {
    const from = app.history?.showing ?? app.shown;
    if (!from) return;
    const next = clamp(Number(from) + by, Number(app.history.first ?? 1) - 1, Number(app.history.last)) || 1;
    app.choose(next);
    await app.show(next);
  },
};

const pinKey = () => `millrace-pins ${app.history?.application} ${app.history?.flow} ${app.history?.began}`;
function readPins() {
  app.pins = new Set(JSON.parse(recall('sessionStorage', pinKey()) ?? '[]'));
  app.tell('pins');
}

const colours = new Map();
/** The number of a store's colour: by its name, and the next free one if another store has it already. */
export function colour(store) {
  if (!colours.size) app.stores.sort().forEach(assign);
  if (!colours.has(store)) assign(store);
  return colours.get(store);
}
function assign(name) {
  let hash = 7;
  for (const letter of name) hash = (hash * 31 + letter.codePointAt(0)) >>> 0;
  let place = hash % 10;
  const taken = new Set(colours.values());
  while (taken.has(place) && taken.size < 10) place = (place + 1) % 10;
  colours.set(name, place);
}

/** Tells the parts that the chosen history changed; the list decides itself how often it asks. */
const tellChanged = throttled(100, () => app.tell('changed'));

export function apply(history) {
  const known = app.histories.has(history.id);
  app.histories.set(history.id, history);
  if (!known) app.tell('histories');
  if (app.history?.id === history.id) {
    const before = app.history;
    app.history = app.isPaused ? { ...before, showing: history.showing, status: history.status } : history;
    if (before.showing !== history.showing) app.tell('showing');
    if (before.branches !== history.branches) app.tell('tab');
    if (before.status !== history.status || before.note !== history.note) app.tell('histories');
    if (!app.history.stores || before.stores?.length !== history.stores?.length) colours.clear();
    tellChanged();
  } else if (!app.history || (!known && isNextRun(history))) app.openHistory(history.id);
}

/** An application that was started again takes the place of its ended run, unless a turn of that is being read. */
const isNextRun = (history) => app.history.status === 'ended' && app.turn === null
  && app.history.application === history.application && app.history.flow === history.flow;

/** Takes the list of all histories, as after a new connection; those that are gone go. */
export function applyAll(list) {
  const ids = new Set(list.map((history) => history.id));
  for (const id of app.histories.keys()) if (!ids.has(id)) app.histories.delete(id);
  if (app.history && !ids.has(app.history.id)) {
    app.history = null;
    app.turn = null;
  }
  for (const history of list) apply(history);
  if (app.wanted && ids.has(app.wanted)) app.openHistory(app.wanted);
  app.wanted = null;
  app.tell('histories');
  if (!app.history) app.tell('history');
}
