// Builds elements and formats values. Data becomes text nodes only, never markup.

const svgSpace = 'http://www.w3.org/2000/svg';

function fill(node, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value == null || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (name === 'text') node.textContent = value;
    else if (name === 'value') node.value = value;
    else node.setAttribute(name, value === true ? '' : value);
  }
  append(node, children);
  return node;
}

/** Adds children: nodes as they are, everything else as text. Lists are flattened. */
export function append(node, children) {
  for (const child of children.flat(3)) if (child != null && child !== false) node.append(child);
}

export const h = (tag, props, ...children) => fill(document.createElement(tag), props, children);
export const svg = (tag, props, ...children) => fill(document.createElementNS(svgSpace, tag), props, children);
export const byId = (id) => document.getElementById(id);

export function replace(node, ...children) {
  node.replaceChildren();
  append(node, children);
  return node;
}

/** Runs a function in the next frame, once, however often it is asked for. */
export function batched(work) {
  let frame = null;
  return () => {
    frame ??= requestAnimationFrame(() => {
      frame = null;
      work();
    });
  };
}

/** Runs a function soon, at most once in a period, however often it is asked for. */
export function throttled(period, work) {
  let timer = null, last = -Infinity;
  return () => {
    timer ??= setTimeout(() => {
      timer = null;
      last = performance.now();
      work();
    }, Math.max(0, last + period - performance.now()));
  };
}

/** Runs a function when nothing has asked for a while. */
export function debounced(period, work) {
  let timer = null;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...values), period);
  };
}

/** A paragraph that explains. */
export const hint = (...words) => h('p', { class: 'hint' }, words);

/** Sets a text that differs, so that a screen reader says what is new only. */
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** What the browser keeps for the page: `localStorage` or `sessionStorage`, where it may be used. */
export function recall(area, key) {
  try { return window[area].getItem(key); } catch { return null; }
}
export function remember(area, key, value) {
  try { window[area].setItem(key, value); } catch { /* it lasts as long as the page */ }
}

/** Marks the option that the keys have chosen in a list. */
export function mark(node, id) {
  if (id) node.setAttribute('aria-activedescendant', id);
  else node.removeAttribute('aria-activedescendant');
}

export const option = (value, text = value) => h('option', { value, text });

/** Shows the sentence of an error, or nothing without one. */
export const alert = (error) => h('p', { class: 'problem', role: 'alert', text: error?.message, hidden: !error });

export const section = (title, ...children) => h('section', null, h('h3', null, title), children);

export const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

/** An integer of JSON, of any size. */
export const big = (value) => BigInt(typeof value === 'number' ? Math.round(value) : String(value));

/** Nanoseconds as a short text: 840 ns, 12 µs, 3.4 ms, 2.1 s. */
export function duration(value) {
  const ns = Number(value);
  if (!Number.isFinite(ns)) return '';
  const short = (number) => Number(number.toPrecision(3));
  if (ns < 1e3) return `${Math.round(ns)} ns`;
  if (ns < 1e6) return `${short(ns / 1e3)} µs`;
  if (ns < 1e9) return `${short(ns / 1e6)} ms`;
  if (ns < 120e9) return `${short(ns / 1e9)} s`;
  return `${Math.floor(ns / 60e9)} min ${Math.round((ns % 60e9) / 1e9)} s`;
}

const padded = (number, width = 2) => String(number).padStart(width, '0');

/** Nanoseconds since the start as 12.345, 1:02.345 or 1:02:03.345. */
export function sinceStart(ns) {
  const sign = ns < 0 ? '−' : '', total = Math.round(Math.abs(ns) / 1e6);
  const ms = padded(total % 1000, 3), s = Math.floor(total / 1000) % 60;
  const min = Math.floor(total / 60000) % 60, hours = Math.floor(total / 3600000);
  if (hours) return `${sign}${hours}:${padded(min)}:${padded(s)}.${ms}`;
  return min ? `${sign}${min}:${padded(s)}.${ms}` : `${sign}${s}.${ms}`;
}

/** Nanoseconds since 1970 as the time of day here. */
export function clock(at) {
  const date = new Date(Number(at) / 1e6);
  return `${padded(date.getHours())}:${padded(date.getMinutes())}:${padded(date.getSeconds())}.${padded(date.getMilliseconds(), 3)}`;
}

export const grouped = (number) => Number(number).toLocaleString('en');
export const count = (number, one) => `${grouped(number)} ${one}${Number(number) === 1 ? '' : 's'}`;

/** A path as a developer writes it: entries[3].title. */
export function pathText(path) {
  let text = '';
  for (const key of path) {
    if (/^[A-Za-z_$][\w$]*$/.test(key)) text += text ? '.' + key : key;
    else text += `[${JSON.stringify(key)}]`;
  }
  return text || '(whole state)';
}

export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = h('textarea', { class: 'hidden', 'aria-hidden': 'true', value: text });
    (document.querySelector('dialog[open]') ?? document.body).append(area);
    const before = document.activeElement;
    area.select();
    document.execCommand('copy');
    area.remove();
    before?.focus();
  }
  announce(`${what} copied.`);
}

/** Says a sentence to screen readers, and shows it for a moment. */
export function announce(sentence) {
  byId('live').textContent = sentence;
  const note = h('div', { class: 'note', 'aria-hidden': 'true', text: sentence });
  document.querySelector('.note')?.remove();
  document.body.append(note);
  setTimeout(() => note.remove(), 2500);
}

export const button = (text, onclick, props) => h('button', { type: 'button', onclick, ...props }, text);

/** Keeps a key from the rest of the page. */
export function take(event) {
  event.preventDefault();
  event.stopPropagation();
}

/** True for a key that belongs to the browser or the system. */
export const isForeign = (event) => event.ctrlKey || event.metaKey || event.altKey;

/**
 * Opens the dialog with a title, contents and buttons; Enter presses the first, Escape and Close close it.
 * Contents may be a function of `attempt`, which does work and shows the sentence if it does not work.
 */
export function openDialog(title, contents, actions = []) {
  const dialog = byId('dialog'), before = document.activeElement;
  const problem = alert();
  let isBusy = false;
  const attempt = async (work) => {
    problem.hidden = true;
    try {
      await work();
      return true;
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
    }
  };
  const act = async (work) => {
    if (isBusy) return;
    isBusy = true;
    if (await attempt(work) && problem.isConnected) dialog.close();
    isBusy = false;
  };
  replace(dialog, h('h2', { id: 'dialog-title', text: title }), h('div', { class: 'contents' }, typeof contents === 'function' ? contents(attempt) : contents),
    h('div', { class: 'bottom' }, problem, h('div', { class: 'actions' },
      actions.map(([text, work]) => button(text, () => act(work), { class: 'primary' })), button('Close', () => dialog.close()))));
  dialog.onkeydown = (event) => {
    if (event.key !== 'Enter' || event.isComposing || !event.target.matches('input:not([type=checkbox])')) return;
    event.preventDefault();
    dialog.querySelector('.primary')?.click();
  };
  dialog.onclose = () => (before?.isConnected ? before : byId('rows')).focus();
  dialog.showModal();
}
