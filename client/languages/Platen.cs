// Client of the Platen fulfillment API in one file, for .NET Core 3.1, .NET 5 and newer, without packages.
//
//     var platen = new PlatenClient(new HttpClient(), "https://fulfillment.example.com", clientId, clientSecret);
//     JsonElement order = await platen.CreateOrder(json);
//     await foreach (JsonElement order in platen.ListOrders(new Dictionary<string, string> { ["status"] = "SHIPPED" })) ...
//
// Share one instance. Bodies are JSON text, or objects that System.Text.Json can write, such as anonymous ones.
// The methods are generated from openapi.json; FirstOrder.cs beside it is a program to try it with.

#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;

namespace Platen
{
    /// <summary>A response outside 2xx.</summary>
    public sealed class PlatenException : Exception
    {
        public int Status { get; }
        /// <summary>Name of the error, such as invalid_request.</summary>
        public string Error { get; }
        public string? RequestId { get; }
        public IReadOnlyList<(string Pointer, string Message)> Violations { get; }

        internal PlatenException(int status, JsonElement body)
            : base(Text(body, "message") ?? $"The server answered {status}.")
        {
            Status = status;
            Error = Text(body, "error") ?? "unexpected_answer";
            RequestId = Text(body, "requestId");
            Violations = body.ValueKind == JsonValueKind.Object && body.TryGetProperty("violations", out var found)
                ? found.EnumerateArray().Select(one => (Text(one, "pointer") ?? "", Text(one, "message") ?? "")).ToList()
                : new List<(string, string)>();
        }

        private static string? Text(JsonElement body, string name) =>
            body.ValueKind == JsonValueKind.Object && body.TryGetProperty(name, out var found) ? found.ToString() : null;
    }

    public sealed class PlatenClient
    {
        /// <summary>Number of retries after 429 and 503. RetryMax limits the wait before each.</summary>
        private const int Retries = 3;
        private static readonly TimeSpan RetryMax = TimeSpan.FromSeconds(30);
        private static readonly TimeSpan TokenMargin = TimeSpan.FromSeconds(30);
        private static readonly TimeSpan WebhookTolerance = TimeSpan.FromMinutes(5);
        private static readonly Regex NextCursor = new Regex("[?&]cursor=([^&>]*)[^>]*>\\s*;\\s*rel=\"?next\"?");

        private readonly HttpClient http;
        private readonly string baseUrl;
        private readonly Dictionary<string, string> credentials;
        private readonly SemaphoreSlim tokenTurn = new SemaphoreSlim(1);
        private string? token;
        private DateTime tokenEnds;

        public PlatenClient(HttpClient http, string baseUrl, string clientId, string clientSecret)
        {
            this.http = http;
            this.baseUrl = baseUrl.TrimEnd('/');
            credentials = new Dictionary<string, string>
            {
                ["grant_type"] = "client_credentials",
                ["client_id"] = clientId,
                ["client_secret"] = clientSecret,
            };
        }

        // Made from openapi.json: begin
        /// <summary>List orders: status, createdFrom, createdTo, updatedFrom, updatedTo, carrierId, country, hasProblem, reference, sort, include, page, limit, cursor.</summary>
        public IAsyncEnumerable<JsonElement> ListOrders(IReadOnlyDictionary<string, string>? query = null) =>
            Pages("/v1/orders", query);

        /// <summary>Create an order.</summary>
        public Task<JsonElement> CreateOrder(object body) =>
            Call("POST", "/v1/orders", body: body);

        /// <summary>Read one order.</summary>
        public Task<JsonElement> GetOrder(string orderId) =>
            Call("GET", $"/v1/orders/{Uri.EscapeDataString(orderId)}");

        /// <summary>Change an order.</summary>
        public Task<JsonElement> AmendOrder(string orderId, object body, string? ifMatch = null) =>
            Call("PUT", $"/v1/orders/{Uri.EscapeDataString(orderId)}", body: body, ifMatch: ifMatch);

