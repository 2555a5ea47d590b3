// Builds elements and formats values. Data becomes text nodes only, never markup.

const svgSpace = 'http://www.w3.org/2000/svg';

function fill(node, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (name === 'text') node.textContent = value;
    else if (name === 'value') node.value = value;
    else node.setAttribute(name === 'className' ? 'class' : name, value === true ? '' : value);
  }
  append(node, children);
  return node;
}

/** Adds children: nodes as they are, everything else as text. Lists are flattened. */
export function append(node, children) {
  for (const child of children.flat(3)) {
    if (child === undefined || child === null || child === false) continue;
    node.append(child instanceof Node ? child : String(child));
  }
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
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      work();
    });
  };
}

/** Runs a function at most once in a period, and once more at its end if it was asked for in between. */
export function throttled(period, work) {
  let timer = null, isAsked = false, last = -Infinity;
  const run = () => {
    timer = null;
    isAsked = false;
    last = performance.now();
    work();
  };
  return () => {
    if (timer !== null) return void (isAsked = true);
    const wait = period - (performance.now() - last);
    if (wait <= 0) run();
    else timer = setTimeout(run, wait);
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

/** An integer of JSON, of any size. */
export const big = (value) => BigInt(typeof value === 'number' ? Math.round(value) : String(value));

/** Nanoseconds as a short text: 840 ns, 12 µs, 3.4 ms, 2.1 s. */
export function duration(value) {
  const ns = Number(value);
  if (!Number.isFinite(ns)) return '';
  const short = (number) => (number >= 100 ? number.toFixed(0) : number >= 10 ? number.toFixed(1) : number.toFixed(2)).replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
  if (ns < 1e3) return `${Math.round(ns)} ns`;
  if (ns < 1e6) return `${short(ns / 1e3)} µs`;
  if (ns < 1e9) return `${short(ns / 1e6)} ms`;
  if (ns < 120e9) return `${short(ns / 1e9)} s`;
  return `${Math.floor(ns / 60e9)} min ${Math.round((ns % 60e9) / 1e9)} s`;
}

/** Nanoseconds since the start as 12.345, 1:02.345 or 1:02:03.345. */
export function sinceStart(ns) {
  const sign = ns < 0 ? '−' : '', total = Math.round(Math.abs(ns) / 1e6);
  const ms = String(total % 1000).padStart(3, '0'), s = Math.floor(total / 1000) % 60;
  const min = Math.floor(total / 60000) % 60, hours = Math.floor(total / 3600000);
  const two = (number) => String(number).padStart(2, '0');
  if (hours) return `${sign}${hours}:${two(min)}:${two(s)}.${ms}`;
  return min ? `${sign}${min}:${two(s)}.${ms}` : `${sign}${s}.${ms}`;
}

/** Nanoseconds since 1970 as the time of day here. */
export function clock(at) {
  const date = new Date(Number(at) / 1e6);
  const two = (number) => String(number).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

export const count = (number, one, many = one + 's') => `${Number(number).toLocaleString('en')} ${Number(number) === 1 ? one : many}`;
export const grouped = (number) => Number(number).toLocaleString('en');

/** A path as a developer writes it: entries[3].title. */
export function pathText(path) {
  let text = '';
  for (const key of path) {
    if (typeof key === 'number') text += `[${key}]`;
    else if (/^[A-Za-z_$][\w$]*$/.test(key)) text += text ? '.' + key : key;
    else text += `[${JSON.stringify(key)}]`;
  }
  return text || '(whole state)';
}

/** A path as the filter's word `changed:` takes it: library.entries.3. */
export const filterPath = (store, path) => [store, ...path].join('.');

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
  const live = byId('live');
  live.textContent = sentence;
  const note = h('div', { class: 'note', 'aria-hidden': 'true', text: sentence });
  document.querySelectorAll('.note').forEach((old) => old.remove());
  document.body.append(note);
  setTimeout(() => note.remove(), 2500);
}

/** A button that shows its key in its title. */
export function button(text, onclick, props) {
  return h('button', { type: 'button', onclick, ...props }, text);
}

/** Shows a menu below a button: arrows move, Enter chooses, Escape closes and gives the focus back. */
export function openMenu(opener, items) {
  const menu = byId('menu');
  const close = (giveBack) => {
    menu.hidden = true;
    opener.setAttribute('aria-expanded', 'false');
    document.removeEventListener('pointerdown', outside, true);
    if (giveBack) opener.focus();
  };
  const outside = (event) => { if (!menu.contains(event.target) && event.target !== opener) close(false); };
  if (!menu.hidden && opener.getAttribute('aria-expanded') === 'true') return close(true);
  replace(menu, items.map(([text, work, hint]) => h('button', {
    role: 'menuitem', tabindex: '-1', onclick: () => { close(true); work(); },
  }, text, hint && h('small', { text: hint }))));
  menu.hidden = false;
  opener.setAttribute('aria-expanded', 'true');
  const box = opener.getBoundingClientRect();
  menu.style.top = `${Math.min(box.bottom + 4, innerHeight - menu.offsetHeight - 8)}px`;
  menu.style.left = `${Math.max(8, Math.min(box.left, innerWidth - menu.offsetWidth - 8))}px`;
  const buttons = [...menu.children];
  buttons[0]?.focus();
  menu.onkeydown = (event) => {
    const place = buttons.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) buttons[(place + step + buttons.length) % buttons.length].focus();
    else if (event.key === 'Home') buttons[0].focus();
    else if (event.key === 'End') buttons.at(-1).focus();
    else if (event.key === 'Escape' || event.key === 'Tab') close(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('pointerdown', outside, true);
}

/** Opens the dialog with a title, contents and buttons; Escape and Close close it. */
export function openDialog(title, contents, actions = []) {
  const dialog = byId('dialog'), before = document.activeElement;
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true });
  const close = () => dialog.close();
  replace(dialog, h('h2', { id: 'dialog-title', text: title }), h('div', { class: 'contents' }, contents), problem,
    h('div', { class: 'actions' }, actions.map(([text, work]) => button(text, async () => {
      try {
        await work();
        close();
      } catch (error) {
        problem.textContent = error.message;
        problem.hidden = false;
      }
    }, { class: 'primary' })), button('Close', close)));
  dialog.onclose = () => before?.isConnected && before.focus();
  dialog.showModal();
}

/** Asks for a value as JSON, and hands it over read. */
export function openJSON(title, hint, value, read, [word, work]) {
  const area = h('textarea', { rows: '12', class: 'code', 'aria-label': 'The message as JSON', spellcheck: 'false', value: JSON.stringify(value ?? null, null, 2) });
  openDialog(title, [h('p', null, hint), area], [[word, () => {
    let message;
    try { message = read(area.value); } catch (error) { throw new Error(`This is not JSON: ${error.message}`); }
    return work(message);
  }]]);
}
