// The tab What if: other turns from a chosen one on, computed by the application; nothing of it happens.

import { app } from './app.js';
import { button, byId, count, h, hint, openDialog, option, replace } from './dom.js';
import { Editor, openMessage } from './forms.js';
import { changeList } from './state.js';
import { keepFocus, storeName } from './turn.js';

export function setUp(panel) {
  let from = null, steps = [], answer = null, differences = [], isBusy = false;
  const first = h('input', { type: 'number', min: '0', 'aria-label': 'Turn that the branch begins after' });
  const body = h('div');
  panel.append(h('div', { class: 'pane' },
    hint('Skip, move, change or add messages after a turn. Effects are not begun; their recorded answers are messages here.'),
    h('div', { class: 'actions' }, h('label', null, 'After turn ', first), button('Begin', () => start(Number(first.value)), { class: 'primary' })), body));

  const start = (turn) => app.attempt(async () => {
    const { at } = await app.get('place', { turn: turn + 1 });
    const { turns } = await app.get('turns', { at, count: 100 });
    from = turn;
    steps = turns.map(({ n, store, name, text }) => ({ n, store, name, text }));
    change();
    app.calm();
  });

  const made = ({ store, kind, name }, message) => ({ store, kind, message, name, text: JSON.stringify(message).slice(0, 200) });
  const edit = (step) => app.attempt(async () => {
    const known = step.message !== undefined ? step : await app.get('turn', { n: step.n });
    openMessage(`A message to ${known.store}`, `Kind: ${known.kind ?? 'unknown'}`, known.message, ['Take it', (message) => {
      Object.assign(step, made(known, message));
      change();
    }]);
  });

  /** Asks for a message like the newest one of a name, in the store of that one or in a chosen store. */
  function add() {
    const about = hint();
    const name = h('select', { 'aria-label': 'Message', onchange: () => begin({ name: name.value }) }, (app.history.names ?? []).map((one) => option(one)));
    const store = h('select', { 'aria-label': 'Store', onchange: () => begin({ name: name.value, store: store.value }) }, app.stores.map((one) => option(one)));
    let known = null, asked, editor, begin;
    openDialog('Add a message', (attempt) => {
      editor = new Editor(attempt);
      begin = (wanted) => attempt(async () => {
        asked = wanted;
        known = null;
        let list;
        do list = await app.get('turns', { ...wanted, count: 0 }); while (list.isComplete === false && asked === wanted && name.isConnected);
        const { turns: [row] } = list.total ? await app.get('turns', { ...wanted, at: list.total - 1, count: 1 }) : { turns: [] };
        const kinds = app.history.stores.find((item) => item.name === wanted.store)?.kinds;
        const found = row ? await app.get('turn', { n: row.n }) : { ...wanted, kind: kinds?.at(-1) };
        if (asked !== wanted) return;
        known = found;
        store.value = known.store;
        about.textContent = `Of kind ${known.kind ?? 'unknown'}`;
        editor.show(known.message);
        if (!row) throw new Error(`No turn of ${wanted.store} had a message named ${wanted.name}; write it as JSON.`);
      });
      return [h('div', { class: 'fields' }, name, 'to', store), about, editor.element];
    }, [['Take it', () => {
      if (!known?.kind) throw new Error('Choose a message of a store that has schemas.');
      steps.push(made(known, editor.read()));
      change();
    }]]);
    if (name.value) begin({ name: name.value });
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
    await app.attempt(async () => {
      const turns = steps.filter((step) => !step.isSkipped).map((step) => step.message !== undefined ? { store: step.store, kind: step.kind, message: step.message } : { n: step.n });
      answer = (await app.post('branch', { from, turns })).branch;
      const stores = [...new Set(steps.map((step) => step.store))];
      differences = await Promise.all(stores.map(async (store) => ({ store, ...await app.get('branch/difference', { store }) })));
      app.calm();
    });
    isBusy = false;
    draw();
  }

  function line(step, place) {
    const name = `${step.n ? `turn ${step.n}` : 'new message'}, ${step.name}`;
    return h('li', { class: step.isSkipped ? 'removed' : step.message !== undefined ? 'changed' : null }, h('div', { class: 'line step' },
      h('span', { class: 'n', text: step.message !== undefined ? (step.n ? `${step.n} ~` : '+') : step.n }), storeName(step.store), h('span', { class: 'words' }, step.text ?? step.name),
      button(step.isSkipped ? 'Take' : 'Skip', () => { step.isSkipped = !step.isSkipped; change(); }, { 'aria-label': `${step.isSkipped ? 'Take' : 'Skip'} ${name}` }),
      button('Change…', () => edit(step), { 'aria-label': `Change ${name}` }),
      button('↑', () => move(place, -1), { 'aria-label': `Move up ${name}`, disabled: place === 0 }),
      button('↓', () => move(place, 1), { 'aria-label': `Move down ${name}`, disabled: place === steps.length - 1 })));
  }

  function draw() {
    if (from === null) return replace(body);
    keepFocus(body, () => replace(body,
      h('div', { class: 'actions' }, h('h3', null, count(steps.length, 'turn'), ` after turn ${from}`),
        button('Add a message…', add),
        button(isBusy ? 'Computing' : 'Compute', compute, { class: 'primary', disabled: isBusy })),
      answer ? h('div', { class: 'result', role: 'status' },
        h('h3', null, differences.every((item) => !item.changes.length) ? 'The states end as they did.' : `The states part from what happened${answer.parts?.n ? ` at turn ${answer.parts.n}` : ''}:`),
        (answer.problems ?? []).map((problem) => h('p', { class: 'problem', text: `${problem.store}: ${problem.why}` })),
        differences.filter((item) => item.changes.length).map((item) => h('div', null, storeName(item.store), changeList(item.changes))),
        app.allows('keep') && h('div', { class: 'actions' }, button('Make it the present…', () => app.keep('Make this branch the present?', `at the end of the branch after turn ${from}`, { branch: answer.id })))) : null,
      h('ul', { class: 'steps' }, steps.map(line))));
  }

  /** The tab is shown when the history says that branches of it can be computed. */
  function probe() {
    byId('tab-branch').hidden = !app.history?.branches;
    if (app.tab === 'branch' && !app.history?.branches) app.openTab('turn');
  }
  app.on('history kept', () => {
    from = answer = null;
    steps = [];
    draw();
    probe();
  });
  byId('tab-branch').hidden = true;
  app.on('tab', () => {
    probe();
    if (app.tab === 'branch' && from === null) first.value = Math.max(0, (app.shown ?? 1) - 1);
  });
}
