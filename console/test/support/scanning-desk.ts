import assert from 'node:assert/strict';
import type { Page, Response } from 'playwright-core';
import { copy as germanQuestions } from '../../src/features/station/questions-copy.de.ts';
import { copy as englishQuestions } from '../../src/features/station/questions-copy.en.ts';
import { copy as germanSentences } from '../../src/shared/floor-sentences/floor-sentences-copy.de.ts';
import { copy as englishSentences } from '../../src/shared/floor-sentences/floor-sentences-copy.en.ts';
import { eventually } from './eventually.ts';
import { scan } from './scanner.ts';

const COPIES = {
  en: { ...englishSentences, ...englishQuestions },
  de: { ...germanSentences, ...germanQuestions },
};

// biome-ignore lint/suspicious/noExplicitAny: answers of the API, as the other tests read them
export type Answer = any;

/** A station page that is used only with a scanner. */
export interface ScanningDesk {
  page: Page;
  /** Scans a code, and checks that the page shows what the answer asks or refuses, within the screen. */
  scan(code: string): Promise<Answer>;
  /** As `scan`. The answer must be a refusal of this kind. */
  refused(code: string, kind: string): Promise<Answer>;
  /** As `scan`. The answer must be accepted and leave this question open. */
  asks(code: string, question: string): Promise<Answer>;
  /** As `scan`. The answer must be accepted and leave no question open. */
  done(code: string): Promise<Answer>;
}

export function scanningDesk(page: Page, language: 'en' | 'de'): ScanningDesk {
  const copy = COPIES[language];
  const isScan = (response: Response) => response.url().endsWith('/operator/v1/scans');
  const signals = () => page.locator('[data-nth]').getAttribute('data-nth');
  const desk: ScanningDesk = {
    page,
    async scan(code) {
      const before = Number((await page.locator('[data-nth]').count()) && (await signals()));
      const [response] = await Promise.all([page.waitForResponse(isScan), scan(page, code)]);
      const answer = await response.json();
      // Each answer has a sound.
      await eventually(async () => Number(await signals()), before + 1);
      const { refusal, doubt, next } = answer;
      if (refusal)
        await isVisible(page, page.locator(`[role="alert"][data-kind="${refusal.kind}"]`), copy.say(refusal));
      const question: keyof typeof copy.questions | undefined = next.question;
      const panel = page.locator('[data-question]');
      if (question === undefined) await panel.waitFor({ state: 'detached' });
      else
        await isVisible(page, panel.and(page.locator(`[data-question="${question}"]`)), copy.questions[question].title);
      if (doubt && !refusal) await isVisible(page, page.locator('main, [data-question]').first(), copy.say(doubt));
      await isInWidth(page);
      return answer;
    },
    async refused(code, kind) {
      const answer = await desk.scan(code);
      assert.equal(answer.refusal?.kind, kind, `${code}: ${JSON.stringify(answer)}`);
      return answer;
    },
    async asks(code, question) {
      const answer = await desk.scan(code);
      assert.deepEqual([answer.refusal, answer.next.question], [undefined, question], code);
      return answer;
    },
    async done(code) {
      const answer = await desk.scan(code);
      assert.deepEqual([answer.refusal, answer.next.question], [undefined, undefined], code);
      return answer;
    },
  };
  return desk;
}

type Place = ReturnType<Page['locator']>;

/** Checks that the text is in the part and on the screen. */
const isVisible = (page: Page, part: Place, text: string) => isOnScreen(page, part.getByText(text).first());

/** Checks that the part is on the screen without scrolling, and that nothing covers it. */
export async function isOnScreen(page: Page, part: Place): Promise<void> {
  await part.waitFor();
  const isSeen = await part.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const seen = document.elementFromPoint(x + width / 2, y + height / 2);
    return x >= 0 && x + width <= innerWidth && seen !== null && (element.contains(seen) || seen.contains(element));
  });
  assert.ok(isSeen, `${part} is not on the screen of ${page.url()}.`);
}

/** Checks that no part of the page is beside the screen. */
export async function isInWidth(page: Page): Promise<void> {
  const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const);
  assert.ok(content <= screen, `${page.url()} is ${content} wide, the screen ${screen}`);
}
