<?php

// Client of the Platen fulfillment API in one file, for PHP 8.1 and newer with its curl extension.
//
//     set -a; . ./platen.env; set +a     with PLATEN_URL, PLATEN_CLIENT_ID and PLATEN_CLIENT_SECRET
//     php platen.php SHOP-10001     creates an order, reads it and cancels it
//
// or, in your own program:
//
//     require 'platen.php';
//     $platen = new Platen\Platen('https://fulfillment.example.com', $clientId, $clientSecret);
//     $order = $platen->createOrder([...]);
//     foreach ($platen->listOrders(['status' => 'SHIPPED']) as $order) ...
//
// The methods are generated from openapi.json.

declare(strict_types=1);

namespace Platen;

use Generator;
use RuntimeException;

/** A response outside 2xx, or none (status 0). Without a response the order may exist; send it again, because a second one is not created. */
final class PlatenError extends RuntimeException
{
    public readonly int $status;
    public readonly string $error;
    /** @var list<array{pointer: string, message: string}> */
    public readonly array $violations;
    public readonly ?string $requestId;

    public function __construct(int $status, mixed $body)
    {
        $body = is_array($body) ? $body : [];
        parent::__construct($body['message'] ?? "The server answered $status.");
        $this->status = $status;
        $this->error = $body['error'] ?? 'unexpected_answer';
        $this->violations = $body['violations'] ?? [];
        $this->requestId = $body['requestId'] ?? null;
    }
}

final class Platen
{
    private const TIMEOUT_SECONDS = 30;
    // Number of retries after 429 and 503, and the maximum wait before each, in seconds.
    private const RETRIES = 3;
    private const RETRY_SECONDS_MAX = 30;
    // A token is renewed this many seconds before it expires.
    private const TOKEN_MARGIN_SECONDS = 30;

    private ?string $token = null;
    private int $tokenEnds = 0;

    public function __construct(
        private readonly string $baseUrl,
        private readonly string $clientId,
        private readonly string $clientSecret,
    ) {
    }

    // Made from openapi.json: begin
    /** List orders: status, createdFrom, createdTo, updatedFrom, updatedTo, carrierId, country, hasProblem, reference, sort, include, page, limit, cursor. */
    public function listOrders(array $query = []): Generator
    {
        return $this->pages('/v1/orders', $query);
    }

    /** Create an order. */
    public function createOrder(array $body): ?array
    {
        return $this->call('POST', '/v1/orders', body: $body);
    }

    /** Read one order. */
    public function getOrder(string $orderId): ?array
    {
        return $this->call('GET', '/v1/orders/' . rawurlencode($orderId));
    }

    /** Change an order. */
    public function amendOrder(string $orderId, array $body, ?string $ifMatch = null): ?array
    {
        return $this->call('PUT', '/v1/orders/' . rawurlencode($orderId), body: $body, headers: ['If-Match' => $ifMatch]);
    }

    /** Read the history of an order: limit, cursor. */
    public function listOrderEvents(string $orderId, array $query = []): Generator
    {
        return $this->pages('/v1/orders/' . rawurlencode($orderId) . '/events', $query);
    }

    /** Cancel an order. */
    public function cancelOrder(string $orderId, array $body): ?array
    {
        return $this->call('POST', '/v1/orders/' . rawurlencode($orderId) . '/cancel', body: $body);
    }

    /** Put an order on hold. */
    public function holdOrder(string $orderId, array $body): ?array
    {
        return $this->call('POST', '/v1/orders/' . rawurlencode($orderId) . '/hold', body: $body);
    }

    /** Release an order that you hold. */
    public function releaseOrder(string $orderId): ?array
    {
        return $this->call('POST', '/v1/orders/' . rawurlencode($orderId) . '/release');
    }

    /** Give an order priority. */
    public function rushOrder(string $orderId): ?array
    {
        return $this->call('POST', '/v1/orders/' . rawurlencode($orderId) . '/rush');
    }

    /** Take a sandbox order to a status. */
    public function simulateOrder(string $orderId, array $body): ?array
    {
        return $this->call('POST', '/v1/orders/' . rawurlencode($orderId) . '/simulate', body: $body);
    }

    /** Create up to 100 orders. */
    public function createOrders(array $body): ?array
    {
        return $this->call('POST', '/v1/orders/batch', body: $body);
    }

    /** Check artwork before ordering. */
    public function checkFile(array $body): ?array
    {
        return $this->call('POST', '/v1/files/checks', body: $body);
    }

