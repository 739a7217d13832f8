import Basics
import Protobuf

/// How a call ends.
struct CallStatus: Equatable {
  var code = 0
  var message = ""
  var details: [JSONValue] = []

  static let ok = CallStatus()
}

/// What the server does in a call, one after the other.
enum CallStep: Equatable {
  case say(JSONValue)
  /// Milliseconds.
  case wait(Int)
  case end(CallStatus)
}

/// One call: what the demo answers to each message, and at the end of them.
struct CallTalk {
  let service: CallService
  let method: MethodType
  private var taken: [JSONValue] = []

  init(service: CallService, method: MethodType) {
    self.service = service
    self.method = method
  }

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

  /// The client says nothing more.
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
