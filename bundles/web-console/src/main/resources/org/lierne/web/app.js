'use strict';
// Each view asks the platform for JSON and builds its elements; text of titles never becomes markup.

const view = document.getElementById('view');
const pages = {
  titles: ['Titles', titles], switches: ['Switches', switches], shaders: ['Shaders', shaders], frames: ['Frames', frames],
  log: ['Log', log], refusals: ['Refusals', refusals], report: ['', report],
};
let shown = '';

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  for (const child of children.flat()) if (child !== null && child !== undefined) made.append(child);
  return made;
}

async function ask(path) {
  const answer = await fetch('/api/' + path);
  return answer.ok ? answer.json() : { status: answer.status, said: 'no answer', answer: null };
}

async function tell(path, body) {
  const answer = await fetch('/api/' + path, { method: 'POST', headers: { 'X-Lierne': '1' }, body: JSON.stringify(body) });
  return answer.json();
}

function toast(text) {
  const box = document.getElementById('toast');
  box.textContent = text;
  box.className = 'up';
  setTimeout(() => { box.className = ''; }, 4000);
}

function show(...parts) { view.replaceChildren(...parts.filter(part => part !== null)); }

function heading(title, lead) {
  return [element('h1', {}, title), element('p', { class: 'lead' }, lead)];
}

function empty(text) { return element('div', { class: 'empty' }, text); }

function table(columns, rows) {
  return element('div', { class: 'sheet' }, element('table', {},
    element('thead', {}, element('tr', {}, columns.map(c => element('th', { class: c.startsWith('#') ? 'number' : false }, c.replace('#', ''))))),
    element('tbody', {}, rows)));
}

function figures(...pairs) {
  return element('div', { class: 'figures' }, pairs.map(([value, word]) => element('div', { class: 'figure' }, element('b', {}, String(value)), element('span', {}, word))));
}

function cells(...content) {
  return content.map(c => typeof c === 'number' ? element('td', { class: 'number' }, c.toLocaleString('en')) : element('td', {}, c));
}

// --- titles

async function titles() {
  const [list, running] = await Promise.all([ask('titles'), ask('running')]);
  const found = (list.answer && list.answer.titles) || [];
  show(...heading('Titles', 'Those that are shipped or were run here, how they ended, and what is switched for them.'),
    found.length ? element('div', { class: 'grid' }, found.map(t => card(t, running))) : empty('No title was run yet.'));
}

function card(title, running) {
  const isRunning = running.title === title.id;
  const initials = element('span', {}, title.name.split(/\s+/).map(w => w[0]).join('').slice(0, 3));
  const face = element('div', { class: 'face' }, initials, isRunning ? element('em', {}, 'running') : null);
  const picture = element('img', { alt: 'picture of ' + title.name });
  picture.addEventListener('load', () => initials.replaceWith(picture));
  picture.src = '/api/picture?title=' + encodeURIComponent(title.id) + '&at=' + Date.now();
  const stopped = !isRunning && /refused|fault|overflow|stopped/i.test(title.lastRun);
  return element('article', { class: 'card' + (isRunning ? ' live' : '') }, face, element('div', { class: 'body' },
    element('h2', {}, title.name), element('div', { class: 'sub' }, title.id + (title.version ? ' · ' + title.version : '')),
    element('dl', {},
      element('dt', {}, 'Last run'), element('dd', { class: isRunning ? 'good' : stopped ? 'bad' : false, title: title.lastRun },
        isRunning ? running.frames.toLocaleString('en') + ' frames so far' : title.lastRun.replace('T', ', ')),
      element('dt', {}, 'Profile'), element('dd', {}, title.profile.length ? title.profile.join(', ') : 'default'),
      element('dt', {}, 'Folder'), element('dd', { class: 'mono' }, title.folder)),
    element('div', { class: 'foot' },
      isRunning ? element('button', { onclick: () => act('stop', {}) }, 'Stop')
        : element('button', { class: 'go', disabled: running.title ? '' : false, onclick: () => act('run', { folder: title.folder }) }, 'Run'),
      stopped ? element('a', { href: '#report/' + title.id }, element('button', { tabindex: -1 }, 'Report')) : null)));
}

