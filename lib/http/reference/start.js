// Starts the API reference in the browser (functions/docs/show.ts). The script of Scalar defines window.Scalar.

/** @type {any} */ (window).Scalar.createApiReference('#reference', {
  url: 'docs/reference.json',
  theme: 'none',
  withDefaultFonts: false,
  // Nothing leads away from this page: no telemetry, no proxy, no assistant, no other programs.
  telemetry: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  // The page links to openapi.json itself, because the document of this page contains the guides, too.
  documentDownloadType: 'none',
  // A token is forgotten when the page is left.
  persistAuth: false,
  authentication: { preferredSecurityScheme: 'token' },
  hideModels: true,
  orderSchemaPropertiesBy: 'preserve',
  defaultOpenFirstTag: false,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  hiddenClients: true,
  setPageTitle: (/** @type {{ title: string, document: { title: string } }} */ { title, document }) =>
    `${title} – ${document.title}`,
});

/**
 * Attributes that assistive technologies need and Scalar leaves out: selector, attribute and value.
 *
 * @type {readonly [string, string, (element: Element) => string][]}
 */
const MISSING_ATTRIBUTES = [
  ['button[class*="copy-button"]:not([aria-label])', 'aria-label', () => 'Copy'],
  // A keyboard can scroll an element only when it has the focus.
  ['pre code.custom-scroll:not([tabindex]), ul.endpoints:not([tabindex])', 'tabindex', () => '0'],
  // Landmarks must be few and have names of their own.
  ['.response-card[role="region"]', 'role', () => 'group'],
  ['section[aria-label^="Notifications"]:not([role])', 'role', () => 'status'],
  // The search and the fields of a request call themselves lists, and buttons nothing.
  ['input[role="combobox"]:not([aria-expanded])', 'aria-expanded', () => 'true'],
  ['[contenteditable][role="combobox"]', 'role', () => 'textbox'],
  ['button[role="none"]', 'role', () => 'button'],
  [
    '.scalar-client button[aria-haspopup="menu"]:not([aria-label])',
    'aria-label',
    button => button.textContent?.trim() || 'Language of the sample',
  ],
  ['.cm-content:not([aria-label])', 'aria-label', () => 'Content'],
  // The name of a button must begin with its text, so that people can say it.
  [
    '.show-more[aria-label^="Show all"]',
    'aria-label',
    button => `${button.textContent?.trim()}: ${button.getAttribute('aria-label')}`,
  ],
];

function addAttributes() {
  for (const [selector, name, getValue] of MISSING_ATTRIBUTES) {
    for (const element of document.querySelectorAll(selector)) element.setAttribute(name, getValue(element));
  }
  // Nothing behind the window for requests can be reached while it is open.
  document
    .querySelector('.references-rendered')
    ?.toggleAttribute('inert', document.querySelector('.scalar-client[role="dialog"]') !== null);
}

/** Adds a button to each block of code in a guide, but not to outputs, which have no language. */
function addCopyButtons() {
  for (const block of document.querySelectorAll(
    '.markdown pre:has(> code:is(.language-sh, .language-ts, .language-tsx)):not(:has(.copy-block))',
  )) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy-block';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '');
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 2000);
    });
    block.append(button);
  }
}

/** Enter in the search opens the first result, also before an arrow key has chosen one. */
function openFirstResult(/** @type {KeyboardEvent} */ event) {
  const input = event.target;
  if (event.key !== 'Enter' || event.isComposing || !(input instanceof HTMLInputElement)) return;
  if (!input.matches('[role="combobox"][type="search"]') || input.value === '') return;
  const results = input.getAttribute('aria-controls');
  const list = results && document.getElementById(results);
  if (!list || list.querySelector('[role="option"][aria-selected="true"]')) return;
  const first = list.querySelector('[role="option"]');
  if (first instanceof HTMLElement) first.click();
}
document.addEventListener('keydown', openFirstResult, { capture: true });

let isScheduled = false;
new MutationObserver(() => {
  if (isScheduled) return;
  isScheduled = true;
  requestAnimationFrame(() => {
    isScheduled = false;
    addAttributes();
    addCopyButtons();
  });
}).observe(document.body, { childList: true, subtree: true });
