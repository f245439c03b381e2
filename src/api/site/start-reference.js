// Runs in the browser, after the reference's own script: shows the document that the page names.
const place = document.getElementById('reference');
globalThis.Scalar.createApiReference(place, {
  url: new URL(place.dataset.document, location.href).href,
  pageTitle: place.dataset.title,
  showDeveloperTools: 'never',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
});