async function act(path, body) {
  const said = await tell(path, body);
  toast(said.said);
  setTimeout(() => { if (shown === 'titles') titles(); }, 1500);
}

// --- report

async function report(id) {
  const said = await ask('report?title=' + encodeURIComponent(id || ''));
  const facts = said.answer;
  if (said.status !== 0 || !facts) {
    show(...heading('Report', 'Why a title stopped.'), empty(said.said));
    return;
  }
  const names = { frames: 'Guest stack', calls: 'Calls before', missing: 'Functions that nobody serves', packets: 'Last packets', log: 'End of the log' };
  const panes = Object.entries(facts).filter(([, value]) => Array.isArray(value) && value.length || value && typeof value === 'object' && Object.keys(value).length)
    .map(([name, value]) => element('section', { class: 'pane whole' }, element('h3', {}, names[name] || name[0].toUpperCase() + name.slice(1)),
      element('pre', {}, Array.isArray(value) ? value.join('\n') : Object.entries(value).map(([k, v]) => k.padEnd(8) + v).join('\n'))));
  show(...heading(facts.name, facts.reason),
    figures(...['title', 'kind', 'thread', 'place', 'frames presented'].filter(k => facts[k] !== undefined && facts[k] !== '').map(k => [facts[k], k])),
    element('div', { class: 'stack' }, panes));
}

// --- switches

async function switches() {
  const [list, running, all, debt] = await Promise.all([ask('switches'), ask('running'), ask('titles'), ask('debt')]);
  const rows = list.answer || [];
  const scope = element('select', { 'aria-label': 'for which title' }, element('option', { value: '' }, 'every title'),
    ((all.answer && all.answer.titles) || []).map(t => element('option', { value: t.id, selected: t.id === running.title }, t.name + ' · ' + t.id)));
  const search = element('input', { type: 'search', placeholder: 'id, rule, evidence …', 'aria-label': 'find' });
  const acted = element('button', { type: 'button', class: 'chip', onclick: () => { acted.classList.toggle('on'); fill(); } }, 'acted');
  const body = element('div');
  const fill = () => {
    const word = search.value.toLowerCase();
    const wanted = rows.filter(r => (!word || [r.id, r.rules.join(' '), r.evidence, r.title].join(' ').toLowerCase().includes(word))
      && (!acted.classList.contains('on') || Number(r.count) > 0));
    body.replaceChildren(wanted.length ? table(['Mode', 'Evidence', 'Rules', '#Acted', 'Default', 'Switch'], wanted.map(r => line(r, scope.value))) : empty('No mode is like that.'));
  };
  search.addEventListener('input', fill);
  scope.addEventListener('change', fill);
  const counts = (debt.answer && debt.answer.evidence) || {};
  show(...heading('Switches', 'What is switched counts from the next draw of the running title. ' + (running.change ? 'Last change: ' + running.change + '.' : '')),
    figures(...Object.entries(counts).map(([word, count]) => [count, word])), element('div', { class: 'bar' }, search, scope, acted), body);
  fill();
}

function line(row, title) {
  const own = title ? row.titles[title] : row.titles.default;
  const evidence = (row.evidence || '').split(/[\s,;:]/)[0];
  const control = row.kind === 'assumption' || row.off === 'unavailable' ? element('span', { class: 'tag' }, 'no switch') :
    element('span', { class: 'switch' }, ['on', 'off', 'unset'].map(state => element('button', {
      type: 'button', class: own === undefined ? (state === 'unset' ? 'default' : '') : (state === (own ? 'on' : 'off') ? 'set' : ''),
      onclick: async () => {
        const said = await tell('switch', { id: row.id, title, state, why: 'set in the pages' });
        toast(said.status === 0 ? row.id + ' is ' + said.answer.state + (title ? ' for ' + title : ' for every title') : said.said);
        switches();
      },
    }, state === 'unset' ? 'default' : state)));
  return element('tr', {}, cells([element('code', {}, row.id), element('small', {}, row.title || '')],
    evidence ? element('span', { class: 'tag ' + evidence, title: row.evidence }, evidence) : '', row.rules.join(' '), Number(row.count),
    row.default, control));
}

// --- shaders