        /// <summary>Read the history of an order: limit, cursor.</summary>
        public IAsyncEnumerable<JsonElement> ListOrderEvents(string orderId, IReadOnlyDictionary<string, string>? query = null) =>
            Pages($"/v1/orders/{Uri.EscapeDataString(orderId)}/events", query);

        /// <summary>Cancel an order.</summary>
        public Task<JsonElement> CancelOrder(string orderId, object body) =>
            Call("POST", $"/v1/orders/{Uri.EscapeDataString(orderId)}/cancel", body: body);

        /// <summary>Put an order on hold.</summary>
        public Task<JsonElement> HoldOrder(string orderId, object body) =>
            Call("POST", $"/v1/orders/{Uri.EscapeDataString(orderId)}/hold", body: body);

        /// <summary>Release an order that you hold.</summary>
        public Task<JsonElement> ReleaseOrder(string orderId) =>
            Call("POST", $"/v1/orders/{Uri.EscapeDataString(orderId)}/release");

        /// <summary>Give an order priority.</summary>
        public Task<JsonElement> RushOrder(string orderId) =>
            Call("POST", $"/v1/orders/{Uri.EscapeDataString(orderId)}/rush");

        /// <summary>Take a sandbox order to a status.</summary>
        public Task<JsonElement> SimulateOrder(string orderId, object body) =>
            Call("POST", $"/v1/orders/{Uri.EscapeDataString(orderId)}/simulate", body: body);

        /// <summary>Create up to 100 orders.</summary>
        public Task<JsonElement> CreateOrders(object body) =>
            Call("POST", "/v1/orders/batch", body: body);

        /// <summary>Check artwork before ordering.</summary>
        public Task<JsonElement> CheckFile(object body) =>
            Call("POST", "/v1/files/checks", body: body);

        /// <summary>Read an uploaded file.</summary>
        public Task<byte[]> GetFile(string fileId) =>
            CallFile("GET", $"/v1/files/{Uri.EscapeDataString(fileId)}");

        /// <summary>Read small pictures of an item.</summary>
        public Task<JsonElement> ListPreviews(string orderId, string itemId) =>
            Call("GET", $"/v1/orders/{Uri.EscapeDataString(orderId)}/items/{Uri.EscapeDataString(itemId)}/previews");

        /// <summary>Upload a file for orders.</summary>
        public Task<JsonElement> UploadFile(byte[] body) =>
            Call("POST", "/v1/files", body: body);

        /// <summary>Ask what an order would meet.</summary>
        public Task<JsonElement> CreateQuote(object body) =>
            Call("POST", "/v1/quotes", body: body);

        /// <summary>List your products: page, limit, cursor.</summary>
        public IAsyncEnumerable<JsonElement> ListProducts(IReadOnlyDictionary<string, string>? query = null) =>
            Pages("/v1/products", query);

        /// <summary>List your product variants: productId, ean13, page, limit, cursor.</summary>
        public IAsyncEnumerable<JsonElement> ListProductVariants(IReadOnlyDictionary<string, string>? query = null) =>
            Pages("/v1/product-variants", query);

        /// <summary>List article variants: manufacturerCode, page, limit, cursor.</summary>
        public IAsyncEnumerable<JsonElement> ListArticleVariants(IReadOnlyDictionary<string, string>? query = null) =>
            Pages("/v1/article-variants", query);

        /// <summary>Read one article variant.</summary>
        public Task<JsonElement> GetArticleVariant(string sku) =>
            Call("GET", $"/v1/article-variants/{Uri.EscapeDataString(sku)}");

        /// <summary>Read one article.</summary>
        public Task<JsonElement> GetArticle(string manufacturerCode) =>
            Call("GET", $"/v1/articles/{Uri.EscapeDataString(manufacturerCode)}");

        /// <summary>List your carriers.</summary>
        public Task<JsonElement> ListCarriers() =>
            Call("GET", "/v1/carriers");