    /** Read an uploaded file. */
    public function getFile(string $fileId): string
    {
        return $this->call('GET', '/v1/files/' . rawurlencode($fileId));
    }

    /** Read small pictures of an item. */
    public function listPreviews(string $orderId, string $itemId): ?array
    {
        return $this->call('GET', '/v1/orders/' . rawurlencode($orderId) . '/items/' . rawurlencode($itemId) . '/previews');
    }

    /** Upload a file for orders. */
    public function uploadFile(string $body): ?array
    {
        return $this->call('POST', '/v1/files', body: $body);
    }

    /** Ask what an order would meet. */
    public function createQuote(array $body): ?array
    {
        return $this->call('POST', '/v1/quotes', body: $body);
    }

    /** List your products: page, limit, cursor. */
    public function listProducts(array $query = []): Generator
    {
        return $this->pages('/v1/products', $query);
    }

    /** List your product variants: productId, ean13, page, limit, cursor. */
    public function listProductVariants(array $query = []): Generator
    {
        return $this->pages('/v1/product-variants', $query);
    }

    /** List article variants: manufacturerCode, page, limit, cursor. */
    public function listArticleVariants(array $query = []): Generator
    {
        return $this->pages('/v1/article-variants', $query);
    }

    /** Read one article variant. */
    public function getArticleVariant(string $sku): ?array
    {
        return $this->call('GET', '/v1/article-variants/' . rawurlencode($sku));
    }

    /** Read one article. */
    public function getArticle(string $manufacturerCode): ?array
    {
        return $this->call('GET', '/v1/articles/' . rawurlencode($manufacturerCode));
    }

    /** List your carriers. */
    public function listCarriers(): ?array
    {
        return $this->call('GET', '/v1/carriers');
    }

    /** List your own stock: limit, cursor. */
    public function listOwnStock(array $query = []): Generator
    {
        return $this->pages('/v1/stock', $query);
    }

    /** Export your own stock as CSV. */
    public function exportOwnStock(): string
    {
        return $this->call('GET', '/v1/stock.csv');
    }

    /** Read the feed of events: after, limit. */
    public function listEvents(array $query = []): ?array
    {
        return $this->call('GET', '/v1/events', query: $query);
    }

    /** List your returns: orderId, status, limit, cursor. */
    public function listReturns(array $query = []): Generator
    {
        return $this->pages('/v1/returns', $query);
    }

    /** Announce a return. */
    public function announceReturn(array $body): ?array
    {
        return $this->call('POST', '/v1/returns', body: $body);
    }

    /** Read a return. */
    public function getReturn(string $returnId): ?array
    {
        return $this->call('GET', '/v1/returns/' . rawurlencode($returnId));
    }

    /** Withdraw an announced return. */
    public function withdrawReturn(string $returnId): ?array
    {
        return $this->call('POST', '/v1/returns/' . rawurlencode($returnId) . '/withdraw');
    }

    /** Read the label of a return. */
    public function getReturnLabel(string $returnId): string
    {
        return $this->call('GET', '/v1/returns/' . rawurlencode($returnId) . '/label');
    }

    /** List your credentials. */
    public function listCredentials(): ?array
    {
        return $this->call('GET', '/v1/credentials');
    }

    /** Create or rotate a credential. */
    public function createCredential(array $body): ?array
    {
        return $this->call('POST', '/v1/credentials', body: $body);
    }

    /** Revoke a credential. */
    public function revokeCredential(string $credentialId): ?array
    {
        return $this->call('DELETE', '/v1/credentials/' . rawurlencode($credentialId));
    }

    /** Read the allow-list of networks. */
    public function getNetworks(): ?array
    {
        return $this->call('GET', '/v1/networks');
    }

    /** Replace the allow-list of networks. */
    public function setNetworks(array $body): ?array
    {
        return $this->call('PUT', '/v1/networks', body: $body);
    }

    /** Read your usage and limits. */
    public function getUsage(): ?array
    {
        return $this->call('GET', '/v1/usage');
    }

    /** List your webhook endpoints. */
    public function listWebhookEndpoints(): ?array
    {
        return $this->call('GET', '/v1/webhook-endpoints');
    }

    /** Create a webhook endpoint. */
    public function createWebhookEndpoint(array $body): ?array
    {
        return $this->call('POST', '/v1/webhook-endpoints', body: $body);
    }

    /** Read a webhook endpoint. */
    public function getWebhookEndpoint(string $endpointId): ?array
    {
        return $this->call('GET', '/v1/webhook-endpoints/' . rawurlencode($endpointId));
    }