async function shaders() {
  const rows = await ask('shaders');
  const list = Array.isArray(rows) ? rows : [];
  if (!list.length) {
    show(...heading('Shaders', 'The programs that were translated since the start.'), empty('No program was translated yet.'));
    return;
  }
  const detail = element('div');
  const search = element('input', { type: 'search', placeholder: 'program, stage, pass …', 'aria-label': 'find' });
  const order = element('select', { 'aria-label': 'order' }, [['microseconds', 'longest translation first'], ['spirvWords', 'largest module first'], ['', 'as they came']].map(([v, l]) => element('option', { value: v }, l)));
  const body = element('div');
  const most = Math.max(1, ...list.map(r => r.microseconds));
  const fill = () => {
    const word = search.value.toLowerCase();
    const wanted = list.filter(r => !word || [r.program, r.stage, r.passes.filter(p => p.changed).map(p => p.id).join(' ')].join(' ').toLowerCase().includes(word));
    if (order.value) wanted.sort((a, b) => b[order.value] - a[order.value]);
    body.replaceChildren(wanted.length ? table(['Program', 'Stage', '#Words', '#SPIR-V words', 'Translated in', 'Passes that changed it'], wanted.map(r => element('tr', {
      class: 'pick', onclick: event => { mark(event.currentTarget); showShader(r, detail); },
    }, cells(element('code', {}, r.program), r.stage, r.words, r.spirvWords, r.microseconds === 0 ? 'from the cache' : [(r.microseconds / 1000).toFixed(2) + ' ms', meter(r.microseconds / most)],
      passes(r))))) : empty('No program is like that.'));
  };
  search.addEventListener('input', fill);
  order.addEventListener('change', fill);
  const translated = list.filter(r => r.microseconds > 0);
  show(...heading('Shaders', 'One variant a line, for the descriptors that it was met with. Pick one to see it as assembly, IR and SPIR-V.'),
    figures([list.length, 'variants'], [translated.length, 'translated here'], [(translated.reduce((sum, r) => sum + r.microseconds, 0) / 1000).toFixed(0) + ' ms', 'of translation']),
    element('div', { class: 'bar' }, search, order), body, detail);
  fill();
}

function passes(row) {
  const changed = row.passes.filter(p => p.changed).map(p => p.id);
  return element('span', { title: row.passes.map(p => p.id + ' ' + p.microseconds + ' µs' + (p.changed ? ', changed it' : '')).join('\n') },
    changed.slice(0, 4).join(', ') + (changed.length > 4 ? ' and ' + (changed.length - 4) + ' more' : ''));
}

function meter(part) {
  const filled = element('i');
  filled.style.width = Math.max(2, 100 * part) + '%';
  return element('span', { class: 'meter' }, filled);
}

function mark(row) {
  row.parentNode.querySelectorAll('.on').forEach(r => r.classList.remove('on'));
  row.classList.add('on');
}

async function showShader(row, detail) {
  const texts = await ask('shader?variant=' + encodeURIComponent(row.variant));
  detail.replaceChildren(element('div', { class: 'columns' },
    [['Assembly', texts.assembly], ['IR behind the last pass', texts.ir], ['SPIR-V', texts.spirv]].map(([name, text]) =>
      element('section', { class: 'pane' }, element('h3', {}, name), listing(text || '')))));
  detail.scrollIntoView({ behavior: 'smooth', block: 'nearest' });
}

// Comments and numbers of lines recede, operations stand out.
function listing(text) {
  const pre = element('pre');
  for (const each of text.split('\n')) {
    const [, number, code, comment] = /^([0-9a-f]{6}  |)(.*?)(\s*;.*|)$/.exec(each) || ['', '', each, ''];
    const [, before, word, rest] = /^(.*?=\s*|\s*)([A-Za-z_][\w.]*)(.*)$/.exec(code) || ['', '', '', code];
    pre.append(element('i', {}, number), before, element('b', {}, word), rest, element('i', {}, comment), '\n');
  }
  return pre;
}

// --- frames

const PHASES = [['title', 'the title itself'], ['wait', 'waiting for the device'], ['upload', 'bringing memory to the device'],
  ['compile', 'waiting for pipelines'], ['translate', 'waiting for translations'], ['draw', 'recording draws']];
