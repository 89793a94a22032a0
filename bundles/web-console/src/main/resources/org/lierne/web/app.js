'use strict';
// Each view asks the platform for JSON and builds its elements; text of titles never becomes markup.

const view = document.getElementById('view');
const pages = {
  titles: ['Titles', titles], switches: ['Switches', switches], shaders: ['Shaders', shaders], frames: ['Frames', frames],
  log: ['Log', log], refusals: ['Refusals', refusals],
};
let timer = 0;
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

function heading(title, lead) {
  return [element('h1', {}, title), element('p', { class: 'lead' }, lead)];
}

function empty(text) { return element('div', { class: 'empty' }, text); }

function table(columns, rows) {
  return element('table', {},
    element('thead', {}, element('tr', {}, columns.map(c => element('th', { class: c.startsWith('#') ? 'number' : false }, c.replace('#', ''))))),
    element('tbody', {}, rows));
}

function cells(...content) {
  return content.map(c => typeof c === 'number' ? element('td', { class: 'number' }, c.toLocaleString('en')) : element('td', {}, c));
}

// --- titles

async function titles() {
  const [list, running] = await Promise.all([ask('titles'), ask('running')]);
  const found = (list.answer && list.answer.titles) || [];
  view.replaceChildren(...heading('Titles', 'Those that are shipped or were run here, how they ended, and what is switched for them.'),
    found.length ? element('div', { class: 'grid' }, found.map(t => card(t, running))) : empty('No title was run yet: lierne run FOLDER'));
}

function card(title, running) {
  const isRunning = running.title === title.id;
  const face = element('div', { class: 'face' }, element('span', {}, title.name.split(/\s+/).map(w => w[0]).join('').slice(0, 3)));
  const picture = element('img', { alt: 'picture of ' + title.name });
  picture.addEventListener('load', () => face.replaceChildren(picture));
  picture.src = '/api/picture?title=' + encodeURIComponent(title.id) + '&at=' + Date.now();
  const stopped = !isRunning && /refused|fault|overflow/i.test(title.lastRun);
  return element('article', { class: 'card' }, face, element('div', { class: 'body' },
    element('h2', {}, title.name), element('code', {}, title.id + (title.version ? ' · ' + title.version : '')),
    element('dl', {},
      element('dt', {}, 'State'), element('dd', { class: isRunning ? 'good' : stopped ? 'bad' : false },
        isRunning ? 'running, ' + running.frames + ' frames shown' : title.lastRun),
      element('dt', {}, 'Profile'), element('dd', {}, title.profile.length ? title.profile.join(', ') : 'default'),
      element('dt', {}, 'Folder'), element('dd', { class: 'mono' }, title.folder))));
}

// --- switches

async function switches() {
  const [list, running, all, debt] = await Promise.all([ask('switches'), ask('running'), ask('titles'), ask('debt')]);
  const rows = list.answer || [];
  const scope = element('select', { 'aria-label': 'for which title' }, element('option', { value: '' }, 'every title'),
    ((all.answer && all.answer.titles) || []).map(t => element('option', { value: t.id, selected: t.id === running.title }, t.name + ' · ' + t.id)));
  const search = element('input', { type: 'search', placeholder: 'id, rule, evidence …', 'aria-label': 'find' });
  const body = element('div');
  const fill = () => {
    const word = search.value.toLowerCase();
    const wanted = rows.filter(r => !word || [r.id, r.rules.join(' '), r.evidence, r.title].join(' ').toLowerCase().includes(word));
    body.replaceChildren(table(['Mode', 'Evidence', 'Rules', '#Acted', 'Default', 'Switch'], wanted.map(r => line(r, scope.value))));
  };
  search.addEventListener('input', fill);
  scope.addEventListener('change', fill);
  const counts = (debt.answer && debt.answer.evidence) || {};
  view.replaceChildren(...heading('Live switches', 'What is switched counts from the next draw of the running title. ' + (running.change ? 'Last change: ' + running.change + '.' : '')),
    element('div', { class: 'figures' }, Object.entries(counts).map(([word, count]) => element('div', { class: 'figure' }, element('b', {}, String(count)), element('span', {}, word)))),
    element('div', { class: 'bar' }, search, scope), body);
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
  const detail = element('div');
  const list = Array.isArray(rows) ? rows : [];
  const total = list.reduce((sum, r) => sum + r.microseconds, 0);
  view.replaceChildren(...heading('Shaders', list.length ? list.length + ' variants, ' + (total / 1000).toFixed(1) + ' ms of translation' : 'The programs that were translated since the start.'),
    list.length ? table(['Program', 'Stage', '#Words', '#SPIR-V words', '#Translated in µs', 'Passes that changed it'], list.map(r => element('tr', {
      class: 'pick', onclick: event => { mark(event.currentTarget); showShader(r, detail); },
    }, cells(element('code', {}, r.program), r.stage, r.words, r.spirvWords, r.microseconds,
      r.microseconds === 0 ? 'from the cache' : r.passes.filter(p => p.changed).map(p => p.id).join(', '))))) : empty('No program was translated yet.'), detail);
}