        /// <summary>List your own stock: limit, cursor.</summary>
        public IAsyncEnumerable<JsonElement> ListOwnStock(IReadOnlyDictionary<string, string>? query = null) =>
            Pages("/v1/stock", query);

        /// <summary>Export your own stock as CSV.</summary>
        public Task<byte[]> ExportOwnStock() =>
            CallFile("GET", "/v1/stock.csv");

        /// <summary>Read the feed of events: after, limit.</summary>
        public Task<JsonElement> ListEvents(IReadOnlyDictionary<string, string>? query = null) =>
            Call("GET", "/v1/events", query: query);

        /// <summary>List your returns: orderId, status, limit, cursor.</summary>
        public IAsyncEnumerable<JsonElement> ListReturns(IReadOnlyDictionary<string, string>? query = null) =>
            Pages("/v1/returns", query);

        /// <summary>Announce a return.</summary>
        public Task<JsonElement> AnnounceReturn(object body) =>
            Call("POST", "/v1/returns", body: body);

        /// <summary>Read a return.</summary>
        public Task<JsonElement> GetReturn(string returnId) =>
            Call("GET", $"/v1/returns/{Uri.EscapeDataString(returnId)}");

        /// <summary>Withdraw an announced return.</summary>
        public Task<JsonElement> WithdrawReturn(string returnId) =>
            Call("POST", $"/v1/returns/{Uri.EscapeDataString(returnId)}/withdraw");

        /// <summary>Read the label of a return.</summary>
        public Task<byte[]> GetReturnLabel(string returnId) =>
            CallFile("GET", $"/v1/returns/{Uri.EscapeDataString(returnId)}/label");

        /// <summary>List your credentials.</summary>
        public Task<JsonElement> ListCredentials() =>
            Call("GET", "/v1/credentials");

        /// <summary>Create or rotate a credential.</summary>
        public Task<JsonElement> CreateCredential(object body) =>
            Call("POST", "/v1/credentials", body: body);

        /// <summary>Revoke a credential.</summary>
        public Task<JsonElement> RevokeCredential(string credentialId) =>
            Call("DELETE", $"/v1/credentials/{Uri.EscapeDataString(credentialId)}");

        /// <summary>Read the allow-list of networks.</summary>
        public Task<JsonElement> GetNetworks() =>
            Call("GET", "/v1/networks");

        /// <summary>Replace the allow-list of networks.</summary>
        public Task<JsonElement> SetNetworks(object body) =>
            Call("PUT", "/v1/networks", body: body);

        /// <summary>Read your usage and limits.</summary>
        public Task<JsonElement> GetUsage() =>
            Call("GET", "/v1/usage");

        /// <summary>List your webhook endpoints.</summary>
        public Task<JsonElement> ListWebhookEndpoints() =>
            Call("GET", "/v1/webhook-endpoints");

        /// <summary>Create a webhook endpoint.</summary>
        public Task<JsonElement> CreateWebhookEndpoint(object body) =>
            Call("POST", "/v1/webhook-endpoints", body: body);

        /// <summary>Read a webhook endpoint.</summary>
        public Task<JsonElement> GetWebhookEndpoint(string endpointId) =>
            Call("GET", $"/v1/webhook-endpoints/{Uri.EscapeDataString(endpointId)}");

        /// <summary>Change a webhook endpoint.</summary>
        public Task<JsonElement> UpdateWebhookEndpoint(string endpointId, object body, string? ifMatch = null) =>
            Call("PUT", $"/v1/webhook-endpoints/{Uri.EscapeDataString(endpointId)}", body: body, ifMatch: ifMatch);

        /// <summary>Delete a webhook endpoint.</summary>
        public Task<JsonElement> DeleteWebhookEndpoint(string endpointId) =>
            Call("DELETE", $"/v1/webhook-endpoints/{Uri.EscapeDataString(endpointId)}");