const SMOOTH_MS = 33.4;

async function frames() {
  const [time, draws, running] = await Promise.all([ask('timeline'), ask('draws'), ask('running')]);
  const list = (draws.answer && draws.answer.draws) || [];
  const values = time.milliseconds || [];
  const detail = element('section', { class: 'pane' }, element('h3', {}, 'A draw'), element('pre', {}, 'Pick a draw.'));
  const picture = element('img', { class: 'shot', alt: 'the last frame', src: '/api/picture?at=' + Date.now() });
  picture.addEventListener('error', () => picture.remove());
  const ordered = [...values].sort((a, b) => a - b);
  const middle = ordered[Math.floor(ordered.length / 2)] || 0;
  show(...heading('Frames', values.length > 1 ? 'Where the time of the last ' + values.length + ' frames went.' : 'Where the time of frames goes, and what they draw.'),
    values.length ? figures([time.frame.toLocaleString('en'), 'frames'], [(1000 / middle).toFixed(1), 'a second, by the middle one'], [middle.toFixed(1) + ' ms', 'the middle one'],
      [ordered[ordered.length - 1].toFixed(0) + ' ms', 'the longest']) : null,
    values.length ? chart(time, ordered) : empty('No frame was shown yet.'),
    element('div', { class: 'split' },
      list.length ? table(['#', 'Draw', 'Programs', 'Target'], list.map(d => element('tr', {
        class: 'pick', onclick: async event => {
          mark(event.currentTarget);
          const one = await ask('draw?n=' + d.index);
          detail.lastChild.textContent = one.answer ? one.answer.lines.join('\n') : one.said;
        },
      }, cells(d.index, d.what, element('code', {}, d.shaders.join(', ')), element('code', {}, d.target))))) : element('div'),
      element('div', {}, running.title ? picture : null, list.length ? detail : null)));
}

// Bars of parts; the few frames that are far longer than the rest are cut and say so.
function chart(time, ordered) {
  const top = Math.max(SMOOTH_MS * 1.15, ordered[Math.floor(ordered.length * 0.95)] * 1.25);
  const line = element('div', { class: 'mark' }, element('span', {}, SMOOTH_MS + ' ms'));
  line.style.bottom = 100 * SMOOTH_MS / top + '%';
  const bars = time.milliseconds.map((total, i) => {
    const parts = PHASES.map(([name]) => [name, Math.max(0, time.phases[name][i])]);
    const frame = element('div', { class: 'frame' + (total > top ? ' cut' : ''), title: total.toFixed(2) + ' ms\n' + parts.map(([name, ms]) => name + ' ' + ms.toFixed(2)).join('\n') });
    for (const [name, ms] of parts) {
      const part = element('i', { class: name });
      part.style.height = 100 * ms / Math.max(top, total) + '%';
      frame.append(part);
    }
    return frame;
  });
  const all = time.milliseconds.reduce((sum, ms) => sum + ms, 0);
  return element('div', { class: 'chart' }, element('div', { class: 'bars' }, line, bars), element('div', { class: 'legend' }, [...PHASES].reverse().map(([name, words]) =>
    element('span', {}, element('i', { class: name }), words + ' ' + (100 * time.phases[name].reduce((sum, ms) => sum + Math.max(0, ms), 0) / all).toFixed(0) + ' %'))));
}

// --- log

let subsystem = '';

