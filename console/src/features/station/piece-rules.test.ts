import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesNow, stepsNow, urgencyOf } from './piece-rules.ts';
import type { StepInHand } from './station-api.ts';

const step = (technology: string, location: string, fileName?: string): StepInHand => ({
  kind: 'PRINT',
  technology,
  location,
  place: 0,
  isDone: false,
  ...(fileName && {
    artwork: { thumbnail: '/s', preview: '/l', file: `/files/${fileName}`, fileName },
  }),
});
const steps = [
  step('DTG', 'FRONT', 'front.png'),
  step('DTG', 'BACK', 'back.png'),
  step('DTF', 'NECK'),
  step('DTG', 'ARM'),
];

test('the next steps are those of one technology, as on the server', () => {
  const at = (stepsDone: number) => stepsNow({ steps, stepsDone }).map(({ location }) => location);
  assert.deepEqual([at(0), at(1), at(2), at(3), at(4)], [['FRONT', 'BACK'], ['BACK'], ['NECK'], ['ARM'], []]);
  assert.deepEqual(
    filesNow({ steps, stepsDone: 0 }).map(({ fileName }) => fileName),
    ['front.png', 'back.png'],
  );
});

test('a piece is late after its due time, and due today before it', () => {
  const at = (day: number, hour: number) => `2026-11-${day}T${hour}:00Z`;
  const now = Date.parse(at(22, 12));
  assert.deepEqual(
    [at(22, 11), at(22, 22), at(22, 23), undefined].map((due) => urgencyOf(due, now, 'Europe/Berlin')),
    ['late', 'today', undefined, undefined],
  );
});
