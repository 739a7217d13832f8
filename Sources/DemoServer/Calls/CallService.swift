import Basics
import Protobuf

/// The demo's gRPC services and their types. Messages are JSON internally and bytes on the wire.
struct CallService: Sendable {
  let schema: ProtobufSchema
  private let file: [UInt8]
  static let fileName = "demo.proto"
  /// The message size limit; a longer message ends its call.
  static let longest = 4 << 20

  init() {
    let files = DescriptorTable(CallTypes.table).files
    file = files[0]
    // The table is a constant; a test checks that it is a schema.
    schema = (try? ProtobufSchema(files: files)) ?? .builtIn
  }

  /// Creates the call for a path, such as `/demo.Echo/Say`; `nil` if there is no such method.
  func talk(_ path: String) -> CallTalk? {
    // The older version of reflection has the same messages.
    let path = path == ReflectionRequest.methods[1] ? ReflectionRequest.methods[0] : path
    return schema.method(path: path).map { CallTalk(service: self, method: $0) }
  }

  func message(_ bytes: [UInt8], of method: MethodType) -> JSONValue? {
    // Every message that does not decode gets the same answer.
    guard let message = try? schema.decode(bytes, as: method.input) else { return nil }
    return schema.readableJSON(message).json
  }

  func bytes(_ message: JSONValue, of method: MethodType) -> [UInt8] {
    // The demo's own messages always match their types.
    (try? schema.encode(json: message.compact, as: method.output)) ?? []
  }

  /// A serialized `google.rpc.Status`.
  func bytes(_ status: CallStatus) -> [UInt8] {
    let value: JSONValue = [
      "code": .int(status.code), "message": .string(status.message), "details": .array(status.details),
    ]
    guard let type = schema.message(named: "google.rpc.Status") else { return [] }
    // A status without details is valid, too.
    return (try? schema.encode(json: value.compact, as: type)) ?? []
  }

  /// Answers a reflection request.
  func reflect(_ question: JSONValue) -> JSONValue {
    let names = ["fileContainingSymbol", "fileByFilename", "allExtensionNumbersOfType", "fileContainingExtension"]
    // Some clients send an empty text to request the list, which counts as no text.
    guard let asked = names.first(where: { question[$0] != nil }) else {
      return ["listServicesResponse": ["service": .array(schema.services.map { ["name": .string($0.fullName)] })]]
    }
    let name = asked.hasPrefix("file") ? question[asked]?.string ?? "" : ""
    guard name == Self.fileName || name.hasPrefix("demo.") else {
      return ["errorResponse": ["errorCode": 5, "errorMessage": .string("nothing here is named \(name)")]]
    }
    return ["fileDescriptorResponse": ["fileDescriptorProto": [.string(Base64.encode(file))]]]
  }
}

/// The status of a call.
struct CallStatus: Equatable {
  var code = 0
  var message = ""
  var details: [JSONValue] = []

  static let ok = CallStatus()
}

/// A step of the server in a call.
enum CallStep: Equatable {
  case say(JSONValue)
  /// Milliseconds.
  case wait(Int)
  case end(CallStatus)
}

/// One call: the demo's answers to each message and to the end of the messages.
struct CallTalk {
  let service: CallService
  let method: MethodType
  private(set) var taken: [JSONValue] = []

  mutating func take(_ message: JSONValue) -> [CallStep] {
    taken.append(message)
    switch method.name {
    case "Talk":
      let answer = note(message["text"]?.string ?? "", taken.count)
      return message["text"]?.string == "bye" ? [answer, .end(.ok)] : [answer]
    case "ServerReflectionInfo": return [.say(service.reflect(message))]
    default: return method.isClientStreaming ? [] : answer(message)
    }
  }

  /// Handles the end of the client's messages.
  func end() -> [CallStep] {
    switch method.name {
    case "Join": [note(taken.compactMap { $0["text"]?.string }.joined(separator: " "), taken.count), .end(.ok)]
    case "PlaceOrders": CallShop.receipt(taken)
    case _ where method.isClientStreaming: [.end(.ok)]
    case _ where taken.isEmpty: [.end(CallStatus(code: 3, message: "The call has no message."))]
    default: []
    }
  }

  private func answer(_ message: JSONValue) -> [CallStep] {
    switch method.name {
    case "Say": return [note(message["text"]?.string ?? "", message["number"]?.int ?? 0), .end(.ok)]
    case "Repeat":
      let text = message["text"]?.string ?? ""
      return CallShop.series(message, usually: 3) { note(text, $0) }
    case "GetItem": return CallShop.item(message["id"]?.int ?? 0)
    case "ListItems": return CallShop.items(message["category"]?.string)
    case "Watch": return CallShop.prices(message)
    default: return [.end(CallStatus(code: 12, message: "Nothing answers \(method.path)."))]
    }
  }

  private func note(_ text: String, _ number: Int) -> CallStep {
    .say(["text": .string(text), "number": .int(number)])
  }
}

/// The shop: its four products and their prices.
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

  /// A series of steps: `times` many, `intervalMs` apart.
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