function mark(row) {
  row.parentNode.querySelectorAll('.on').forEach(r => r.classList.remove('on'));
  row.classList.add('on');
}

async function showShader(row, detail) {
  const texts = await ask('shader?variant=' + encodeURIComponent(row.variant));
  detail.replaceChildren(element('div', { class: 'columns' },
    [['Assembly', texts.assembly], ['IR behind the last pass', texts.ir], ['SPIR-V', texts.spirv]].map(([name, text]) =>
      element('section', { class: 'pane' }, element('h3', {}, name), element('pre', {}, text)))));
  detail.scrollIntoView({ behavior: 'smooth', block: 'nearest' });
}

// --- frames

async function frames() {
  const [time, draws, running] = await Promise.all([ask('timeline'), ask('draws'), ask('running')]);
  const list = (draws.answer && draws.answer.draws) || [];
  const values = time.milliseconds || [];
  const most = Math.max(33.4, ...values);
  const detail = element('section', { class: 'pane' }, element('h3', {}, 'A draw'), element('pre', {}, 'Pick a draw.'));
  const picture = element('img', { class: 'shot', alt: 'the last frame', src: '/api/picture?at=' + Date.now() });
  picture.addEventListener('error', () => picture.replaceWith(empty('No title is running.')));
  view.replaceChildren(...heading('Frames', values.length ? 'The last ' + values.length + ' of ' + time.frame + ' frames; the tallest bar is ' + most.toFixed(1) + ' ms. Red took longer than 33.4 ms.' : 'The time between frames as they are shown.'),
    values.length ? element('div', { class: 'chart' }, values.map(v => bar(v, most))) : empty('No frame was shown yet.'),
    element('div', { class: 'split' },
      element('div', {}, table(['#', 'Draw', 'Programs', 'Target'], list.map(d => element('tr', {
        class: 'pick', onclick: async event => {
          mark(event.currentTarget);
          const one = await ask('draw?n=' + d.index);
          detail.lastChild.textContent = one.answer ? one.answer.lines.join('\n') : one.said;
        },
      }, cells(d.index, d.what, element('code', {}, d.shaders.join(', ')), element('code', {}, d.target)))))),
      element('div', {}, running.title ? picture : null, detail)));
}

function bar(value, most) {
  const made = element('i', { class: value > 33.4 ? 'slow' : false, title: value.toFixed(2) + ' ms' });
  made.style.height = Math.max(2, 100 * value / most) + '%';
  return made;
}

// --- log

async function log() {
  const [tail, levels] = await Promise.all([ask('log'), ask('levels')]);
  const logger = element('input', { value: 'org.lierne', list: 'loggers', 'aria-label': 'logger', size: 34 });
  const level = element('select', { 'aria-label': 'level' }, ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR'].map(l => element('option', { selected: l === 'INFO' }, l)));
  const known = (levels.answer && levels.answer.levels) || [];
  const lines = element('div', { class: 'log' }, ((tail.answer && tail.answer.lines) || []).map(l => {
    const word = (/\b(ERROR|WARN|INFO|DEBUG|TRACE)\b/.exec(l) || [''])[0];
    return element('div', { class: word }, l);
  }));
  view.replaceChildren(...heading('Log', 'The end of this run’s log. Levels hold until the platform ends. Now: ' + (known.map(l => l.logger + ' ' + l.level).join(', ') || 'the default')),
    element('div', { class: 'bar' }, logger, element('datalist', { id: 'loggers' }, ['org.lierne', 'org.lierne.agc', 'org.lierne.recompiler', 'org.lierne.kernel', 'org.lierne.hle'].map(l => element('option', { value: l }))),
      level, element('button', {
        onclick: async () => {
          const said = await tell('level', { logger: logger.value, level: level.value });
          toast(said.status === 0 ? logger.value + ' logs from ' + level.value : said.said);
          log();
        },
      }, 'Set level'), element('button', { onclick: log }, 'Read again')), lines);
  lines.scrollTop = lines.scrollHeight;
}

// --- refusals

async function refusals() {
  const list = await ask('refusals');
  const rows = list.answer || [];
  view.replaceChildren(...heading('Refusals', 'Functions that titles import and nobody serves. Those that were called ended a title.'),
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
  box.replaceChildren(...(running.title ? [element('b', {}, '● '), running.name + ', frame ' + running.frames] : ['no title is running']));
}

async function go() {
  const name = pages[location.hash.slice(1)] ? location.hash.slice(1) : 'titles';
  document.getElementById('nav').replaceChildren(...Object.entries(pages).map(([key, [label]]) =>
    element('a', { href: '#' + key, class: key === name ? 'here' : false }, label)));
  if (shown !== name) window.scrollTo(0, 0);
  shown = name;
  await pages[name][1]();
  document.body.dataset.ready = name;
}

window.addEventListener('hashchange', go);
clearInterval(timer);
timer = setInterval(beat, 2000);
beat();
go();
