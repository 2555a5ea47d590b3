// Puts the page together: the header, the tabs, and the connection to the tool.

import { addressOf, follow, get, gone, hasToken, takeFragment } from './api.js';
import { app, apply, applyAll } from './app.js';
import * as branch from './branch.js';
import { announce, button, byId, clamp, count, h, option, recall, remember, replace, say, throttled } from './dom.js';
import * as filter from './filter.js';
import * as keys from './keys.js';
import * as machines from './machines.js';
import * as state from './state.js';
import * as time from './timeline.js';
import * as turn from './turn.js';
import * as turns from './turns.js';

// The theme.

const themes = ['system', 'light', 'dark'];
function setTheme(name) {
  const control = byId('theme'), text = `Theme: ${name === 'system' ? 'as the system' : name}`;
  document.documentElement.dataset.theme = name;
  control.textContent = { system: '◐', light: '☀', dark: '☾' }[name];
  control.setAttribute('aria-label', text);
  control.title = `${text} (t)`;
  remember('localStorage', 'millrace-theme', name);
  app.tell('theme');
}
const theme = recall('localStorage', 'millrace-theme');
setTheme(themes.includes(theme) ? theme : 'system');
byId('theme').onclick = () => {
  setTheme(themes[(themes.indexOf(document.documentElement.dataset.theme) + 1) % themes.length]);
  announce(byId('theme').getAttribute('aria-label'));
};
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => app.tell('theme'));

// The tabs.

const tabs = [['turn', 'Turn', turn], ['state', 'State', state], ['time', 'Time line', time], ['machines', 'Machines', machines], ['branch', 'What if', branch]];
const tabList = document.querySelector('[role=tablist]'), parts = {};
for (const [name, title, part] of tabs) {
  const tab = h('button', {
    role: 'tab', id: `tab-${name}`, 'aria-controls': `panel-${name}`, 'aria-selected': 'false', tabindex: '-1', onclick: () => app.openTab(name),
  }, title);
  const panel = h('div', { role: 'tabpanel', id: `panel-${name}`, 'aria-labelledby': `tab-${name}`, tabindex: '0', hidden: true });
  tabList.append(tab);
  byId('detail').append(panel);
  parts[name] = part.setUp(panel);
}
tabList.onkeydown = (event) => {
  const all = [...tabList.children].filter((tab) => !tab.hidden), place = all.indexOf(document.activeElement);
  const step = { ArrowRight: 1, ArrowLeft: -1, Home: -place, End: all.length - 1 - place }[event.key];
  if (step === undefined || place < 0) return;
  const next = all[(place + step + all.length) % all.length];
  next.click();
  next.focus();
  event.preventDefault();
};
function showTab() {
  for (const tab of tabList.children) {
    const isShown = tab.id === `tab-${app.tab}`;
    tab.setAttribute('aria-selected', isShown);
    tab.tabIndex = isShown ? 0 : -1;
    byId(tab.getAttribute('aria-controls')).hidden = !isShown;
  }
}
app.on('tab', showTab);
showTab();

// The header.

parts.turns = turns.setUp();
filter.setUp();
keys.setUp(parts);
const select = byId('history');
const nameOf = (history) => `${history.application ?? 'Journal'}${history.process ? ` (${history.process})` : ''} · ${history.flow}`
  + `${history.status === 'ended' ? ' · ended' : history.status === 'reading' ? ' · reading' : ''}`;
select.onchange = () => {
  if (select.value === 'beside') {
    open(addressOf(app.history.id, app.turn), '_blank');
    select.value = app.history.id;
  } else app.openHistory(Number(select.value));
};
function drawHistories() {
  replace(select, [...app.histories.values()].map((history) => option(history.id, nameOf(history))),
    app.history ? option('beside', 'Open beside, in another window') : option('', 'No history'));
  select.disabled = !app.histories.size;
  if (app.history) select.value = app.history.id;
  drawStatus();
}
function drawStatus() {
  const { history } = app, chip = byId('status');
  const [look, text] = !app.isConnected ? ['off', 'No tool'] : !history ? ['wait', 'Waiting']
    : app.isPaused ? ['wait', 'Paused'] : { connected: ['on', 'Live'], ended: ['off', 'Ended'], reading: ['wait', 'Reading'], ready: ['on', 'Journal'] }[history.status] ?? ['wait', history.status];
  chip.dataset.look = look;
  say(chip, text);
  chip.title = history?.note ?? '';
  const pause = byId('pause');
  pause.disabled = !history;
  pause.setAttribute('aria-pressed', app.isPaused);
  const news = app.isPaused && history ? Number(app.histories.get(history.id)?.turns ?? 0) - Number(history.turns) : 0;
  pause.textContent = app.isPaused ? (news > 0 ? `Go on (${count(news, 'new turn')})` : 'Go on') : 'Pause';
  byId('save').disabled = !history;
  document.title = history ? `${history.application ?? 'Journal'} · ${history.flow} · Millrace inspector` : 'Millrace inspector';
}
byId('pause').onclick = () => app.pause(!app.isPaused);
byId('save').onclick = turn.openSave;
byId('help').onclick = keys.openHelp;
byId('back').onclick = () => {
  document.body.dataset.view = 'list';
  parts.turns.focus();
};
app.on('histories history pause', drawHistories);
app.on('changed', throttled(250, drawStatus));

