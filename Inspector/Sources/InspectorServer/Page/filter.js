// The filter: one line of words, the parameters it becomes, and the menu that helps.

import { app } from './app.js';
import { byId, clock, debounced, h, mark, replace, take } from './dom.js';

const words = {
  store: 'turns of a store',
  name: 'messages by name',
  text: 'contents and labels',
  cause: 'sent, posted, turn, effect or subscription',
  flags: 'unhandled, failed or slow',
  changed: 'turns that changed a path, as changed:library.entries.3',
  from: 'from a time on: seconds since the start, or 14:05:10',
  until: 'until a time',
};

/** Splits a filter at spaces; quotes keep a word with spaces together. */
export function split(text) {
  const found = [];
  for (const match of text.matchAll(/(?:[^\s"]+|"[^"]*"?)+/g)) {
    found.push({ at: match.index, raw: match[0], text: match[0].replaceAll('"', '') });
  }
  return found;
}

/** A time in a filter as nanoseconds since 1970; null when it is none. */
function time(text) {
  const day = /^(\d{1,2}):(\d\d)(?::(\d\d(?:\.\d+)?))?$/.exec(text);
  if (day) {
    const date = new Date(Number(app.began / 1_000_000n));
    date.setHours(Number(day[1]), Number(day[2]), 0, 0);
    return BigInt(date.getTime()) * 1_000_000n + BigInt(Math.round(Number(day[3] ?? 0) * 1e9));
  }
  const seconds = /^(\d+(?:\.\d+)?)s?$/.exec(text);
  return seconds ? app.began + BigInt(Math.round(Number(seconds[1]) * 1e9)) : null;
}

/** Reads a filter: parameters of the request, and sentences about words that cannot be understood. */
export function read(text) {
  const params = [], problems = [], free = [];
  for (const { text: word } of split(text)) {
    const colon = word.indexOf(':');
    const key = colon > 0 ? word.slice(0, colon) : '';
    const value = word.slice(colon + 1);
    if (!Object.hasOwn(words, key)) free.push(word);
    else if (value === '') continue;
    else if (key === 'from' || key === 'until') {
      const at = time(value);
      if (at === null) problems.push(`${key}: takes seconds since the start, as ${key}:12.5, or a time of day, as ${key}:14:05:10.`);
      else params.push([key, at]);
    } else if (key === 'text') free.push(value);
    else if (key === 'store') params.push([key, value]);
    else {
      // Of the other words, the last one counts; flags are alternatives.
      const before = params.find(([name]) => name === key);
      if (!before) params.push([key, value]);
      else before[1] = key === 'flags' ? `${before[1]},${value}` : value;
    }
  }
  if (free.length) params.push(['text', free.join(' ')]);
  return { text, params, problems };
}

export function setWord(key, value) {
  const kept = split(byId('filter').value).filter(({ text }) => !text.startsWith(key + ':')).map(({ raw }) => raw);
  setFilter([...kept, `${key}:${/\s/.test(value) ? `"${value}"` : value}`].join(' '));
}

function setFilter(text) {
  byId('filter').value = text;
  apply();
}

function apply() {
  const text = byId('filter').value.trim();
  byId('clear').hidden = !text;
  if (text === app.filter.text) return;
  app.filter = read(text);
  byId('filter').setAttribute('aria-invalid', app.filter.problems.length > 0);
  if (app.filter.problems.length) app.complain(app.filter.problems.join(' '));
  else app.calm();
  app.tell('filter');
}

function values(key) {
  const { stores = [], names = [], began, last } = app.history ?? {}, start = last ? [[clock(began).slice(0, 8), 'the start']] : [];
  return {
    store: stores.map((store) => [store.name, `${store.turns ?? 0} turns`]),
    name: names.map((name) => [name]),
    cause: ['sent', 'posted', 'turn', 'effect', 'subscription'].map((name) => [name]),
    flags: [['failed', 'an effect failed'], ['unhandled', 'no rule took the message'], ['slow', 'took long']],
    changed: stores.map((store) => [store.name + '.', 'then the path']),
    from: start, until: start,
  }[key] ?? [];
}

export function setUp() {
  const input = byId('filter'), list = byId('suggestions');
  let options = [], active = -1;

  const current = () => {
    const place = input.selectionStart ?? input.value.length;
    return split(input.value).find(({ at, raw }) => at <= place && place <= at + raw.length) ?? { at: place, raw: '', text: '' };
  };
  const close = () => {
    list.hidden = true;
    active = -1;
    input.setAttribute('aria-expanded', 'false');
    mark(input);
  };
  const accept = (option) => {
    const { at, raw } = current();
    const quoted = /\s/.test(option.word) ? option.word.replace(/:(.*)$/, ':"$1"') : option.word;
    const end = /[:.]$/.test(quoted) ? '' : ' ';
    input.value = input.value.slice(0, at) + quoted + end + input.value.slice(at + raw.length).trimStart();
    input.selectionStart = input.selectionEnd = at + quoted.length + end.length;
    later();
    open();
  };
  const point = () => {
    [...list.children].forEach((node, place) => node.setAttribute('aria-selected', place === active));
    mark(input, `suggestion-${active}`);
    list.children[active].scrollIntoView({ block: 'nearest' });
  };
  const open = () => {
    const { text } = current();
    const colon = text.indexOf(':');
    const key = colon > 0 && Object.hasOwn(words, text.slice(0, colon)) ? text.slice(0, colon) : '';
    const begin = (key ? text.slice(colon + 1) : text).toLowerCase();
    const all = key
      ? values(key).map(([value, hint]) => ({ word: `${key}:${value}`, shown: value, hint }))
      : [...Object.entries(words).map(([word, hint]) => ({ word: word + ':', shown: word + ':', hint })),
        ...(begin ? values('name').map(([name]) => ({ word: `name:${name}`, shown: name, hint: 'a message' })) : [])];
    options = all.filter(({ shown }) => key ? shown.toLowerCase().includes(begin) : shown.toLowerCase().startsWith(begin)).slice(0, 50);
    if (options.length === 1 && options[0].word === text) options = [];
    replace(list, options.map(({ shown, hint }, place) => h('li', {
      id: `suggestion-${place}`, role: 'option', 'aria-selected': 'false',
      onpointerdown: (event) => { event.preventDefault(); accept(options[place]); },
    }, h('b', { text: shown }), hint && h('small', { text: hint }))));
    list.hidden = !options.length;
    active = -1;
    input.setAttribute('aria-expanded', options.length > 0);
  };
  const later = debounced(200, apply);

  input.oninput = () => { later(); open(); };
  input.onclick = () => { if (list.hidden) open(); };
  input.onblur = close;
  input.onkeydown = (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (list.hidden) open();
      if (!options.length) return;
      active = (active + (event.key === 'ArrowDown' ? 1 : active < 0 ? 0 : -1) + options.length) % options.length;
      point();
    } else if (event.key === 'Enter') {
      if (active >= 0) accept(options[active]);
      else { close(); apply(); }
    } else if (event.key === 'Tab' && active >= 0) {
      accept(options[active]);
    } else if (event.key === 'Escape') {
      if (!list.hidden) close();
      else if (input.value) setFilter('');
      else byId('rows').focus();
    } else return;
    take(event);
  };
  byId('clear').onclick = () => { setFilter(''); input.focus(); };
  app.on('history', () => { if (app.filter.text) app.filter = read(app.filter.text); });
}