        /// <summary>Replace the secret of a webhook endpoint.</summary>
        public Task<JsonElement> RotateWebhookSecret(string endpointId, object body) =>
            Call("POST", $"/v1/webhook-endpoints/{Uri.EscapeDataString(endpointId)}/rotate-secret", body: body);

        /// <summary>Send a test event.</summary>
        public Task<JsonElement> TestWebhookEndpoint(string endpointId) =>
            Call("POST", $"/v1/webhook-endpoints/{Uri.EscapeDataString(endpointId)}/test");

        /// <summary>List deliveries: state, orderId, limit, cursor.</summary>
        public IAsyncEnumerable<JsonElement> ListWebhookDeliveries(string endpointId, IReadOnlyDictionary<string, string>? query = null) =>
            Pages($"/v1/webhook-endpoints/{Uri.EscapeDataString(endpointId)}/deliveries", query);

        /// <summary>Read a delivery.</summary>
        public Task<JsonElement> GetWebhookDelivery(string endpointId, string deliveryId) =>
            Call("GET", $"/v1/webhook-endpoints/{Uri.EscapeDataString(endpointId)}/deliveries/{Uri.EscapeDataString(deliveryId)}");

        /// <summary>Send a delivery again.</summary>
        public Task<JsonElement> ResendWebhookDelivery(string endpointId, string deliveryId) =>
            Call("POST", $"/v1/webhook-endpoints/{Uri.EscapeDataString(endpointId)}/deliveries/{Uri.EscapeDataString(deliveryId)}/resend");

        /// <summary>Send failed deliveries again.</summary>
        public Task<JsonElement> ResendFailedWebhooks(string endpointId, object body) =>
            Call("POST", $"/v1/webhook-endpoints/{Uri.EscapeDataString(endpointId)}/resend-failed", body: body);
        // Made from openapi.json: end

        /// <summary>Yields the elements of all pages of a list.</summary>
        private async IAsyncEnumerable<JsonElement> Pages(string path, IReadOnlyDictionary<string, string>? query)
        {
            var asked = query?.ToDictionary(one => one.Key, one => one.Value) ?? new Dictionary<string, string>();
            while (true)
            {
                var (content, link) = await Send(HttpMethod.Get, path + Query(asked), null, null);
                var page = Parse(content);
                var entries = page.ValueKind == JsonValueKind.Array ? page : page.GetProperty("data");
                foreach (var entry in entries.EnumerateArray()) yield return entry;
                var next = NextCursor.Match(link);
                if (!next.Success) yield break;
                asked.Remove("page");
                asked["cursor"] = Uri.UnescapeDataString(next.Groups[1].Value);
            }
        }

        private async Task<JsonElement> Call(string method, string path, IReadOnlyDictionary<string, string>? query = null, object? body = null, string? ifMatch = null) =>
            Parse(await SendFor(method, path, query, body, ifMatch));

        private Task<byte[]> CallFile(string method, string path, IReadOnlyDictionary<string, string>? query = null) =>
            SendFor(method, path, query, null, null);

        private async Task<byte[]> SendFor(string method, string path, IReadOnlyDictionary<string, string>? query, object? body, string? ifMatch) =>
            (await Send(new HttpMethod(method), path + Query(query), body, ifMatch)).Content;