    /** Change a webhook endpoint. */
    public function updateWebhookEndpoint(string $endpointId, array $body, ?string $ifMatch = null): ?array
    {
        return $this->call('PUT', '/v1/webhook-endpoints/' . rawurlencode($endpointId), body: $body, headers: ['If-Match' => $ifMatch]);
    }

    /** Delete a webhook endpoint. */
    public function deleteWebhookEndpoint(string $endpointId): ?array
    {
        return $this->call('DELETE', '/v1/webhook-endpoints/' . rawurlencode($endpointId));
    }

    /** Replace the secret of a webhook endpoint. */
    public function rotateWebhookSecret(string $endpointId, array $body): ?array
    {
        return $this->call('POST', '/v1/webhook-endpoints/' . rawurlencode($endpointId) . '/rotate-secret', body: $body);
    }

    /** Send a test event. */
    public function testWebhookEndpoint(string $endpointId): ?array
    {
        return $this->call('POST', '/v1/webhook-endpoints/' . rawurlencode($endpointId) . '/test');
    }

    /** List deliveries: state, orderId, limit, cursor. */
    public function listWebhookDeliveries(string $endpointId, array $query = []): Generator
    {
        return $this->pages('/v1/webhook-endpoints/' . rawurlencode($endpointId) . '/deliveries', $query);
    }

    /** Read a delivery. */
    public function getWebhookDelivery(string $endpointId, string $deliveryId): ?array
    {
        return $this->call('GET', '/v1/webhook-endpoints/' . rawurlencode($endpointId) . '/deliveries/' . rawurlencode($deliveryId));
    }

    /** Send a delivery again. */
    public function resendWebhookDelivery(string $endpointId, string $deliveryId): ?array
    {
        return $this->call('POST', '/v1/webhook-endpoints/' . rawurlencode($endpointId) . '/deliveries/' . rawurlencode($deliveryId) . '/resend');
    }

    /** Send failed deliveries again. */
    public function resendFailedWebhooks(string $endpointId, array $body): ?array
    {
        return $this->call('POST', '/v1/webhook-endpoints/' . rawurlencode($endpointId) . '/resend-failed', body: $body);
    }
    // Made from openapi.json: end

    /** Yields the elements of all pages of a list. */
    private function pages(string $path, array $query): Generator
    {
        do {
            [$page, $next] = $this->send('GET', $path, $query);
            foreach ($page['data'] ?? $page as $entry) {
                yield $entry;
            }
            $query = ['page' => null, 'cursor' => $next] + $query;
        } while ($next !== null);
    }

    private function call(string $method, string $path, array $query = [], array|string|null $body = null, array $headers = []): array|string|null
    {
        return $this->send($method, $path, $query, $body, $headers)[0];
    }

    /** @return array{array|string|null, ?string} The response, and the cursor of the next page. */
    private function send(string $method, string $path, array $query = [], array|string|null $body = null, array $headers = []): array
    {
        $url = $this->address($path) . rtrim('?' . http_build_query($query), '?');
        $isFile = is_string($body);
        $data = $body === null || $isFile ? $body : json_encode($body === [] ? (object) [] : $body, JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION);
        $sent = $data === null ? [] : ['Content-Type: application/' . ($isFile ? 'octet-stream' : 'json')];
        foreach (array_filter($headers, fn (?string $value) => $value !== null) as $name => $value) {
            $sent[] = "$name: $value";
        }
        $isTokenNew = false;
        for ($attempt = 0; ; $attempt++) {
            [$status, $answer, $received] = $this->exchange($method, $url, $data, [...$sent, 'Authorization: Bearer ' . $this->accessToken()]);
            if ($status >= 200 && $status < 300) {
                preg_match('/[?&]cursor=([^&>]*)[^>]*>\s*;\s*rel="?next"?/', $received['link'] ?? '', $next);
                return [$answer, isset($next[1]) ? rawurldecode($next[1]) : null];
            }
            if ($status === 401 && !$isTokenNew) {
                // The server has new signing keys, so the token is replaced once.
                $this->token = null;
                $isTokenNew = true;
            } elseif (in_array($status, [429, 503], true) && $attempt < self::RETRIES) {
                sleep(min((int) ($received['retry-after'] ?? 1), self::RETRY_SECONDS_MAX));
            } else {
                throw new PlatenError($status, $answer);
            }
        }
    }

