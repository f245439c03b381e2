import Fastify from 'fastify';
import { FixedContent } from '../http/fixed-content.ts';

/** The reference's script, 4 MB, as its plugin serves it: our own pages start it without the script in the page that the plugin's page has. */
export async function referenceScript(): Promise<FixedContent> {
  // With what it brings, a tenth of what a start would load.
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const plugin = Fastify();
  await plugin.register(scalar, { routePrefix: '/reference', configuration: { url: '/openapi.json' } });
  const { statusCode, rawPayload } = await plugin.inject('/reference/js/scalar.js');
  await plugin.close();
  if (statusCode !== 200) throw new Error(`The script of the reference is not where it was: ${statusCode}.`);
  return new FixedContent('text/javascript; charset=utf-8', rawPayload);
}
