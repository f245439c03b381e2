// Runs in the browser on the guides: copy buttons, and the search over guides and reference.
// Without https, browsers have no clipboard.
for (const block of navigator.clipboard ? document.querySelectorAll('#content pre') : []) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code').textContent.trimEnd());
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1_500);
  });
  const frame = document.createElement('div');
  frame.className = 'sample';
  block.replaceWith(frame);
  frame.append(block, button);
}

const RESULTS_MAX = 12;
const form = document.querySelector('.search');
const field = form.querySelector('input');
const list = form.querySelector('ul');
let sections;

/** Each word must occur. Sections whose title has the words come first. */
function find(words) {
  const has = (text) => words.every((word) => text.includes(word));
  const inTitle = sections.filter(({ title }) => has(title.toLowerCase()));
  const inText = sections.filter((one) => !inTitle.includes(one) && has(`${one.title} ${one.text}`.toLowerCase()));
  return [...inTitle, ...inText].slice(0, RESULTS_MAX);
}

async function show() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  sections ??= await (await fetch('search.json')).json();
  const found = words.length > 0 ? find(words) : [];
  list.replaceChildren(
    ...found.map(({ page, title, address }) => {
      const link = document.createElement('a');
      link.href = address;
      const small = document.createElement('small');
      small.textContent = page;
      link.append(title, ' ', small);
      const item = document.createElement('li');
      item.append(link);
      return item;
    }),
  );
  list.hidden = words.length === 0;
  if (words.length > 0 && found.length === 0) list.textContent = 'Nothing found.';
}

form.hidden = false;
field.addEventListener('input', show);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  list.querySelector('a')?.click();
});
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && !/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '')) {
    event.preventDefault();
    field.focus();
  }
  if (event.key === 'Escape') list.hidden = true;
});
