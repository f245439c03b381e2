import { contentOf, operatorApi, type Schemas } from '../../shared/api/operator-client.ts';

export type Customs = Schemas['CustomsData'];
export const CUSTOMS_FIELDS = ['hsCode', 'countryOfOrigin', 'weightGrams', 'customsDescription'] as const;

/** What has customs data: an article or product as a whole, or one of its variants. */
export interface CustomsOwner {
  kind: 'article' | 'articleVariant' | 'product' | 'productVariant';
  code: string;
}

/** What was seen, and the tag that tells the server so. */
export interface SeenCustoms {
  owner: CustomsOwner;
  customs: Customs;
  etag: string;
}

/** GET …/customs: its own alone, as it is when somebody begins to change it. */
export async function readCustoms(owner: CustomsOwner): Promise<SeenCustoms> {
  const { data, response } = await get(owner);
  return { owner, customs: data as Customs, etag: response.headers.get('etag') ?? '' };
}

/** PUT …/customs, only where it is as it was seen. */
export const saveCustoms = ({ owner, etag }: SeenCustoms, body: Customs) => contentOf(put(owner, body, etag));

function get({ kind, code }: CustomsOwner) {
  switch (kind) {
    case 'article':
      return operatorApi.GET('/operator/v1/articles/{manufacturerCode}/customs', {
        params: { path: { manufacturerCode: code } },
      });
    case 'articleVariant':
      return operatorApi.GET('/operator/v1/article-variants/{sku}/customs', {
        params: { path: { sku: code } },
      });
    case 'product':
      return operatorApi.GET('/operator/v1/products/{productId}/customs', {
        params: { path: { productId: code } },
      });
    case 'productVariant':
      return operatorApi.GET('/operator/v1/product-variants/{ean13}/customs', {
        params: { path: { ean13: code } },
      });
  }
}

function put({ kind, code }: CustomsOwner, body: Customs, etag: string) {
  const header = { 'if-match': etag };
  switch (kind) {
    case 'article':
      return operatorApi.PUT('/operator/v1/articles/{manufacturerCode}/customs', {
        params: { path: { manufacturerCode: code }, header },
        body,
      });
    case 'articleVariant':
      return operatorApi.PUT('/operator/v1/article-variants/{sku}/customs', {
        params: { path: { sku: code }, header },
        body,
      });
    case 'product':
      return operatorApi.PUT('/operator/v1/products/{productId}/customs', {
        params: { path: { productId: code }, header },
        body,
      });
    case 'productVariant':
      return operatorApi.PUT('/operator/v1/product-variants/{ean13}/customs', {
        params: { path: { ean13: code }, header },
        body,
      });
  }
}
