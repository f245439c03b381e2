import type { OperatorApi } from '../../shared/api/operator-types.ts';

export type SamplePaper =
  OperatorApi['paths']['/operator/v1/papers/samples/{paper}']['get']['parameters']['path']['paper'];
