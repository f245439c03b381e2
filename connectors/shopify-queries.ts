import type { Query } from './shopify-graphql.ts';

/**
 * The queries, with page sizes that keep each below 1,000 points, the maximum of one query. An object costs
 * one point, and a page as much as all of its entries.
 */

/** 102 points. */
export const LIST: Query = {
  name: 'orders',
  pageSize: 100,
  text: `query ($first: Int!, $after: String, $query: String!) {
  orders(first: $first, after: $after, reverse: true, query: $query) {
    pageInfo { hasNextPage endCursor }
    nodes { id updatedAt displayFinancialStatus displayFulfillmentStatus }
  }
}`,
};

/** 3 points. */
export const SCOPES: Query = {
  name: 'currentAppInstallation',
  text: `query { currentAppInstallation { accessScopes { handle } } }`,
};

/** 602 points. */
export const PRODUCTS: Query = {
  name: 'productVariants',
  pageSize: 100,
  text: `query ($first: Int!, $after: String) {
  productVariants(first: $first, after: $after) {
    pageInfo { hasNextPage endCursor }
    nodes {
      id sku displayName barcode
      inventoryItem { id }
      product { featuredMedia { preview { image { url } } } }
    }
  }
}`,
};

/** 2 points. */
export const LOCATION: Query = {
  name: 'location',
  text: `query { location { id } }`,
};

/** 102 points. */
export const RATE_SERVICES: Query = {
  name: 'carrierServices',
  pageSize: 100,
  text: `query ($first: Int!, $after: String) {
  carrierServices(first: $first, after: $after) {
    pageInfo { hasNextPage endCursor }
    nodes { id callbackUrl }
  }
}`,
};

export const OFFER_RATES: Query = {
  name: 'carrierServiceCreate',
  text: `mutation ($input: DeliveryCarrierServiceCreateInput!) {
  carrierServiceCreate(input: $input) { carrierService { id } userErrors { field message } }
}`,
};

export const WITHDRAW_RATES: Query = {
  name: 'carrierServiceDelete',
  text: `mutation ($id: ID!) {
  carrierServiceDelete(id: $id) { deletedId userErrors { field message } }
}`,
};

export const STOCK: Query = {
  name: 'inventorySetQuantities',
  text: `mutation ($input: InventorySetQuantitiesInput!, $key: String!) {
  inventorySetQuantities(input: $input) @idempotent(key: $key) {
    inventoryAdjustmentGroup { id } userErrors { field message }
  }
}`,
};

/** 535 points. */
export const ORDER: Query = {
  name: 'order',
  pageSize: 50,
  text: `query ($id: ID!, $first: Int!, $after: String) {
  order(id: $id) {
    id name note email phone updatedAt cancelledAt currencyCode taxesIncluded test
    displayFinancialStatus displayFulfillmentStatus
    customAttributes { key value }
    shippingAddress { name company address1 address2 city zip province provinceCode countryCodeV2 phone }
    shippingLines(first: 5) { nodes { code title } }
    fulfillmentOrders(first: 25) { nodes { status } }
    lineItems(first: $first, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes {
        id sku title quantity currentQuantity requiresShipping
        customAttributes { key value }
        originalUnitPriceSet { shopMoney { amount } }
        discountAllocations { allocatedAmountSet { shopMoney { amount } } }
        taxLines { priceSet { shopMoney { amount } } }
      }
    }
  }
}`,
};

/** 452 points. */
export const SHIPPED: Query = {
  name: 'fulfillments',
  pageSize: 50,
  text: `query ($id: ID!, $first: Int!, $after: String) {
  order(id: $id) {
    fulfillments(first: $first) { id status trackingInfo(first: 5) { number company url } }
    fulfillmentOrders(first: $first, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes { id status assignedLocation { location { id } } }
    }
  }
}`,
};

/** 202 points. */
export const TO_SHIP: Query = {
  name: 'fulfillmentOrder',
  pageSize: 100,
  text: `query ($id: ID!, $first: Int!, $after: String) {
  fulfillmentOrder(id: $id) {
    lineItems(first: $first, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes { id remainingQuantity lineItem { id } }
    }
  }
}`,
};

/** 202 points. */
export const CONTENT: Query = {
  name: 'fulfillment',
  pageSize: 100,
  text: `query ($id: ID!, $first: Int!, $after: String) {
  fulfillment(id: $id) {
    fulfillmentLineItems(first: $first, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes { quantity lineItem { id } }
    }
  }
}`,
};

export const FULFIL: Query = {
  name: 'fulfillmentCreate',
  text: `mutation ($fulfillment: FulfillmentInput!) {
  fulfillmentCreate(fulfillment: $fulfillment) { fulfillment { id } userErrors { field message } }
}`,
};

export const CANCEL: Query = {
  name: 'fulfillmentCancel',
  text: `mutation ($id: ID!) {
  fulfillmentCancel(id: $id) { fulfillment { id } userErrors { field message } }
}`,
};

export const CORRECT: Query = {
  name: 'fulfillmentTrackingInfoUpdate',
  text: `mutation ($id: ID!, $tracking: FulfillmentTrackingInput!, $notify: Boolean) {
  fulfillmentTrackingInfoUpdate(fulfillmentId: $id, trackingInfoInput: $tracking, notifyCustomer: $notify) {
    fulfillment { id } userErrors { field message }
  }
}`,
};

export const TAG: Query = {
  name: 'tagsAdd',
  text: `mutation ($id: ID!, $tags: [String!]!) {
  tagsAdd(id: $id, tags: $tags) { node { id } userErrors { field message } }
}`,
};
