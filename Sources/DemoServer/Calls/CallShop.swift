import Basics

/// The shop: four things that it has, and their prices.
enum CallShop {
  private struct Item {
    let id: Int
    let name: String
    let category: String
    let cents: Int
    let tags: [String]

    var json: JSONValue {
      [
        "id": .int(id), "name": .string(name), "category": .string(category), "price": price(cents),
        "tags": .array(tags.map { .string($0) }),
      ]
    }
  }

  private static let all = [
    Item(id: 1, name: "The art of waiting", category: "BOOK", cents: 1250, tags: ["paper", "slow"]),
    Item(id: 2, name: "Wooden swift", category: "TOY", cents: 900, tags: ["wood"]),
    Item(id: 3, name: "Fields by number", category: "BOOK", cents: 2000, tags: ["paper"]),
    Item(id: 4, name: "Kite", category: "TOY", cents: 1575, tags: ["wind", "outdoors"]),
  ]

  static func item(_ id: Int) -> [CallStep] {
    guard let item = all.first(where: { $0.id == id }) else { return [.end(missing(id))] }
    return [.say(item.json), .end(.ok)]
  }

  static func items(_ category: String?) -> [CallStep] {
    all.filter { category == nil || $0.category == category }.map { .say($0.json) } + [.end(.ok)]
  }

  static func receipt(_ orders: [JSONValue]) -> [CallStep] {
    var (count, total) = (0, 0)
    for order in orders {
      let id = order["itemId"]?.int ?? 0
      guard let item = all.first(where: { $0.id == id }) else { return [.end(missing(id))] }
      let ordered = order["count"]?.int ?? 0
      guard (1...1000).contains(ordered) else { return [.end(uncounted(ordered))] }
      count += ordered
      total += item.cents * ordered
    }
    return [.say(["orders": .int(orders.count), "items": .int(count), "total": price(total)]), .end(.ok)]
  }

  static func prices(_ request: JSONValue) -> [CallStep] {
    let id = request["itemId"]?.int ?? 0
    guard let item = all.first(where: { $0.id == id }) else { return [.end(missing(id))] }
    return series(request, usually: 10) { number in
      .say(["itemId": .int(id), "number": .int(number), "price": price(item.cents + number * 37 % 100 - 50)])
    }
  }

  /// As many steps as asked for with `times`, `intervalMs` apart.
  static func series(_ request: JSONValue, usually: Int, step: (Int) -> CallStep) -> [CallStep] {
    let times = min(max(request["times"]?.int ?? usually, 0), 1000)
    let interval = min(max(request["intervalMs"]?.int ?? 0, 0), 60_000)
    let pause: [CallStep] = interval > 0 ? [.wait(interval)] : []
    return (0..<times).flatMap { ($0 == 0 ? [] : pause) + [step($0 + 1)] } + [.end(.ok)]
  }

  private static func price(_ cents: Int) -> JSONValue { .number("\(Double(cents) / 100)") }

  private static func missing(_ id: Int) -> CallStatus {
    CallStatus(
      code: 5, message: "There is no item \(id).",
      details: [
        [
          "@type": "type.googleapis.com/google.rpc.ResourceInfo", "resourceType": "demo.Item",
          "resourceName": .string("\(id)"), "description": "The items are 1 to 4.",
        ]
      ])
  }

  private static func uncounted(_ count: Int) -> CallStatus {
    CallStatus(
      code: 3, message: "One cannot order \(count).",
      details: [
        [
          "@type": "type.googleapis.com/google.rpc.BadRequest",
          "fieldViolations": [["field": "count", "description": "Order between 1 and 1000."]],
        ]
      ])
  }
}
