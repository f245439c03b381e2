import { type ApiConnection, type CallOptions, pathSegment } from './api-connection.ts';
import type {
  Article,
  ArticleVariant,
  ArticleVariantDetail,
  Carrier,
  OwnStock,
  Product,
  ProductVariant,
} from './api-types.ts';
import { type CountedPage, type CursorQuery, countedList, type List, type PageQuery, plainList } from './list.ts';

/** Filters of the list of product variants. */
export type ProductVariantQuery = PageQuery & { productId?: string | undefined; ean13?: string | undefined };

/** Filters of the list of article variants. */
export type ArticleVariantQuery = PageQuery & { manufacturerCode?: string | undefined };

/** /v1/products */
export class Products {
  readonly #api: ApiConnection;

  /** @internal */
  constructor(api: ApiConnection) {
    this.#api = api;
  }

  /**
   * GET /v1/products lists the products assigned to you, sorted by name. Without any, it is 404
   * `products_not_found`.
   */
  list(query: PageQuery = {}, options?: CallOptions): List<Product, CountedPage<Product>> {
    return countedList(this.#api, '/v1/products', query, options);
  }
}

/** /v1/product-variants */
export class ProductVariants {
  readonly #api: ApiConnection;

  /** @internal */
  constructor(api: ApiConnection) {
    this.#api = api;
  }

  /** GET /v1/product-variants lists the variants of your products, sorted by descending EAN-13. */
  list(query: ProductVariantQuery = {}, options?: CallOptions): List<ProductVariant, CountedPage<ProductVariant>> {
    return countedList(this.#api, '/v1/product-variants', query, options);
  }
}

/** /v1/article-variants */
export class ArticleVariants {
  readonly #api: ApiConnection;

  /** @internal */
  constructor(api: ApiConnection) {
    this.#api = api;
  }

  /** GET /v1/article-variants lists article variants, sorted by SKU. */
  list(query: ArticleVariantQuery = {}, options?: CallOptions): List<ArticleVariant> {
    return plainList(this.#api, '/v1/article-variants', query, options);
  }

  /**
   * GET /v1/article-variants/{sku} reads one article variant with its print locations and technologies; 404
   * `article_variant_not_found`.
   */
  async get(sku: string, options?: CallOptions): Promise<ArticleVariantDetail> {
    const path = `/v1/article-variants/${pathSegment('sku', sku)}`;
    return (await this.#api.get(path, {}, options)).body as ArticleVariantDetail;
  }
}

/** /v1/articles */
export class Articles {
  readonly #api: ApiConnection;

  /** @internal */
  constructor(api: ApiConnection) {
    this.#api = api;
  }

  /** GET /v1/articles/{manufacturerCode} reads one article with its variants; 404 `article_not_found`. */
  async get(manufacturerCode: string, options?: CallOptions): Promise<Article> {
    const path = `/v1/articles/${pathSegment('manufacturerCode', manufacturerCode)}`;
    return (await this.#api.get(path, {}, options)).body as Article;
  }
}

/** /v1/carriers */
export class Carriers {
  readonly #api: ApiConnection;

  /** @internal */
  constructor(api: ApiConnection) {
    this.#api = api;
  }

  /** GET /v1/carriers lists the carriers of your contract. */
  list(options?: CallOptions): List<Carrier> {
    return plainList(this.#api, '/v1/carriers', {}, options);
  }
}

/** /v1/stock */
export class Stock {
  readonly #api: ApiConnection;

  /** @internal */
  constructor(api: ApiConnection) {
    this.#api = api;
  }

  /** GET /v1/stock lists the blanks and products that you own and the center stores for you. */
  list(query: CursorQuery = {}, options?: CallOptions): List<OwnStock> {
    return plainList(this.#api, '/v1/stock', query, options);
  }

  /** GET /v1/stock.csv exports your own stock, as the bytes of a CSV file in UTF-8. */
  async exportCsv(options?: CallOptions): Promise<Uint8Array> {
    return this.#api.getFile('/v1/stock.csv', options);
  }
}