async function log() {
  const [tail, levels] = await Promise.all([ask('log?of=' + subsystem), ask('levels')]);
  const known = (levels.answer && levels.answer.subsystems) || [];
  const lines = element('div', { class: 'log' }, ((tail.answer && tail.answer.lines) || []).map(l => {
    const word = (/\b(ERROR|WARN|INFO|DEBUG|TRACE)\b/.exec(l) || [''])[0];
    return element('div', { class: word }, l.replace(/\borg\.lierne\./, ''));
  }));
  const chips = ['', ...known.map(s => s.name)].map(name => element('button', {
    type: 'button', class: 'chip' + (name === subsystem ? ' on' : ''), onclick: () => { subsystem = name; log(); },
  }, name || 'everything'));
  show(...heading('Log', 'The end of this run’s log, and from which level each part of the platform writes to it. Levels hold until the platform ends.'),
    element('div', { class: 'levels' }, known.map(part => element('label', {}, part.name, element('select', {
      onchange: async event => {
        const level = event.currentTarget.value;
        const said = await tell('level', { logger: part.name, level });
        toast(said.status === 0 ? part.name + ' logs from ' + level : said.said);
      },
    }, ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR'].map(l => element('option', { selected: l === part.level }, l)))))),
    element('div', { class: 'bar' }, chips, element('button', { onclick: log }, 'Read again')),
    lines.childElementCount ? lines : empty('Nothing was logged' + (subsystem ? ' by ' + subsystem : '') + '.'));
  lines.scrollTop = lines.scrollHeight;
}

// --- refusals

async function refusals() {
  const list = await ask('refusals');
  const rows = list.answer || [];
  show(...heading('Refusals', 'Functions that titles import and nobody serves. Those that were called ended a title.'),
    rows.length ? table(['State', 'Name', 'Library', 'NID', 'Imported by', 'What was said'], rows.map(r => element('tr', {}, cells(
      element('span', { class: 'tag ' + (r.called ? 'bad' : '') }, r.called ? 'called' : 'bound'), r.name || '?', r.library, element('code', {}, r.nid), r.importer, r.message))))
      : empty('Nothing was refused since the last title started.'));
}

// --- dialogs of the running title

let asked = '';

async function dialogs() {
  const list = await ask('dialogs');
  const open = (list.answer && list.answer.dialogs) || [];
  const ids = open.map(d => d.id).join(' ');
  if (ids === asked) return; // a text that is being typed stays
  asked = ids;
  document.getElementById('dialogs').replaceChildren(...open.map(dialog));
}

function dialog(question) {
  const answer = async word => {
    const said = await tell('dialog', { id: String(question.id), answer: word });
    if (said.status !== 0) toast(said.said);
    dialogs();
  };
  const text = question.kind === 'text' ? element('input', { 'aria-label': question.text || 'text' }) : null;
  return element('section', { class: 'dialog', role: 'dialog', 'aria-label': question.kind }, element('span', { class: 'tag' }, question.kind),
    element('p', {}, question.text), text,
    text ? element('button', { onclick: () => answer(text.value) }, 'Enter') : null,
    question.choices.map(c => element('button', { onclick: () => answer(c) }, c)),
    question.canCancel ? element('button', { onclick: () => answer('cancel') }, 'cancel') : null);
}

// --- frame of all views

async function beat() {
  dialogs();
  const running = await ask('running');
  const box = document.getElementById('running');
  const prepares = running.title && running.prepared < running.toPrepare;
  box.replaceChildren(...(running.title ? [element('i', { class: 'dot' }), running.name + ', frame ' + running.frames.toLocaleString('en'),
    prepares ? element('progress', { max: running.toPrepare, value: running.prepared, title: running.prepared + ' of ' + running.toPrepare + ' pipelines of the last run are made' }) : '',
    prepares ? element('button', { class: 'chip', onclick: () => tell('cancel', {}) }, 'cancel') : ''] : ['no title is running']));
}

function theme(name) {
  document.documentElement.dataset.theme = name;
  const button = document.getElementById('theme');
  button.textContent = name === 'dark' ? '☀' : '☾';
  button.title = name === 'dark' ? 'light' : 'dark';
}

async function go() {
  const [key, argument] = location.hash.slice(1).split('/');
  const name = pages[key] ? key : 'titles';
  document.getElementById('nav').replaceChildren(...Object.entries(pages).filter(([, [label]]) => label).map(([page, [label]]) =>
    element('a', { href: '#' + page, class: page === name ? 'here' : false }, label)));
  if (shown !== name) window.scrollTo(0, 0);
  shown = name;
  await pages[name][1](argument && decodeURIComponent(argument));
  document.body.dataset.ready = name;
}

theme(localStorage.getItem('theme') || (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'));
document.getElementById('theme').addEventListener('click', event => {
  const next = event.currentTarget.title;
  localStorage.setItem('theme', next);
  theme(next);
});
window.addEventListener('hashchange', go);
setInterval(beat, 2000);
beat();
go();