function drawBanner() {
  const banner = byId('banner'), { showing } = app.history ?? {};
  banner.hidden = showing == null;
  if (banner.hidden) return;
  turn.keepFocus(banner, () => replace(banner, h('span', { role: 'status' }, 'The application shows ', h('b', { text: `turn ${showing}` })),
    button('‹', () => app.step(-1), { title: 'One turn back ([)', 'aria-label': 'One turn back' }),
    button('›', () => app.step(1), { title: 'One turn forward (])', 'aria-label': 'One turn forward' }),
    app.allows('keep') && button('Go on from here…', () => app.keep(`Go on from turn ${showing}?`, `after turn ${showing}`, { turn: showing })),
    button('Return to the present', () => app.present(), { title: 'Return to the present (Escape)', class: 'primary' })));
}
app.on('showing history', drawBanner);

/** Says the newest break of a history, and the others when it is opened, until it is closed. */
function drawBreaks() {
  const strip = byId('breaks'), all = (app.history?.breaks ?? []).toReversed(), text = JSON.stringify([app.history?.id, all]);
  if (strip.dataset.text === text) return;
  strip.dataset.text = text;
  strip.hidden = !all.length;
  const [last, ...rest] = all.map(({ n, reason }) => [h('b', { text: `Break ${n}` }), `: ${reason}`]);
  replace(strip, rest.length ? h('details', null, h('summary', null, last), h('ul', null, rest.map((line) => h('li', null, line)))) : h('span', null, last),
    button('✕', () => { strip.hidden = true; }, { class: 'quiet', 'aria-label': 'Close this notice' }));
}
app.on('changed history', drawBreaks);

// The page without a history.

function drawEmpty() {
  const area = byId('empty'), isEmpty = !app.history;
  document.body.classList.toggle('empty', isEmpty);
  area.hidden = !isEmpty;
  if (!isEmpty) return;
  const code = (text) => h('pre', null, h('code', { text }));
  replace(area, h('div', { class: 'welcome' }, !hasToken()
    ? [h('h2', null, 'The address has no key'), h('p', null, 'Open the address that ', h('code', null, 'millrace inspect'), ' printed, with everything after the #.')]
    : !app.isConnected
      ? [h('h2', null, 'The tool does not answer'), h('p', null, 'This page goes on as soon as it is back. Start it again with:'), code('millrace inspect')]
      : [h('h2', null, 'No application is connected'), h('p', null, 'Start one with:'), code('millrace inspect -- swift run App'),
        h('p', null, 'The application connects when it attaches an inspector to its flow:'), code('Inspector.attach(to: flow)'),
        h('p', null, 'Or open what was recorded:'), code('millrace inspect notes.journal')]));
}
app.on('history histories', drawEmpty);

// The width of the list.

const splitter = byId('splitter');
let share = 46;
function setShare(value) {
  share = clamp(value, 20, 80);
  document.documentElement.style.setProperty('--list', `${share}%`);
  splitter.setAttribute('aria-valuenow', Math.round(share));
}
setShare(share);
splitter.onpointerdown = (event) => splitter.setPointerCapture(event.pointerId);
splitter.onpointermove = (event) => {
  if (splitter.hasPointerCapture(event.pointerId)) setShare(event.clientX / innerWidth * 100);
};
splitter.onkeydown = (event) => {
  const step = { ArrowLeft: -3, ArrowRight: 3 }[event.key];
  if (!step) return;
  setShare(share + step);
  event.preventDefault();
};

// The connection.

const asked = takeFragment();
app.wanted = asked.history;
drawEmpty();
let lastSentence = '';
follow({
  opened: async () => {
    const list = await get('/api/histories');
    const wasLost = lastSentence !== '';
    app.isConnected = true;
    lastSentence = '';
    applyAll(list);
    if (wasLost) {
      app.calm();
      announce('The tool is back.');
    }
    if (asked.turn && app.history) app.choose(asked.turn);
    asked.turn = null;
    drawStatus();
  },
  line: ({ history }) => { if (history) apply(history); },
  lost: (error) => {
    app.isConnected = false;
    const sentence = error?.status ? error.message : gone;
    if (sentence !== lastSentence && (app.history || error?.status)) app.complain(sentence);
    lastSentence = sentence;
    drawStatus();
    drawEmpty();
  },
});
