// Runs in the browser on the guides: copy buttons, the search over guides and reference, and tabs of languages.
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
let index;

/** Loads the search index once. After a failure, the next key loads it again. */
function loadSections() {
  index ??= fetch('search.json')
    .then((answer) => answer.json())
    .catch((error) => {
      index = undefined;
      throw error;
    });
  return index;
}

/**
 * Each word must occur. First come operations with this path, then sections whose title begins with the words
 * or has them, then operations with them in their path.
 */
function find(words, sections) {
  const has = (text) => words.every((word) => text.toLowerCase().includes(word));
  const path = ` ${words.join(' ')}`;
  const tests = [
    ({ page }) => page.toLowerCase().endsWith(path) && path.includes('/'),
    ({ title }) => title.toLowerCase().startsWith(words.join(' ')),
    ({ title }) => has(title),
    ({ page }) => page.includes('/') && has(page.split(' ').at(-1)),
    ({ title, text }) => has(`${title} ${text}`),
  ];
  return [...new Set(tests.flatMap((test) => sections.filter(test)))].slice(0, RESULTS_MAX);
}

async function show() {
  const sections = await loadSections();
  // Read after the wait, because the reader may have typed on.
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length > 0 ? find(words, sections) : [];
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
// A result on the same page does not load it again.
list.addEventListener('click', () => {
  list.hidden = true;
});
field.addEventListener('input', show);
field.addEventListener('focus', () => {
  if (field.value !== '' && list.hidden) show();
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  list.querySelector('a')?.click();
});
const STEPS = { ArrowDown: 1, ArrowUp: -1 };
form.addEventListener('keydown', (event) => {
  if (!(event.key in STEPS) || list.hidden) return;
  event.preventDefault();
  const stops = [field, ...list.querySelectorAll('a')];
  stops.at((stops.indexOf(document.activeElement) + STEPS[event.key]) % stops.length).focus();
});
for (const event of ['pointerdown', 'focusin'])
  document.addEventListener(event, ({ target }) => {
    if (!form.contains(target)) list.hidden = true;
  });
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && !/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '')) {
    event.preventDefault();
    field.focus();
  }
  if (event.key === 'Escape') list.hidden = true;
});

// Without this script, the samples of all languages are visible.
const CHOICE = 'docs-language';
/** Browsers that keep no data of sites throw for `localStorage`. */
function readChoice() {
  try {
    return localStorage.getItem(CHOICE);
  } catch {
    return null;
  }
}
function keepChoice(language) {
  try {
    localStorage.setItem(CHOICE, language);
  } catch {
    // The choice then holds for this page.
  }
}
const NEXT = { ArrowLeft: -1, ArrowRight: 1 };
const groups = [...document.querySelectorAll('.samples')].map((group, number) => {
  const panels = [...group.children];
  const tabs = panels.map((panel) => {
    const { language } = panel.dataset;
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.id = `samples-${number}-${language}`;
    tab.setAttribute('role', 'tab');
    tab.append(...panel.querySelector('p').childNodes);
    tab.addEventListener('click', () => choose(language, tab));
    panel.querySelector('p').remove();
    panel.id = `${tab.id}-panel`;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    tab.setAttribute('aria-controls', panel.id);
    return tab;
  });
  const list = document.createElement('div');
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Language');
  list.append(...tabs);
  list.addEventListener('keydown', ({ key }) => {
    if (!(key in NEXT)) return;
    const next = tabs.at((tabs.indexOf(document.activeElement) + NEXT[key]) % tabs.length);
    next.focus();
    next.click();
  });
  group.prepend(list);
  return { panels, tabs };
});

/** Shows the samples of a language. A group without it shows its first one. */
function showLanguage(language) {
  for (const { panels, tabs } of groups) {
    const chosen = panels.find((panel) => panel.dataset.language === language) ?? panels[0];
    for (const [index, panel] of panels.entries()) {
      panel.hidden = panel !== chosen;
      tabs[index].setAttribute('aria-selected', String(panel === chosen));
      tabs[index].tabIndex = panel === chosen ? 0 : -1;
    }
  }
}

/** Shows a language and stores the choice. The tab stays where it is on the screen. */
function choose(language, tab) {
  const { top } = tab.getBoundingClientRect();
  showLanguage(language);
  scrollBy({ top: tab.getBoundingClientRect().top - top, behavior: 'instant' });
  keepChoice(language);
}

if (groups.length > 0) {
  showLanguage(readChoice());
  // The browser scrolled before the samples of the other languages were hidden.
  if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}
