// The keys of the whole page, and the dialog that lists them.

import { app } from './app.js';
import { byId, h, hint, isForeign, openDialog, section } from './dom.js';

const list = [
  ['Turns', [['↑ ↓  or  k j', 'the turn before or after'], ['Page Up, Page Down, Home', 'move in the list'], ['End  or  l', 'the newest turn, and follow'],
    ['Enter', 'to the details'], ['/', 'filter'], ['g', 'go to a turn by its number'], ['p', 'pin the turn'], ['c', 'copy the message as Swift'], ['x', 'time since the start, or of day'], ['Space', 'pause, or go on']]],
  ['Details', [['1 2 3 4 5', 'Turn, State, Time line, Machines, What if'], ['← →', 'in a tree: close and open; in the time line: earlier and later'], ['+ − 0 f', 'in the time line: zoom, all, the chosen turn'], ['w', 'watch the chosen path']]],
  ['Going back', [['b', 'show this turn in the application'], ['[  ]', 'one turn back or forward in the application'], ['Escape', 'return the application to the present']]],
  ['Page', [['t', 'theme: as the system, light, dark'], ['?', 'this list']]],
];

export function openHelp() {
  openDialog('Keys', [
    list.map(([title, keys]) => section(title, h('dl', { class: 'keys' },
      keys.map(([key, text]) => [h('dt', null, h('kbd', { text: key })), h('dd', { text })])))),
    hint('The filter takes words: ', h('code', null, 'store: name: text: cause: flags: changed: from: until:'), ' and free text. Several stores, and several flags, are alternatives.'),
  ]);
}

function goTo() {
  const first = Number(app.history?.first ?? 1), last = Number(app.history?.last ?? 0);
  const input = h('input', { type: 'number', min: first, max: last, 'aria-label': 'Number of the turn', value: app.shown ?? '' });
  const go = () => {
    const turn = Number(input.value);
    if (!Number.isInteger(turn) || turn < first || turn > last) throw new Error(`There are the turns ${first} to ${last}.`);
    app.choose(turn);
  };
  openDialog('Go to a turn', input, [['Go', go]]);
  input.select();
}

export function setUp(parts) {
  const works = {
    '?': openHelp, '/': () => byId('filter').focus(), g: goTo, j: () => parts.turns.step(1), k: () => parts.turns.step(-1),
    l: () => parts.turns.follow(), End: () => parts.turns.follow(), b: () => app.show(app.shown), '[': () => app.step(-1), ']': () => app.step(1),
    p: () => app.shown && app.pin(app.shown), c: () => parts.turn.copySwift(), w: () => parts.state.watch(), x: () => byId('clock').click(),
    t: () => byId('theme').click(), ' ': () => app.pause(!app.isPaused),
    Escape: () => {
      if (app.history?.showing != null) app.present();
      else if (document.body.dataset.view === 'detail') byId('back').click();
    },
  };
  document.querySelectorAll('[role=tab]').forEach((tab, place) => {
    works[place + 1] = () => {
      if (tab.hidden) return;
      tab.click();
      tab.focus();
    };
  });
  document.onkeydown = (event) => {
    if (event.defaultPrevented || isForeign(event) || byId('dialog').open) return;
    const target = event.target;
    if (target.closest('input, textarea, select')) {
      if (event.key === 'Escape') target.blur();
      return;
    }
    if (event.key === ' ' && target.closest('button, [role=treeitem], a, summary')) return;
    if (!Object.hasOwn(works, event.key)) return;
    event.preventDefault();
    works[event.key]();
  };
}
