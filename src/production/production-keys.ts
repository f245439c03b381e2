/** What an order is known by. */
export interface OrderKey {
  clientId: string;
  orderId: string;
}
