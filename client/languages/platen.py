"""Client of the Platen fulfillment API in one file, for Python 3.9 and newer, without dependencies.

    set -a; . ./platen.env; set +a     with PLATEN_URL, PLATEN_CLIENT_ID and PLATEN_CLIENT_SECRET
    python3 platen.py SHOP-10001     creates an order, reads it and cancels it

or, in your own program:

    platen = Platen("https://fulfillment.example.com", client_id, client_secret)
    order = platen.create_order({...})
    for order in platen.list_orders(status="SHIPPED"): ...

The methods are generated from openapi.json.
"""

import base64
import hashlib
import hmac
import json
import os
import re
import sys
import threading
import time
from urllib.error import HTTPError
from urllib.parse import quote, unquote, urlencode
from urllib.request import Request, urlopen

TIMEOUT_SECONDS = 30
# Number of retries after 429 and 503, and the maximum wait before each, in seconds.
RETRIES = 3
RETRY_SECONDS_MAX = 30
# A token is renewed this many seconds before it expires.
TOKEN_MARGIN_SECONDS = 30
WEBHOOK_TOLERANCE_SECONDS = 300
NEXT_CURSOR = re.compile(r'[?&]cursor=([^&>]*)[^>]*>\s*;\s*rel="?next"?')


class PlatenError(Exception):
    """A response outside 2xx: status, error (its name), violations, request_id."""

    def __init__(self, status, body):
        super().__init__(body.get("message") or f"The server answered {status}.")
        self.status = status
        self.error = body.get("error", "unexpected_answer")
        self.violations = body.get("violations", [])
        self.request_id = body.get("requestId")


