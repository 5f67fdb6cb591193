// Starts the API reference in the browser (functions/docs/show.ts).

Scalar.createApiReference('#reference', {
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
  setPageTitle: ({ title, document }) => `${title} – ${document.title}`,
});

/** Attributes that assistive technologies need and Scalar leaves out, by selector. */
const MISSING_ATTRIBUTES = [
  ['button[class*="copy-button"]:not([aria-label])', 'aria-label', 'Copy'],
  // A keyboard can scroll an element only when it has the focus.
  ['pre code.custom-scroll:not([tabindex]), ul.endpoints:not([tabindex])', 'tabindex', '0'],
  // Scalar makes each card a landmark, all of the same name.
  ['.response-card[role="region"]', 'role', 'group'],
];

function addAttributes() {
  for (const [selector, name, value] of MISSING_ATTRIBUTES) {
    for (const element of document.querySelectorAll(selector)) element.setAttribute(name, value);
  }
}

/** Adds a button to each block of code in a guide. */
function addCopyButtons() {
  for (const block of document.querySelectorAll('.markdown pre:not(:has(.copy-block))')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy-block';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('code').textContent);
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 2000);
    });
    block.append(button);
  }
}

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