    private function accessToken(): string
    {
        if ($this->token === null || time() > $this->tokenEnds) {
            $form = http_build_query([
                'grant_type' => 'client_credentials',
                'client_id' => $this->clientId,
                'client_secret' => $this->clientSecret,
            ]);
            [$status, $granted] = $this->exchange('POST', $this->address('/oauth/token'), $form, []);
            if ($status !== 200 || !is_array($granted)) {
                throw new PlatenError($status, $granted);
            }
            $this->token = $granted['access_token'];
            $this->tokenEnds = time() + $granted['expires_in'] - self::TOKEN_MARGIN_SECONDS;
        }
        return $this->token;
    }

    private function address(string $path): string
    {
        return rtrim($this->baseUrl, '/') . $path;
    }

    /** @return array{int, mixed, array<string, string>} Status, body and headers of the response. */
    private function exchange(string $method, string $url, ?string $data, array $headers): array
    {
        $received = [];
        $request = curl_init($url);
        curl_setopt_array($request, [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT => self::TIMEOUT_SECONDS,
            CURLOPT_HTTPHEADER => $headers,
            CURLOPT_HEADERFUNCTION => function ($_, string $line) use (&$received): int {
                [$name, $value] = explode(':', $line, 2) + [1 => ''];
                $received[strtolower($name)] = trim($value);
                return strlen($line);
            },
        ]);
        if ($data !== null) {
            curl_setopt($request, CURLOPT_POSTFIELDS, $data);
        }
        $text = curl_exec($request);
        if ($text === false) {
            throw new PlatenError(0, ['error' => 'no_answer', 'message' => curl_error($request)]);
        }
        $isJson = str_starts_with($received['content-type'] ?? '', 'application/json');
        return [curl_getinfo($request, CURLINFO_RESPONSE_CODE), $isJson ? json_decode($text, true) : $text, $received];
    }
}

/**
 * Returns the event in a webhook. Throws RuntimeException if its signature or its time is invalid.
 *
 * @param array<string, string> $headers Headers of the request; their names may be in any case.
 * @param string $body The body exactly as it arrived: file_get_contents('php://input').
 */
function verifyWebhook(string $secret, array $headers, string $body, ?int $now = null): array
{
    $sent = array_change_key_case($headers);
    [$id, $timestamp] = [$sent['webhook-id'] ?? '', $sent['webhook-timestamp'] ?? ''];
    if (!preg_match('/^[0-9]{1,12}\z/', $timestamp)) {
        throw new RuntimeException('webhook-timestamp must be a number of seconds.');
    }
    if (abs(($now ?? time()) - (int) $timestamp) > 300) {
        throw new RuntimeException('The webhook is too old, or the clock here is wrong.');
    }
    $key = base64_decode(substr($secret, strlen('whsec_')), true);
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", (string) $key, true));
    foreach (explode(' ', $sent['webhook-signature'] ?? '') as $signature) {
        if ($key && hash_equals($expected, $signature)) {
            return ['id' => $id] + json_decode($body, true, flags: JSON_THROW_ON_ERROR);
        }
    }
    throw new RuntimeException('No signature of the webhook is valid.');
}

const FIRST_ORDER =
    // The example of openapi.json: begin
    <<<'JSON'
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
    // The example of openapi.json: end
    ;

function main(array $arguments): void
{
    $platen = new Platen(getenv('PLATEN_URL') ?: 'http://localhost:8080', (string) getenv('PLATEN_CLIENT_ID'), (string) getenv('PLATEN_CLIENT_SECRET'));
    $example = json_decode(FIRST_ORDER, true, flags: JSON_THROW_ON_ERROR);
    $orderId = $arguments[1] ?? $example['orderId'];
    try {
        $created = $platen->createOrder(['orderId' => $orderId] + $example);
        echo "created {$created['orderId']}\n";
        $order = $platen->getOrder($orderId);
        echo "read {$order['orderId']}, " . count($order['items']) . " item\n";
        $found = array_filter(iterator_to_array($platen->listOrders(['limit' => 100]), false), fn (array $one) => $one['orderId'] === $orderId);
        echo 'listed ' . count($found) . "\n";
        $platen->cancelOrder($orderId, ['reason' => 'An example.']);
        echo "now {$platen->getOrder($orderId)['status']}\n";
    } catch (PlatenError $error) {
        foreach ($error->violations as ['pointer' => $pointer, 'message' => $message]) {
            fwrite(STDERR, "$pointer $message\n");
        }
        fwrite(STDERR, "$error->status $error->error: {$error->getMessage()}\n");
        exit(1);
    }
}

if (PHP_SAPI === 'cli' && realpath($argv[0] ?? '') === __FILE__) {
    main($argv);
}
