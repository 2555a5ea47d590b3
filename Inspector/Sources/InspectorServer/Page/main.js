// Puts the page together: the header, the tabs, and the connection to the tool.

import { addressOf, follow, get, gone, hasToken, takeFragment } from './api.js';
import { app, apply, applyAll } from './app.js';
import { setUp as setUpBranch } from './branch.js';
import { announce, button, byId, count, h, replace, throttled } from './dom.js';
import * as filter from './filter.js';
import { openHelp, setUp as setUpKeys } from './keys.js';
import { setUp as setUpMachines } from './machines.js';
import { setUp as setUpState } from './state.js';
import { setUp as setUpTime } from './timeline.js';
import { saveMenu, setUp as setUpTurn } from './turn.js';
import { setUp as setUpTurns } from './turns.js';

// The theme.

const themes = ['system', 'light', 'dark'];
function setTheme(name) {
  document.documentElement.dataset.theme = name;
  byId('theme').textContent = { system: '◐', light: '☀', dark: '☾' }[name];
  byId('theme').setAttribute('aria-label', `Theme: ${name === 'system' ? 'as the system' : name}`);
  byId('theme').title = `Theme: ${name === 'system' ? 'as the system' : name} (t)`;
  try { localStorage.setItem('millrace-theme', name); } catch { /* the theme lasts as long as the page */ }
  app.tell('theme');
}
let theme = 'system';
try { theme = localStorage.getItem('millrace-theme') ?? theme; } catch { /* as the system */ }
setTheme(themes.includes(theme) ? theme : 'system');
byId('theme').addEventListener('click', () => {
  setTheme(themes[(themes.indexOf(document.documentElement.dataset.theme) + 1) % themes.length]);
  announce(byId('theme').getAttribute('aria-label'));
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => app.tell('theme'));

// The tabs.

const tabs = [['turn', 'Turn', setUpTurn], ['state', 'State', setUpState], ['time', 'Time line', setUpTime], ['machines', 'Machines', setUpMachines], ['branch', 'What if', setUpBranch]];
const tabList = document.querySelector('[role=tablist]'), parts = {};
for (const [name, title, setUp] of tabs) {
  const tab = h('button', {
    role: 'tab', id: `tab-${name}`, 'aria-controls': `panel-${name}`, 'aria-selected': 'false', tabindex: '-1', onclick: () => app.openTab(name),
  }, title);
  const panel = h('div', { role: 'tabpanel', id: `panel-${name}`, 'aria-labelledby': `tab-${name}`, tabindex: '0', hidden: true });
  tabList.append(tab);
  byId('detail').append(panel);
  parts[name] = setUp(panel);
}
tabList.addEventListener('keydown', (event) => {
  const all = [...tabList.children].filter((tab) => !tab.hidden), place = all.indexOf(document.activeElement);
  const step = { ArrowRight: 1, ArrowLeft: -1, Home: -place, End: all.length - 1 - place }[event.key];
  if (step === undefined || place < 0) return;
  const next = all[(place + step + all.length) % all.length];
  next.click();
  next.focus();
  event.preventDefault();
});
function showTab() {
  for (const tab of tabList.children) {
    const isShown = tab.id === `tab-${app.tab}`;
    tab.setAttribute('aria-selected', String(isShown));
    tab.tabIndex = isShown ? 0 : -1;
    byId(tab.getAttribute('aria-controls')).hidden = !isShown;
  }
}
app.on('tab', showTab);
showTab();
byId('tab-branch').hidden = true;

// The header.

parts.turns = setUpTurns();
filter.setUp();
setUpKeys(parts);
const select = byId('history');
const nameOf = (history) => `${history.application ?? 'Journal'}${history.process ? ` (${history.process})` : ''} · ${history.flow}`
  + `${history.status === 'ended' ? ' · ended' : history.status === 'reading' ? ' · reading' : ''}`;
select.addEventListener('change', () => {
  if (select.value === 'beside') {
    open(addressOf(app.history.id, app.turn), '_blank');
    select.value = app.history.id;
  } else app.openHistory(Number(select.value));
});
function drawHistories() {
  replace(select, [...app.histories.values()].map((history) => h('option', { value: history.id, text: nameOf(history) })),
    app.history ? h('option', { value: 'beside', text: 'Open beside, in another window' }) : h('option', { value: '', text: 'No history' }));
  select.disabled = !app.histories.size;
  if (app.history) select.value = app.history.id;
  drawStatus();
}
function drawStatus() {
  const { history } = app, chip = byId('status');
  const [look, text] = !app.isConnected ? ['off', 'No tool'] : !history ? ['wait', 'Waiting']
    : app.isPaused ? ['wait', 'Paused'] : { connected: ['on', 'Live'], ended: ['off', 'Ended'], reading: ['wait', 'Reading'], ready: ['on', 'Journal'] }[history.status] ?? ['wait', history.status];
  chip.dataset.look = look;
  if (chip.textContent !== text) chip.textContent = text;
  chip.title = history?.note ?? '';
  const pause = byId('pause');
  pause.disabled = !history;
  pause.setAttribute('aria-pressed', String(app.isPaused));
  const news = app.isPaused && history ? Number(app.histories.get(history.id)?.turns ?? 0) - Number(history.turns) : 0;
  pause.textContent = app.isPaused ? (news > 0 ? `Go on (${count(news, 'new turn')})` : 'Go on') : 'Pause';
  byId('save').disabled = !history;
  document.title = history ? `${history.application ?? 'Journal'} · ${history.flow} · Millrace inspector` : 'Millrace inspector';
}
byId('pause').addEventListener('click', () => app.pause(!app.isPaused));
byId('save').addEventListener('click', () => saveMenu(byId('save')));
byId('help').addEventListener('click', openHelp);
byId('back').addEventListener('click', () => {
  document.body.dataset.view = 'list';
  parts.turns.focus();
});
app.on('histories history pause', drawHistories);
app.on('changed', throttled(250, drawStatus));

function drawBanner() {
  const banner = byId('banner'), { showing } = app.history ?? {};
  const isPast = showing !== null && showing !== undefined;
  banner.hidden = !isPast;
  if (!isPast) return;
  const hadFocus = banner.contains(document.activeElement) ? document.activeElement.title : null;
  replace(banner, h('span', { role: 'status' }, 'The application shows ', h('b', { text: `turn ${showing}` })),
    button('‹', () => app.step(-1), { title: 'One turn back ([)', 'aria-label': 'One turn back' }),
    button('›', () => app.step(1), { title: 'One turn forward (])', 'aria-label': 'One turn forward' }),
    button('Return to the present', () => app.present(), { title: 'Return to the present (Escape)', class: 'primary' }));
  if (hadFocus) [...banner.querySelectorAll('button')].find((item) => item.title === hadFocus)?.focus();
}
app.on('showing history', drawBanner);

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
  share = Math.max(20, Math.min(80, value));
  document.documentElement.style.setProperty('--list', `${share}%`);
  splitter.setAttribute('aria-valuenow', Math.round(share));
}
setShare(share);
splitter.addEventListener('pointerdown', (event) => splitter.setPointerCapture(event.pointerId));
splitter.addEventListener('pointermove', (event) => {
  if (splitter.hasPointerCapture(event.pointerId)) setShare(event.clientX / innerWidth * 100);
});
splitter.addEventListener('keydown', (event) => {
  const step = { ArrowLeft: -3, ArrowRight: 3 }[event.key];
  if (!step) return;
  setShare(share + step);
  event.preventDefault();
});

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
    if (sentence !== lastSentence && (app.history || error?.status)) app.complain(new Error(sentence));
    lastSentence = sentence;
    drawStatus();
    drawEmpty();
  },
});
