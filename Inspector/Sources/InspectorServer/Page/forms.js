// Forms for values of JSON: a labelled control for each value, groups for objects and arrays; or their JSON.

import { Exact, parse } from './api.js';
import { button, h, hint, openDialog, pathText, replace } from './dom.js';
import { isPlain } from './tree.js';

const most = 500, deepest = 20;

/** True if a value is small enough for a form. */
function fits(value) {
  let left = most;
  const visit = (inner, depth) => --left >= 0 && (isPlain(inner) || (depth < deepest && Object.values(inner).every((child) => visit(child, depth + 1))));
  return visit(value, 0);
}

/** A control for a value: its element, the node with its name, and `read`, which throws a sentence about a wrong text. */
function control(value, name) {
  const title = h('span', { class: 'key', text: name });
  if (!isPlain(value)) return { title, ...Array.isArray(value) ? list(value, title) : group(value, title) };
  const kind = value === null ? 'null' : value instanceof Exact ? 'number' : typeof value, isText = kind === 'string';
  const isLong = isText && (value.length > 60 || /[\r\n]/.test(value));
  const field = h(isLong ? 'textarea' : 'input', {
    type: kind === 'boolean' ? 'checkbox' : isLong ? null : 'text', rows: isLong && '4', inputmode: kind === 'number' && 'decimal', autocomplete: 'off', spellcheck: 'false',
    placeholder: kind === 'null' && 'null, until you write a text, or JSON as 12 or "12"', checked: value === true, value: isText || kind === 'number' ? String(value) : null,
  });
  const before = field.value;
  const readers = {
    boolean: () => field.checked,
    string: () => field.value,
    null: () => { try { return parse(field.value); } catch { return field.value; } },
    number: (path) => {
      const text = field.value.trim(), isNumber = /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(text);
      field.setAttribute('aria-invalid', !isNumber);
      if (isNumber) return parse(text);
      field.focus();
      throw new Error(`${path.length ? pathText(path) : 'The message'} must be a number, as 12, -3 or 1.5e9; “${text}” is none.`);
    },
  };
  // A control that was left alone gives its value back as it came: a field of the browser changes the ends of lines.
  const read = (path) => kind !== 'boolean' && field.value === before ? value : readers[kind](path);
  return { title, element: h('label', null, title, field), read };
}

function group(value, title) {
  const members = Object.entries(value).map(([key, inner]) => [key, control(inner, key)]);
  return {
    element: h('fieldset', null, h('legend', null, title), members.map(([, { element }]) => element), !members.length && hint('Empty.')),
    read: (path) => Object.fromEntries(members.map(([key, { read }]) => [key, read([...path, key])])),
  };
}

function list(value, title) {
  const items = [], name = title.textContent;
  let template = value.at(-1) ?? null;
  const keep = (item) => { try { template = item.read([]); } catch { /* a wrong text is not copied */ } };
  const add = button('Add', () => {
    if (items.length) keep(items.at(-1));
    put(template);
    items.at(-1).line.querySelector('input, textarea, button').focus();
  }, { 'aria-label': `Add to ${name}` });
  const element = h('fieldset', null, h('legend', null, title), add);
  const put = (inner) => {
    const item = control(inner, '');
    item.remove = button('Remove', () => {
      const place = items.indexOf(item);
      keep(item);
      items.splice(place, 1);
      item.line.remove();
      number();
      (items[place]?.remove ?? add).focus();
    });
    item.line = h('div', { class: 'item' }, item.element, item.remove);
    items.push(item);
    add.before(item.line);
    number();
  };
  const number = () => items.forEach((item, place) => {
    item.title.textContent = `[${place}]`;
    item.remove.setAttribute('aria-label', `Remove ${name}[${place}]`);
  });
  value.forEach(put);
  return { element, read: (path) => items.map((item, place) => item.read([...path, place])) };
}

/** Shows a value to be changed: an object as a form at first, all else as JSON; the switch turns one into the other. */
export class Editor {
  constructor(attempt) {
    this.area = h('textarea', { rows: '12', class: 'code', 'aria-label': 'The message as JSON', spellcheck: 'false' });
    this.body = h('div', { class: 'form' });
    this.toggle = button('', () => attempt(() => this.show(this.read(), !this.form)));
    this.element = [this.body, h('div', null, this.toggle)];
  }

  show(value, isForm = !isPlain(value ?? null) && !Array.isArray(value) && fits(value)) {
    if (isForm && !fits(value)) throw new Error(`A form takes at most ${most} values, ${deepest} levels deep; this message has more, so it stays JSON.`);
    this.form = isForm ? control(value, 'Message') : null;
    if (!isForm) this.area.value = JSON.stringify(value ?? null, null, 2);
    this.toggle.textContent = isForm ? 'Show JSON' : 'Show a form';
    replace(this.body, this.form?.element ?? this.area);
  }

  read() {
    if (this.form) return this.form.read([]);
    try { return parse(this.area.value); } catch (error) { throw new Error(`This is not JSON: ${error.message}`); }
  }

  focus() { this.body.querySelector('input, textarea, button')?.focus(); }
}

/** Asks for a message, beginning with one, and hands it over. */
export function openMessage(title, words, value, [word, work]) {
  let editor;
  openDialog(title, (attempt) => {
    editor = new Editor(attempt);
    editor.show(value);
    return [hint(words), editor.element];
  }, [[word, () => work(editor.read())]]);
  editor.focus();
}
