/** The script of the API reference: it sends the forms of “Try it”. The key is in the field alone, nowhere else. */
export const script = `
'use strict';
const base = document.documentElement.dataset.base;
const key = document.getElementById('api-key');
const contents = document.querySelector('.contents');
const narrow = matchMedia('(max-width: 59.99rem)');
contents.open = !narrow.matches;
contents.addEventListener('click', (event) => {
  if (event.target.closest('a') && narrow.matches) contents.open = false;
});
document.getElementById('key-form').hidden = false;
document.getElementById('key-form').addEventListener('submit', (event) => event.preventDefault());
for (const part of document.querySelectorAll('.try')) part.hidden = false;

const show = (outcome, line, text, file) => {
  const parts = [Object.assign(document.createElement('p'), { textContent: line })];
  if (text !== undefined) {
    const code = Object.assign(document.createElement('section'), { className: 'code', tabIndex: 0 });
    code.setAttribute('aria-label', 'Answer of the server');
    code.append(Object.assign(document.createElement('pre'), { textContent: text }));
    parts.push(code);
  }
  if (file !== undefined) {
    const link = document.createElement('a');
    Object.assign(link, { href: URL.createObjectURL(file.blob), download: file.name, textContent: 'Save the file' });
    parts.push(link);
  }
  outcome.replaceChildren(...parts);
};

const send = async (form) => {
  const outcome = form.querySelector('.outcome');
  const headers = {};
  const query = new URLSearchParams();
  let path = form.dataset.path;
  for (const input of form.querySelectorAll('[data-in]')) {
    if (input.dataset.in === 'path') path = path.replace('{' + input.name + '}', encodeURIComponent(input.value));
    else if (input.value === '') continue;
    else if (input.dataset.in === 'query') query.set(input.name, input.value);
    else headers[input.name] = input.value;
  }
  if (form.dataset.key) {
    if (key.value === '') {
      show(outcome, 'Type an API key at the top of the page first.');
      key.focus();
      return;
    }
    headers['x-api-key'] = key.value;
  }
  headers.accept = 'application/json, */*;q=0.1';
  const body = form.elements.namedItem('body')?.value;
  if (body !== undefined) headers['content-type'] = 'application/json';
  show(outcome, 'Sending …');
  const began = performance.now();
  const response = await fetch(base + path + (query.size > 0 ? '?' + query : ''), {
    method: form.dataset.method, headers, body, credentials: 'omit', redirect: 'error',
  });
  const line = () => response.status + ' ' + response.statusText + ', ' + Math.round(performance.now() - began) + ' ms';
  if ((response.headers.get('content-type') ?? '').startsWith('application/json')) {
    const text = JSON.stringify(await response.json(), null, 2);
    show(outcome, line(), text);
    return;
  }
  const blob = await response.blob();
  const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '');
  show(outcome, line() + ', ' + blob.type + ', ' + blob.size + ' bytes', undefined, { blob, name: named?.[1] ?? 'file' });
};

document.addEventListener('submit', (event) => {
  if (!event.target.matches('.try form')) return;
  event.preventDefault();
  send(event.target).catch((error) => show(event.target.querySelector('.outcome'), 'Not sent: ' + error.message));
});
`;
