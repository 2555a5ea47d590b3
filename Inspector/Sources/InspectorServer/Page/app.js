// The state of the page: histories, the chosen one, the chosen turn. Parts listen to its events.

import * as api from './api.js';
import { announce, big, byId, throttled } from './dom.js';

const listeners = new Map();

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

  on(event, work) {
    for (const name of event.split(' ')) {
      if (!listeners.has(name)) listeners.set(name, []);
      listeners.get(name).push(work);
    }
  },
  tell(event) {
    for (const work of listeners.get(event) ?? []) work();
  },

  /** The number of the turn that the details show; null when there is none. */
  get shown() {
    const last = app.history?.last;
    return app.turn ?? (last ? Number(last) : null);
  },
  get began() {
    return app.history ? big(app.history.began ?? 0) : 0n;
  },
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
    try { sessionStorage.setItem(pinKey(), JSON.stringify([...app.pins])); } catch { /* pins last as long as the page */ }
    app.tell('pins');
  },

  /** Shows a sentence about what did not work, until it is closed or the next action works. */
  complain(error) {
    if (error?.name === 'AbortError') return;
    const area = byId('problem');
    area.replaceChildren(document.createTextNode(error.message ?? String(error)));
    const close = document.createElement('button');
    close.textContent = '✕';
    close.className = 'quiet';
    close.setAttribute('aria-label', 'Close this sentence');
    close.onclick = () => app.calm();
    area.append(close);
    area.hidden = false;
  },
  calm() { byId('problem').hidden = true; },

  /** Shows a turn in the application itself. */
  async show(turn) {
    if (!turn) return;
    try {
      await app.post('show', { turn });
      app.calm();
      announce(`The application shows turn ${turn}.`);
    } catch (error) { app.complain(error); }
  },
  async present() {
    try {
      await app.post('present', {});
      app.calm();
      announce('The application shows the present.');
    } catch (error) { app.complain(error); }
  },
  /** Shows the turn before or after the one that the application shows. */
  async step(by) {
    const from = app.history?.showing ?? app.shown;
    if (!from) return;
    const next = Math.max(Number(app.history.first ?? 1) - 1, Math.min(Number(app.history.last), Number(from) + by));
    app.choose(next || 1);
    await app.show(next || 1);
  },
};

const pinKey = () => `millrace-pins ${app.history?.application} ${app.history?.flow} ${app.history?.began}`;
function readPins() {
  try { app.pins = new Set(JSON.parse(sessionStorage.getItem(pinKey()) ?? '[]')); } catch { app.pins = new Set(); }
  app.tell('pins');
}

const colours = new Map();
/** The number of a store's colour: by its name, and the next free one if another store has it already. */
export function colour(store) {
  if (!colours.size) for (const name of (app.history?.stores ?? []).map(({ name }) => name).sort()) assign(name);
  if (!colours.has(store)) assign(store);
  return colours.get(store);
}
function assign(name) {
  let hash = 7;
  for (const letter of name) hash = (hash * 31 + letter.codePointAt(0)) >>> 0;
  let place = hash % 10;
  const taken = new Set(colours.values());
  for (let tries = 0; tries < 10 && taken.has(place); tries++) place = (place + 1) % 10;
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
    if (app.isPaused) app.history = { ...before, showing: history.showing, status: history.status };
    else app.history = history;
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