class Platen:
    def __init__(self, base_url, client_id, client_secret):
        self._base_url = base_url.rstrip("/")
        self._client = {"client_id": client_id, "client_secret": client_secret}
        self._token = None
        self._token_ends = 0.0
        self._lock = threading.Lock()

    # Made from openapi.json: begin
    def list_orders(self, **query):
        """List orders: status, createdFrom, createdTo, updatedFrom, updatedTo, carrierId, country, hasProblem, reference, sort, include, page, limit, cursor."""
        return self._pages("/v1/orders", query)

    def create_order(self, body):
        """Create an order."""
        return self._call("POST", "/v1/orders", body=body)

    def get_order(self, order_id):
        """Read one order."""
        return self._call("GET", f"/v1/orders/{_part(order_id)}")

    def amend_order(self, order_id, body, if_match=None):
        """Change an order."""
        return self._call("PUT", f"/v1/orders/{_part(order_id)}", body=body, headers={"If-Match": if_match})

    def list_order_events(self, order_id, **query):
        """Read the history of an order: limit, cursor."""
        return self._pages(f"/v1/orders/{_part(order_id)}/events", query)

    def cancel_order(self, order_id, body):
        """Cancel an order."""
        return self._call("POST", f"/v1/orders/{_part(order_id)}/cancel", body=body)

    def hold_order(self, order_id, body):
        """Put an order on hold."""
        return self._call("POST", f"/v1/orders/{_part(order_id)}/hold", body=body)

    def release_order(self, order_id):
        """Release an order that you hold."""
        return self._call("POST", f"/v1/orders/{_part(order_id)}/release")

    def rush_order(self, order_id):
        """Give an order priority."""
        return self._call("POST", f"/v1/orders/{_part(order_id)}/rush")

    def simulate_order(self, order_id, body):
        """Take a sandbox order to a status."""
        return self._call("POST", f"/v1/orders/{_part(order_id)}/simulate", body=body)

    def create_orders(self, body):
        """Create up to 100 orders."""
        return self._call("POST", "/v1/orders/batch", body=body)

    def check_file(self, body):
        """Check artwork before ordering."""
        return self._call("POST", "/v1/files/checks", body=body)

    def get_file(self, file_id):
        """Read an uploaded file."""
        return self._call("GET", f"/v1/files/{_part(file_id)}")

    def list_previews(self, order_id, item_id):
        """Read small pictures of an item."""
        return self._call("GET", f"/v1/orders/{_part(order_id)}/items/{_part(item_id)}/previews")

    def upload_file(self, body):
        """Upload a file for orders."""
        return self._call("POST", "/v1/files", body=body)

    def create_quote(self, body):
        """Ask what an order would meet."""
        return self._call("POST", "/v1/quotes", body=body)

    def list_products(self, **query):
        """List your products: page, limit, cursor."""
        return self._pages("/v1/products", query)

    def list_product_variants(self, **query):
        """List your product variants: productId, ean13, page, limit, cursor."""
        return self._pages("/v1/product-variants", query)

    def list_article_variants(self, **query):
        """List article variants: manufacturerCode, page, limit, cursor."""
        return self._pages("/v1/article-variants", query)

    def get_article_variant(self, sku):
        """Read one article variant."""
        return self._call("GET", f"/v1/article-variants/{_part(sku)}")

    def get_article(self, manufacturer_code):
        """Read one article."""
        return self._call("GET", f"/v1/articles/{_part(manufacturer_code)}")

    def list_carriers(self):
        """List your carriers."""
        return self._call("GET", "/v1/carriers")

    def list_own_stock(self, **query):
        """List your own stock: limit, cursor."""
        return self._pages("/v1/stock", query)

    def export_own_stock(self):
        """Export your own stock as CSV."""
        return self._call("GET", "/v1/stock.csv")

    def list_events(self, **query):
        """Read the feed of events: after, limit."""
        return self._call("GET", "/v1/events", query=query)

    def list_returns(self, **query):
        """List your returns: orderId, status, limit, cursor."""
        return self._pages("/v1/returns", query)

    def announce_return(self, body):
        """Announce a return."""
        return self._call("POST", "/v1/returns", body=body)

    def get_return(self, return_id):
        """Read a return."""
        return self._call("GET", f"/v1/returns/{_part(return_id)}")

    def withdraw_return(self, return_id):
        """Withdraw an announced return."""
        return self._call("POST", f"/v1/returns/{_part(return_id)}/withdraw")

    def get_return_label(self, return_id):
        """Read the label of a return."""
        return self._call("GET", f"/v1/returns/{_part(return_id)}/label")

    def list_credentials(self):
        """List your credentials."""
        return self._call("GET", "/v1/credentials")

    def create_credential(self, body):
        """Create or rotate a credential."""
        return self._call("POST", "/v1/credentials", body=body)

    def revoke_credential(self, credential_id):
        """Revoke a credential."""
        return self._call("DELETE", f"/v1/credentials/{_part(credential_id)}")

    def get_networks(self):
        """Read the allow-list of networks."""
        return self._call("GET", "/v1/networks")

    def set_networks(self, body):
        """Replace the allow-list of networks."""
        return self._call("PUT", "/v1/networks", body=body)

    def get_usage(self):
        """Read your usage and limits."""
        return self._call("GET", "/v1/usage")

    def list_webhook_endpoints(self):
        """List your webhook endpoints."""
        return self._call("GET", "/v1/webhook-endpoints")

    def create_webhook_endpoint(self, body):
        """Create a webhook endpoint."""
        return self._call("POST", "/v1/webhook-endpoints", body=body)

    def get_webhook_endpoint(self, endpoint_id):
        """Read a webhook endpoint."""
        return self._call("GET", f"/v1/webhook-endpoints/{_part(endpoint_id)}")

    def update_webhook_endpoint(self, endpoint_id, body, if_match=None):
        """Change a webhook endpoint."""
        return self._call("PUT", f"/v1/webhook-endpoints/{_part(endpoint_id)}", body=body, headers={"If-Match": if_match})

    def delete_webhook_endpoint(self, endpoint_id):
        """Delete a webhook endpoint."""
        return self._call("DELETE", f"/v1/webhook-endpoints/{_part(endpoint_id)}")

    def rotate_webhook_secret(self, endpoint_id, body):
        """Replace the secret of a webhook endpoint."""
        return self._call("POST", f"/v1/webhook-endpoints/{_part(endpoint_id)}/rotate-secret", body=body)

    def test_webhook_endpoint(self, endpoint_id):
        """Send a test event."""
        return self._call("POST", f"/v1/webhook-endpoints/{_part(endpoint_id)}/test")

    def list_webhook_deliveries(self, endpoint_id, **query):
        """List deliveries: state, orderId, limit, cursor."""
        return self._pages(f"/v1/webhook-endpoints/{_part(endpoint_id)}/deliveries", query)

    def get_webhook_delivery(self, endpoint_id, delivery_id):
        """Read a delivery."""
        return self._call("GET", f"/v1/webhook-endpoints/{_part(endpoint_id)}/deliveries/{_part(delivery_id)}")

    def resend_webhook_delivery(self, endpoint_id, delivery_id):
        """Send a delivery again."""
        return self._call("POST", f"/v1/webhook-endpoints/{_part(endpoint_id)}/deliveries/{_part(delivery_id)}/resend")

    def resend_failed_webhooks(self, endpoint_id, body):
        """Send failed deliveries again."""
        return self._call("POST", f"/v1/webhook-endpoints/{_part(endpoint_id)}/resend-failed", body=body)
    # Made from openapi.json: end

    def _pages(self, path, query):
        """Yields the elements of all pages of a list."""
        while True:
            page, headers = self._send("GET", path, query)
            yield from page["data"] if isinstance(page, dict) else page
            following = NEXT_CURSOR.search(headers.get("Link") or "")
            if not following:
                return
            query = {**query, "page": None, "cursor": unquote(following.group(1))}

    def _call(self, method, path, query=None, body=None, headers=None):
        return self._send(method, path, query, body, headers)[0]

    def _send(self, method, path, query=None, body=None, headers=None):
        known = {name: value for name, value in (query or {}).items() if value is not None}
        url = self._base_url + path + ("?" + urlencode(known) if known else "")
        is_file = isinstance(body, (bytes, bytearray))
        data = body if body is None or is_file else json.dumps(body).encode()
        sent = {name: value for name, value in (headers or {}).items() if value is not None}
        if data is not None:
            sent["Content-Type"] = "application/octet-stream" if is_file else "application/json"
        is_token_new = False
        for attempt in range(RETRIES + 1):
            sent["Authorization"] = "Bearer " + self._access_token()
            try:
                with urlopen(Request(url, data, sent, method=method), timeout=TIMEOUT_SECONDS) as answer:
                    content = answer.read()
                    if answer.headers.get_content_type() == "application/json":
                        content = json.loads(content)
                    return (None if content == b"" else content), answer.headers
            except HTTPError as answer:
                if answer.code == 401 and not is_token_new:
                    # The server has new signing keys, so the token is replaced once.
                    self._token = None
                    is_token_new = True
                elif answer.code in (429, 503) and attempt < RETRIES:
                    time.sleep(_wait_seconds(answer.headers.get("Retry-After")))
                else:
                    raise _error_of(answer) from None
        raise AssertionError("unreachable")

    def _access_token(self):
        with self._lock:
            if self._token is None or time.monotonic() > self._token_ends:
                form = urlencode({"grant_type": "client_credentials", **self._client}).encode()
                try:
                    with urlopen(self._base_url + "/oauth/token", form, timeout=TIMEOUT_SECONDS) as answer:
                        granted = json.load(answer)
                except HTTPError as answer:
                    raise _error_of(answer) from None
                self._token = granted["access_token"]
                self._token_ends = time.monotonic() + granted["expires_in"] - TOKEN_MARGIN_SECONDS
            return self._token


