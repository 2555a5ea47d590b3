// A tree of values that loads level by level; arrows move in it.

import { Exact } from './api.js';
import { grouped, h, isForeign, replace, take } from './dom.js';

const keyOf = (path) => JSON.stringify(path);
const isContainer = (child) => child.type === 'object' || child.type === 'array';

export class Tree {
  /** load(path, at, signal) gives a level; chosen(path, child) is called when a line is chosen. */
  constructor({ label, load, chosen = () => {} }) {
    this.load = load;
    this.chosen = chosen;
    this.levels = new Map();
    this.open = new Set(['[]']);
    this.focus = null;
    this.opensChanges = false;
    this.element = h('ul', { role: 'tree', class: 'tree', 'aria-label': label });
    this.element.onkeydown = (event) => this.key(event);
    this.element.onclick = (event) => this.click(event);
  }

  /** Loads all open levels, and then shows them at once. */
  async refresh(signal) {
    const levels = new Map();
    const root = await this.load([], 0, signal);
    levels.set('[]', root);
    await Promise.all([...this.open].filter((key) => key !== '[]').slice(0, 60).map(async (key) => {
      try {
        levels.set(key, await this.load(JSON.parse(key), 0, signal));
      } catch (error) {
        if (error.name === 'AbortError') throw error;
        this.open.delete(key);
      }
    }));
    if (this.opensChanges) await this.openChanges(levels, [], root, 0, signal);
    if (signal?.aborted) return;
    this.levels = levels;
    this.render();
  }

  async openChanges(levels, path, level, depth, signal) {
    const changed = level.children.filter((child) => child.changed && isContainer(child) && child.count > 0);
    if (depth > 5 || changed.length > 4) return;
    await Promise.all(changed.map(async (child) => {
      const at = [...path, child.key], key = keyOf(at);
      if (!levels.has(key)) {
        levels.set(key, await this.load(at, 0, signal));
        this.open.add(key);
      }
      await this.openChanges(levels, at, levels.get(key), depth + 1, signal);
    }));
  }

  async toggle(path, value = !this.open.has(keyOf(path))) {
    const key = keyOf(path);
    if (value) await this.openLevel(path);
    else this.open.delete(key);
    this.render();
  }

  async openLevel(path) {
    const key = keyOf(path);
    if (!this.levels.has(key)) this.levels.set(key, await this.load(path, 0));
    this.open.add(key);
    return this.levels.get(key);
  }

  /** Loads further children of a level; gives how many came. */
  async extend(path, level) {
    const next = await this.load(path, level.children.length);
    level.children.push(...next.children);
    return next.children.length;
  }
  async more(path) {
    await this.extend(path, this.levels.get(keyOf(path)));
    this.render();
  }

  /** Opens all levels down to a path, and chooses it. */
  async reveal(path) {
    for (let depth = 0; depth < path.length; depth++) {
      const parent = path.slice(0, depth), level = await this.openLevel(parent);
      while (!level.children.some((child) => child.key === path[depth]) && level.children.length < Math.min(level.total, 5000)) {
        if (!await this.extend(parent, level)) break;
      }
    }
    this.focus = keyOf(path);
    this.render();
    this.find(this.focus)?.firstChild.scrollIntoView({ block: 'nearest' });
    this.tellChosen();
  }

  render() {
    const hadFocus = this.element.contains(document.activeElement);
    this.children = new Map();
    replace(this.element, this.lines([], 1));
    const items = this.items();
    const target = items.find((item) => item.dataset.path === this.focus) ?? items[0];
    if (target) {
      target.tabIndex = 0;
      if (hadFocus) target.focus({ preventScroll: true });
    }
  }

  lines(path, depth) {
    const level = this.levels.get(keyOf(path));
    if (!level) return [];
    const all = [...level.children, ...(level.removed ?? []).map((child) => ({ ...child, isRemoved: true }))];
    const lines = all.map((child) => this.line([...path, child.key], child, depth));
    const left = level.total - level.children.length;
    const special = (text, at, props) => lines.push(h('li', { role: 'treeitem', tabindex: '-1', 'aria-level': depth, 'data-path': keyOf(at), ...props }, h('div', { class: 'line' }, text)));
    if (left > 0) special(`Show more (${grouped(left)} left)`, [...path, '\u0000more'], { 'data-more': keyOf(path), class: 'more' });
    if (!all.length && depth === 1) special(level.text ?? 'Empty', []);
    return lines;
  }

