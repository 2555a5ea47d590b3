// Speaks with the tool: requests with the token, and the stream of changes.

import { h, recall, remember } from './dom.js';

/** A number of JSON that a JavaScript number would not write the same: a large integer, or 1.0. */
export class Exact {
  constructor(text) { this.text = text; }
  valueOf() { return Number(this.text); }
  toString() { return this.text; }
  toJSON() { return JSON.rawJSON ? JSON.rawJSON(this.text) : Number(this.text); }
}

/** Reads JSON and keeps numbers exact, where the browser hands over their source. */
export function parse(text) {
  return JSON.parse(text, (key, value, context) =>
    typeof value === 'number' && context?.source !== undefined && String(value) !== context.source
      ? new Exact(context.source) : value);
}

const refusal = (status, sentence) => Object.assign(new Error(sentence), { status });

export const gone = 'The tool has ended or does not answer. Start it again with millrace inspect; this page goes on when it is back.';

const tokenKey = 'millrace-inspector-token';

/** What the address's fragment says: the token, and optionally a history and a turn. It is then removed from the address bar. */
export function takeFragment() {
  const [token, ...rest] = location.hash.slice(1).split('&');
  const found = new URLSearchParams(rest.join('&'));
  if (/^[\w-]{8,}$/.test(token)) {
    remember('sessionStorage', tokenKey, secret = token);
    history.replaceState(null, '', location.pathname);
  } else secret = recall('sessionStorage', tokenKey) ?? '';
  return { history: Number(found.get('history')) || null, turn: Number(found.get('turn')) || null };
}

let secret = '';
export const hasToken = () => secret !== '';
export const addressOf = (id, turn) => `${location.origin}/#${secret}&history=${id}${turn ? `&turn=${turn}` : ''}`;

async function ask(path, { signal, body } = {}) {
  const headers = { Authorization: `Bearer ${secret}` };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let answer;
  try {
    answer = await fetch(path, { signal, headers, method: body === undefined ? 'GET' : 'POST', cache: 'no-store', body: JSON.stringify(body) });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw refusal(0, gone);
  }
  if (answer.ok) return answer;
  let sentence = `The tool answered with status ${answer.status}.`;
  try {
    sentence = parse(await answer.text()).error ?? sentence;
  } catch { /* an answer without a sentence has its status */ }
  throw refusal(answer.status, sentence);
}

function query(path, params = {}) {
  const search = new URLSearchParams();
  for (const [name, value] of Array.isArray(params) ? params : Object.entries(params)) {
    if (value != null) search.append(name, value);
  }
  return search.size ? `${path}?${search}` : path;
}

export const get = async (path, params, signal) => parse(await (await ask(query(path, params), { signal })).text());
export const post = async (path, body, signal) => parse((await (await ask(path, { signal, body })).text()) || '{}');

export async function save(path, params) {
  const answer = await ask(query(path, params));
  const name = /filename="?([^";]+)/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1] ?? 'turns';
  const link = h('a', { href: URL.createObjectURL(await answer.blob()), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return name;
}

/** Reads the stream of changes for ever: connects again after 0.25 s, 0.5 s … 5 s when it ends or is silent for 30 s. */
export function follow({ opened, line, lost }) {
  let wait = 250, wake = null;
  addEventListener('online', () => wake?.());
  document.addEventListener('visibilitychange', () => { if (!document.hidden) wake?.(); });
  const once = async () => {
    const control = new AbortController();
    let watchdog;
    const alive = () => {
      clearTimeout(watchdog);
      watchdog = setTimeout(() => control.abort(), 30_000);
    };
    alive();
    try {
      const answer = await ask('/api/changes', { signal: control.signal });
      await opened();
      wait = 250;
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = '';
      while (true) {
        const { value, done } = await reader.read();
        if (done) break;
        alive();
        const lines = (rest + value).split('\n');
        rest = lines.pop();
        for (const text of lines) if (text) line(parse(text));
      }
      return null;
    } catch (error) {
      return error;
    } finally {
      clearTimeout(watchdog);
      control.abort();
    }
  };
  (async () => {
    while (true) {
      lost(await once());
      await new Promise((resolve) => {
        wake = resolve;
        setTimeout(resolve, wait * (0.8 + Math.random() * 0.4));
      });
      wait = Math.min(wait * 2, 5000);
    }
  })();
}
