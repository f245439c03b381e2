// Creates an order, reads it and cancels it. With Platen.cs beside it, in an empty folder:
//
//     dotnet new console --force && rm -f Program.cs
//     set -a; . ./platen.env; set +a     with PLATEN_URL, PLATEN_CLIENT_ID and PLATEN_CLIENT_SECRET
//     dotnet run SHOP-10001

#nullable enable
using System;
using System.Collections.Generic;
using System.Net.Http;
using System.Text.Json;
using System.Threading.Tasks;
using Platen;

public static class FirstOrder
{
    private const string Example =
        // The example of openapi.json: begin
@"{
  ""orderId"": ""SHOP-10001"",
  ""items"": [
    {
      ""quantity"": 2,
      ""unitPrice"": 24.9,
      ""existingProduct"": {
        ""ean13"": ""4006381333931""
      }
    }
  ],
  ""shipping"": {
    ""address"": {
      ""personName"": ""Ada Lovelace"",
      ""street"": ""Musterstraße 1"",
      ""city"": ""Berlin"",
      ""postalCode"": ""10115"",
      ""country"": ""DE""
    }
  },
  ""unitPriceCurrency"": ""EUR""
}"
        // The example of openapi.json: end
        ;

    public static async Task<int> Main(string[] arguments)
    {
        var platen = new PlatenClient(
            new HttpClient(),
            Environment.GetEnvironmentVariable("PLATEN_URL") ?? "http://localhost:8080",
            Environment.GetEnvironmentVariable("PLATEN_CLIENT_ID") ?? "",
            Environment.GetEnvironmentVariable("PLATEN_CLIENT_SECRET") ?? "");
        var example = JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(Example)!;
        var orderId = arguments.Length > 0 ? arguments[0] : example["orderId"].GetString()!;
        example["orderId"] = JsonDocument.Parse(JsonSerializer.Serialize(orderId)).RootElement;
        try
        {
            var created = await platen.CreateOrder(example);
            Console.WriteLine($"created {created.GetProperty("orderId")}");
            var order = await platen.GetOrder(orderId);
            Console.WriteLine($"read {order.GetProperty("orderId")}, {order.GetProperty("items").GetArrayLength()} item");
            var listed = 0;
            await foreach (var one in platen.ListOrders(new Dictionary<string, string> { ["limit"] = "100" }))
                if (one.GetProperty("orderId").GetString() == orderId) listed++;
            Console.WriteLine($"listed {listed}");
            await platen.CancelOrder(orderId, new { reason = "An example." });
            Console.WriteLine($"now {(await platen.GetOrder(orderId)).GetProperty("status")}");
            return 0;
        }
        catch (PlatenException error)
        {
            foreach (var (pointer, message) in error.Violations) Console.Error.WriteLine($"{pointer} {message}");
            Console.Error.WriteLine($"{error.Status} {error.Error}: {error.Message}");
            return 1;
        }
    }
}