        private async Task<(byte[] Content, string Link)> Send(HttpMethod method, string path, object? body, string? ifMatch)
        {
            var url = baseUrl + path;
            var bytes = body as byte[] ?? (body == null ? null : Encoding.UTF8.GetBytes(body as string ?? JsonSerializer.Serialize(body)));
            var type = body is byte[] ? "application/octet-stream" : "application/json";
            var isTokenNew = false;
            for (var attempt = 0; ; attempt++)
            {
                using var request = new HttpRequestMessage(method, url);
                request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", await AccessToken());
                if (ifMatch != null) request.Headers.TryAddWithoutValidation("If-Match", ifMatch);
                if (bytes != null)
                {
                    request.Content = new ByteArrayContent(bytes);
                    request.Content.Headers.ContentType = new MediaTypeHeaderValue(type);
                }
                using var answer = await http.SendAsync(request);
                var status = (int)answer.StatusCode;
                var content = await answer.Content.ReadAsByteArrayAsync();
                if (answer.IsSuccessStatusCode)
                    return (content, answer.Headers.TryGetValues("Link", out var links) ? string.Join(",", links) : "");
                if (status == 401 && !isTokenNew)
                {
                    // The server has new signing keys, so the token is replaced once.
                    token = null;
                    isTokenNew = true;
                }
                else if ((status == 429 || status == 503) && attempt < Retries)
                {
                    var wait = answer.Headers.RetryAfter?.Delta ?? TimeSpan.FromSeconds(1);
                    await Task.Delay(wait < RetryMax ? wait : RetryMax);
                }
                else throw new PlatenException(status, Parse(content));
            }
        }

        private async Task<string> AccessToken()
        {
            await tokenTurn.WaitAsync();
            try
            {
                if (token != null && DateTime.UtcNow < tokenEnds) return token;
                using var answer = await http.PostAsync(baseUrl + "/oauth/token", new FormUrlEncodedContent(credentials));
                var granted = Parse(await answer.Content.ReadAsByteArrayAsync());
                if (!answer.IsSuccessStatusCode) throw new PlatenException((int)answer.StatusCode, granted);
                tokenEnds = DateTime.UtcNow.AddSeconds(granted.GetProperty("expires_in").GetInt32()) - TokenMargin;
                return token = granted.GetProperty("access_token").GetString()!;
            }
            finally
            {
                tokenTurn.Release();
            }
        }

        private static JsonElement Parse(byte[] content)
        {
            try
            {
                using var document = JsonDocument.Parse(content);
                return document.RootElement.Clone();
            }
            catch (JsonException)
            {
                return default;
            }
        }

        private static string Query(IReadOnlyDictionary<string, string>? query) =>
            query == null || query.Count == 0
                ? ""
                : "?" + string.Join("&", query.Select(one => $"{Uri.EscapeDataString(one.Key)}={Uri.EscapeDataString(one.Value)}"));

        /// <summary>Returns the event in a webhook. Throws UnauthorizedAccessException if its signature or its time is invalid.</summary>
        /// <param name="header">Returns a header of the request by its lower-case name, or null.</param>
        /// <param name="body">The body exactly as it arrived.</param>
        public static JsonElement VerifyWebhook(string secret, Func<string, string?> header, byte[] body, DateTimeOffset? now = null)
        {
            var id = header("webhook-id") ?? "";
            var timestamp = header("webhook-timestamp") ?? "";
            if (!Regex.IsMatch(timestamp, "^[0-9]{1,12}\\z"))
                throw new UnauthorizedAccessException("webhook-timestamp must be a number of seconds.");
            var age = (now ?? DateTimeOffset.UtcNow) - DateTimeOffset.FromUnixTimeSeconds(long.Parse(timestamp));
            if (age.Duration() > WebhookTolerance)
                throw new UnauthorizedAccessException("The webhook is too old, or the clock here is wrong.");
            using var hmac = new HMACSHA256(Convert.FromBase64String(secret.Substring("whsec_".Length)));
            var signed = Encoding.UTF8.GetBytes($"{id}.{timestamp}.").Concat(body).ToArray();
            var expected = Encoding.ASCII.GetBytes("v1," + Convert.ToBase64String(hmac.ComputeHash(signed)));
            var signatures = (header("webhook-signature") ?? "").Split(' ').Select(Encoding.UTF8.GetBytes);
            if (!signatures.Any(one => CryptographicOperations.FixedTimeEquals(expected, one)))
                throw new UnauthorizedAccessException("No signature of the webhook is valid.");
            using var document = JsonDocument.Parse(body);
            return document.RootElement.Clone();
        }
    }
}
