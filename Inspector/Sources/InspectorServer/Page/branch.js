// The tab What if: other turns from a chosen one on, computed by the application; nothing of it happens.

import { parse } from './api.js';
import { app } from './app.js';
import { button, byId, count, h, openJSON, replace } from './dom.js';
import { changeList } from './state.js';
import { keepFocus, storeName } from './turn.js';

export function setUp(panel) {
  let from = null, steps = [], answer = null, differences = [], isBusy = false;
  const start = h('input', { type: 'number', min: '0', 'aria-label': 'Turn that the branch begins after' });
  const body = h('div');
  panel.append(h('div', { class: 'pane' },
    h('p', { class: 'hint' }, 'Skip, move, change or add messages after a turn. Effects are not begun; their recorded answers are messages here.'),
    h('div', { class: 'actions' }, h('label', null, 'After turn ', start), button('Begin', () => begin(Number(start.value)), { class: 'primary' })), body));

  async function begin(turn) {
    try {
      const { at } = await app.get('place', { turn: turn + 1 });
      const { turns } = await app.get('turns', { at, count: 100 });
      from = turn;
      steps = turns.map((row) => ({ n: row.n, store: row.store, name: row.name, text: row.text }));
      answer = null;
      draw();
      app.calm();
    } catch (error) { app.complain(error); }
  }

  /** Asks for a message as JSON; `like` is a turn to begin from, or null for a message of a chosen store. */
  async function edit(step, like, done) {
    const known = step.message !== undefined ? step : await app.get('turn', { n: like });
    openJSON(`A message to ${known.store}`, `Kind: ${known.kind ?? 'unknown'}`, known.message, parse, ['Take it', (message) => {
      done({ store: known.store, kind: known.kind, message, name: known.name, text: JSON.stringify(message).slice(0, 200) });
      change();
    }]);
  }
  function change() {
    answer = null;
    draw();
  }
  const move = (place, by) => {
    const [step] = steps.splice(place, 1);
    steps.splice(place + by, 0, step);
    change();
  };

  async function compute() {
    isBusy = true;
    draw();
    try {
      const turns = steps.filter((step) => !step.isSkipped).map((step) => step.message !== undefined ? { store: step.store, kind: step.kind, message: step.message } : { n: step.n });
      answer = (await app.post('branch', { from, turns })).branch;
      const stores = [...new Set(steps.map((step) => step.store))];
      differences = await Promise.all(stores.map(async (store) => ({ store, ...await app.get('branch/difference', { store }) })));
      app.calm();
    } catch (error) { app.complain(error); }
    isBusy = false;
    draw();
  }

  function line(step, place) {
    const name = `${step.n ? `turn ${step.n}` : 'new message'}, ${step.name}`;
    return h('li', { class: step.isSkipped ? 'removed' : step.message !== undefined ? 'changed' : null }, h('div', { class: 'line step' },
      h('span', { class: 'n', text: step.message !== undefined ? (step.n ? `${step.n} ~` : '+') : step.n }), storeName(step.store), h('span', { class: 'words' }, step.text ?? step.name),
      button(step.isSkipped ? 'Take' : 'Skip', () => { step.isSkipped = !step.isSkipped; change(); }, { 'aria-label': `${step.isSkipped ? 'Take' : 'Skip'} ${name}` }),
      button('Change…', () => edit(step, step.n, (made) => Object.assign(step, made)).catch(app.complain), { 'aria-label': `Change ${name}` }),
      button('↑', () => move(place, -1), { 'aria-label': `Move up ${name}`, disabled: place === 0 }),
      button('↓', () => move(place, 1), { 'aria-label': `Move down ${name}`, disabled: place === steps.length - 1 })));
  }

  function draw() {
    if (from === null) return replace(body);
    keepFocus(body, () => replace(body,
      h('div', { class: 'actions' }, h('h3', null, count(steps.length, 'turn'), ` after turn ${from}`),
        button('Add a message…', () => {
          const like = app.shown;
          edit({}, like, (made) => steps.push(made)).catch(app.complain);
        }),
        button(isBusy ? 'Computing' : 'Compute', compute, { class: 'primary', disabled: isBusy })),
      answer ? h('div', { class: 'result', role: 'status' },
        h('h3', null, differences.every((item) => !item.changes.length) ? 'The states end as they did.' : `The states part from what happened${answer.parts?.n ? ` at turn ${answer.parts.n}` : ''}:`),
        (answer.problems ?? []).map((problem) => h('p', { class: 'problem', text: `${problem.store}: ${problem.why}` })),
        differences.filter((item) => item.changes.length).map((item) => h('div', null, storeName(item.store), changeList(item.changes)))) : null,
      h('ul', { class: 'steps' }, steps.map(line))));
  }

  /** The tab is shown when the history says that branches of it can be computed. */
  function probe() {
    byId('tab-branch').hidden = !app.history?.branches;
    if (app.tab === 'branch' && !app.history?.branches) app.openTab('turn');
  }
  app.on('history', () => {
    from = answer = null;
    steps = [];
    draw();
    probe();
  });
  app.on('tab', () => {
    probe();
    if (app.tab === 'branch' && from === null) start.value = Math.max(0, (app.shown ?? 1) - 1);
  });
}
