import { type Seen, seenOf } from '../../shared/api/answers.ts';
import { api, operatorApi, type Schemas } from '../../shared/api/operator-client.ts';

export type Customs = Schemas['CustomsData'];
export const CUSTOMS_FIELDS = ['hsCode', 'countryOfOrigin', 'weightGrams', 'customsDescription'] as const;

const PATHS = {
  article: '/operator/v1/articles/{manufacturerCode}/customs',
  articleVariant: '/operator/v1/article-variants/{sku}/customs',
  product: '/operator/v1/products/{productId}/customs',
  productVariant: '/operator/v1/product-variants/{ean13}/customs',
} as const;

/** What has customs data: an article or product as a whole, or one of its variants. */
export interface CustomsOwner {
  kind: keyof typeof PATHS;
  code: string;
}

export interface SeenCustoms extends Seen<Customs> {
  owner: CustomsOwner;
}

/** Each path has one parameter, and takes no notice of the others. */
const pathOf = ({ code }: CustomsOwner) => ({
  manufacturerCode: code,
  sku: code,
  productId: code,
  ean13: code,
});

/** Reads what the owner alone has, as it is when somebody begins to change it. */
export async function readCustoms(owner: CustomsOwner): Promise<SeenCustoms> {
  return {
    owner,
    ...(await seenOf(operatorApi.GET(PATHS[owner.kind], { params: { path: pathOf(owner) } }))),
  };
}

/** Saves them only where they are as they were seen. */
export const saveCustoms = ({ owner, etag }: SeenCustoms, body: Customs) =>
  api.PUT(PATHS[owner.kind], { params: { path: pathOf(owner), header: { 'if-match': etag } }, body });