def verify_webhook(secret, headers, body, now=None):
    """Returns the event in a webhook. Raises ValueError if its signature or its time is invalid.

    headers: of the request; their names may be in any case. body: the bytes exactly as they arrived.
    """
    sent = {name.lower(): value for name, value in headers.items()}
    event_id, timestamp = sent.get("webhook-id", ""), sent.get("webhook-timestamp", "")
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise ValueError("webhook-timestamp must be a number of seconds.")
    if abs((time.time() if now is None else now) - int(timestamp)) > WEBHOOK_TOLERANCE_SECONDS:
        raise ValueError("The webhook is too old, or the clock here is wrong.")
    key = base64.b64decode(secret[len("whsec_"):])
    signed = hmac.new(key, f"{event_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(signed)
    signatures = sent.get("webhook-signature", "").encode().split(b" ")
    if not any(hmac.compare_digest(expected, signature) for signature in signatures):
        raise ValueError("No signature of the webhook is valid.")
    return {"id": event_id, **json.loads(body)}


def _wait_seconds(retry_after):
    return min(int(retry_after) if (retry_after or "").isdigit() else 1, RETRY_SECONDS_MAX)


def _error_of(answer):
    try:
        body = json.load(answer)
    except ValueError:
        body = {}
    return PlatenError(answer.code, body if isinstance(body, dict) else {})


def _part(value):
    return quote(str(value), safe="")


FIRST_ORDER = json.loads(
    # The example of openapi.json: begin
    """
{
  "orderId": "SHOP-10001",
  "items": [
    {
      "quantity": 2,
      "unitPrice": 24.9,
      "existingProduct": {
        "ean13": "4006381333931"
      }
    }
  ],
  "shipping": {
    "address": {
      "personName": "Ada Lovelace",
      "street": "Musterstraße 1",
      "city": "Berlin",
      "postalCode": "10115",
      "country": "DE"
    }
  },
  "unitPriceCurrency": "EUR"
}
"""
    # The example of openapi.json: end
)


def main():
    platen = Platen(
        os.environ.get("PLATEN_URL", "http://localhost:8080"),
        os.environ["PLATEN_CLIENT_ID"],
        os.environ["PLATEN_CLIENT_SECRET"],
    )
    order_id = sys.argv[1] if len(sys.argv) > 1 else FIRST_ORDER["orderId"]
    try:
        created = platen.create_order({**FIRST_ORDER, "orderId": order_id})
        print(f"created {created['orderId']}")
        order = platen.get_order(order_id)
        print(f"read {order['orderId']}, {len(order['items'])} item")
        print(f"listed {sum(1 for one in platen.list_orders(limit=100) if one['orderId'] == order_id)}")
        platen.cancel_order(order_id, {"reason": "An example."})
        print(f"now {platen.get_order(order_id)['status']}")
    except PlatenError as error:
        for violation in error.violations:
            print(violation["pointer"], violation["message"], file=sys.stderr)
        sys.exit(f"{error.status} {error.error}: {error}")


if __name__ == "__main__":
    main()