  line(path, child, depth) {
    const key = keyOf(path), holds = isContainer(child) && child.count > 0 && !child.isRemoved;
    const isOpen = holds && this.open.has(key) && this.levels.has(key);
    this.children.set(key, { path, child });
    const kind = /^"/.test(child.text) ? 'text' : /^-?\d/.test(child.text) ? 'number' : /^(true|false|null)$/.test(child.text) ? 'word' : 'box';
    const item = h('li', {
      role: 'treeitem', tabindex: '-1', 'aria-level': depth, 'aria-expanded': holds ? String(isOpen) : null,
      'aria-selected': String(this.focus === key), 'data-path': key,
      class: [child.changed && 'changed', child.isRemoved && 'removed'].filter(Boolean).join(' ') || null,
      'aria-label': [child.isRemoved && 'removed', child.changed && 'changed', `${child.key}: ${child.text}`, child.before !== undefined && child.changed && `before ${child.before}`].filter(Boolean).join(', '),
    }, h('div', { class: 'line' },
      h('i', { class: 'twisty', text: holds ? (isOpen ? '▾' : '▸') : '' }),
      h('span', { class: typeof child.key === 'number' ? 'key place' : 'key', text: child.key }), ': ',
      child.before != null && child.changed ? [h('del', { text: child.before }), ' '] : null,
      h('span', { class: `value ${kind}`, text: child.text })));
    item.firstChild.style.paddingLeft = `${depth * 14 + 5}px`;
    if (isOpen) item.append(h('ul', { role: 'group' }, this.lines(path, depth + 1)));
    return item;
  }

  items() { return [...this.element.querySelectorAll('[role=treeitem]')]; }
  find(key) { return this.items().find((item) => item.dataset.path === key); }

  choose(item) {
    if (!item) return;
    for (const other of this.items()) {
      other.tabIndex = other === item ? 0 : -1;
      other.setAttribute('aria-selected', other === item);
    }
    this.focus = item.dataset.path;
    item.focus({ preventScroll: true });
    item.firstChild.scrollIntoView({ block: 'nearest' });
    this.tellChosen();
  }
  tellChosen() {
    const found = this.children.get(this.focus);
    if (found) this.chosen(found.path, found.child);
  }

  click(event) {
    const item = event.target.closest('[role=treeitem]');
    if (!item) return;
    this.choose(item);
    if (!getSelection().toString()) this.activate(item);
  }
  /** Loads more, or opens and closes. */
  activate(item) {
    if (item.dataset.more) this.more(JSON.parse(item.dataset.more));
    else if (item.hasAttribute('aria-expanded')) this.toggle(JSON.parse(item.dataset.path));
    else this.choose(item);
  }

  key(event) {
    if (isForeign(event)) return;
    const items = this.items(), item = document.activeElement.closest('[role=treeitem]');
    const place = items.indexOf(item);
    if (place < 0) return;
    const path = JSON.parse(item.dataset.path), isOpen = item.getAttribute('aria-expanded');
    const moves = { ArrowDown: items[place + 1], ArrowUp: items[place - 1], Home: items[0], End: items.at(-1) };
    if (Object.hasOwn(moves, event.key)) this.choose(moves[event.key]);
    else if (event.key === 'ArrowRight') {
      if (isOpen === 'false') this.toggle(path, true);
      else if (isOpen) this.choose(items[place + 1]);
    } else if (event.key === 'ArrowLeft') {
      if (isOpen === 'true') this.toggle(path, false);
      else if (path.length > 1) this.choose(this.find(keyOf(path.slice(0, -1))));
    } else if (event.key === 'Enter' || event.key === ' ') this.activate(item);
    else return;
    take(event);
  }
}

/** True for a value without members. */
export const isPlain = (value) => value === null || typeof value !== 'object' || value instanceof Exact;

/** A level of a value that is here already. */
export function levelOf(value) {
  return async (path, at) => {
    const found = path.reduce((inner, key) => inner?.[key], value);
    if (isPlain(found)) return { total: 0, children: [], text: JSON.stringify(found) };
    const isArray = Array.isArray(found), keys = Object.keys(found);
    return {
      total: keys.length,
      children: keys.slice(at, at + 200).map((name) => {
        const key = isArray ? Number(name) : name, child = found[key];
        if (isPlain(child)) return { key, type: typeof child, count: 0, text: child instanceof Exact ? child.text : JSON.stringify(child) };
        const size = Object.keys(child).length;
        return { key, type: Array.isArray(child) ? 'array' : 'object', count: size, text: Array.isArray(child) ? `[…] ${size}` : `{…} ${size}` };
      }),
    };
  };
}
