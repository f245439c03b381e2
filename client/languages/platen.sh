#!/usr/bin/env bash
# The Platen fulfillment API by curl, from a shell:
#
#     set -a; . ./platen.env; set +a     with PLATEN_URL, PLATEN_CLIENT_ID and PLATEN_CLIENT_SECRET
#     ./platen.sh example | ./platen.sh createOrder     sends the example order
#     ./platen.sh getOrder SHOP-10001
#     ./platen.sh listOrders status=SHIPPED limit=10
#     ./platen.sh cancelOrder SHOP-10001 <<< '{"reason": "By mistake."}'
#     ./platen.sh                                       lists all operations
#     export PLATEN_TOKEN=$(./platen.sh token)          for more than a few calls, because the limit is 30 tokens in 10 minutes
#
# Pass the parts of the path first, then parameters as name=value. The body is read from standard input. Responses are printed unchanged.
# Exit code 22 means that the server refused the request; its response has the reason.
set -euo pipefail

# Operation, method, path, and its body: JSON (`body`) or a file. Made from openapi.json: begin
operations='
listOrders GET /v1/orders
createOrder POST /v1/orders body
getOrder GET /v1/orders/{orderId}
amendOrder PUT /v1/orders/{orderId} body
listOrderEvents GET /v1/orders/{orderId}/events
cancelOrder POST /v1/orders/{orderId}/cancel body
holdOrder POST /v1/orders/{orderId}/hold body
releaseOrder POST /v1/orders/{orderId}/release
rushOrder POST /v1/orders/{orderId}/rush
simulateOrder POST /v1/orders/{orderId}/simulate body
createOrders POST /v1/orders/batch body
checkFile POST /v1/files/checks body
getFile GET /v1/files/{fileId}
listPreviews GET /v1/orders/{orderId}/items/{itemId}/previews
uploadFile POST /v1/files file
createQuote POST /v1/quotes body
listProducts GET /v1/products
listProductVariants GET /v1/product-variants
listArticleVariants GET /v1/article-variants
getArticleVariant GET /v1/article-variants/{sku}
getArticle GET /v1/articles/{manufacturerCode}
listCarriers GET /v1/carriers
listOwnStock GET /v1/stock
exportOwnStock GET /v1/stock.csv
listEvents GET /v1/events
listReturns GET /v1/returns
announceReturn POST /v1/returns body
getReturn GET /v1/returns/{returnId}
withdrawReturn POST /v1/returns/{returnId}/withdraw
getReturnLabel GET /v1/returns/{returnId}/label
listCredentials GET /v1/credentials
createCredential POST /v1/credentials body
revokeCredential DELETE /v1/credentials/{credentialId}
getNetworks GET /v1/networks
setNetworks PUT /v1/networks body
getUsage GET /v1/usage
listWebhookEndpoints GET /v1/webhook-endpoints
createWebhookEndpoint POST /v1/webhook-endpoints body
getWebhookEndpoint GET /v1/webhook-endpoints/{endpointId}
updateWebhookEndpoint PUT /v1/webhook-endpoints/{endpointId} body
deleteWebhookEndpoint DELETE /v1/webhook-endpoints/{endpointId}
rotateWebhookSecret POST /v1/webhook-endpoints/{endpointId}/rotate-secret body
testWebhookEndpoint POST /v1/webhook-endpoints/{endpointId}/test
listWebhookDeliveries GET /v1/webhook-endpoints/{endpointId}/deliveries
getWebhookDelivery GET /v1/webhook-endpoints/{endpointId}/deliveries/{deliveryId}
resendWebhookDelivery POST /v1/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/resend
resendFailedWebhooks POST /v1/webhook-endpoints/{endpointId}/resend-failed body
'
# Made from openapi.json: end

# The example of openapi.json: begin
example=$(cat <<'JSON'
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
JSON
)
# The example of openapi.json: end

if [ $# -eq 0 ]; then
  grep -v '^$' <<<"$operations" | sed 's/ body$/ < body.json/; s/ file$/ < file/'
  exit
fi
if [ "$1" = example ]; then
  echo "$example"
  exit
fi

url=${PLATEN_URL:-http://localhost:8080}
token=${PLATEN_TOKEN:-}
if [ -z "$token" ] || [ "$1" = token ]; then
  # The secret is passed by a file descriptor, so it does not appear in the list of processes.
  grant=$(curl -sS --fail-with-body "$url/oauth/token" -d grant_type=client_credentials --data-urlencode "client_id=$PLATEN_CLIENT_ID" \
    --data-urlencode client_secret@<(printf %s "$PLATEN_CLIENT_SECRET")) || { echo "$grant"; exit 22; }
  token=$(sed -E 's/.*"access_token": ?"([^"]*)".*/\1/' <<<"$grant")
fi
if [ "$1" = token ]; then
  echo "$token"
  exit
fi
read -r _ method path body <<<"$(grep "^$1 " <<<"$operations" || true)"
if [ -z "${method:-}" ]; then
  echo "There is no operation $1. Run this script without arguments to list all operations." >&2
  exit 2
fi
shift

encode() {
  local LC_ALL=C text=$1 index character
  for ((index = 0; index < ${#text}; index++)); do
    character=${text:index:1}
    case $character in
      [a-zA-Z0-9._~-]) printf %s "$character" ;;
      *) printf %%%02X "'$character" ;;
    esac
  done
}

while [[ $path == *'{'* ]]; do
  part=${1:?"$path needs one more part"}
  path=${path%%'{'*}$(encode "$part")${path#*'}'}
  shift
done
if [ -n "${body:-}" ]; then
  [ "$body" = file ] && type=octet-stream || type=json
  set -- --data-binary @- -H "Content-Type: application/$type"
else
  for parameter in "$@"; do
    set -- "$@" --data-urlencode "$parameter"
    shift
  done
  set -- --get "$@"
fi
curl -sS --fail-with-body -X "$method" "$url$path" -H @<(printf 'Authorization: Bearer %s' "$token") "$@"
echo
