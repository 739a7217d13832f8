import Basics
import Protobuf
import Testing

@testable import DemoServer

@Suite struct CallTests {
  private let service = CallService()

  /// The steps for the messages of a call, and for their end.
  private func steps(_ path: String, _ messages: JSONValue...) -> [CallStep] {
    guard var talk = service.talk(path) else { return [] }
    return messages.flatMap { talk.take($0) } + talk.end()
  }

  @Test func `The demo's texts form a schema with all four kinds of calls.`() {
    #expect(
      service.schema.services.map(\.fullName) == ["demo.Echo", "demo.Shop", "grpc.reflection.v1.ServerReflection"])
    let kinds = service.schema.services.prefix(2).map { $0.methods.map(\.streaming) }
    #expect(kinds == [[.unary, .server, .client, .bidirectional], [.unary, .server, .client, .server]])
    let item = service.schema.message(named: "demo.Item").map { service.schema.messages[$0] }
    #expect(
      item?.fields.map { service.schema.typeName(of: $0) } == [
        "int32", "string", "demo.Category", "double", "repeated string",
      ])
  }

  @Test(arguments: ReflectionRequest.methods) func `Reflection lists services and types.`(path: String) throws {
    var talk = try #require(service.talk(path))
    var session = ReflectionSession()
    while let request = session.next() {
      let question = try #require(service.message(request.bytes, of: talk.method))
      guard case .say(let answer) = talk.take(question).first else {
        Issue.record("no answer")
        return
      }
      try session.take(ReflectionResponse(parsing: service.bytes(answer, of: talk.method)))
    }
    #expect(session.failures == [] && session.services.count == 3)
    let received = try session.schema()
    #expect(received.method(path: "/demo.Shop/Watch")?.isServerStreaming == true)
    #expect(
      talk.take(["fileContainingSymbol": "other.Service"])
        == [.say(["errorResponse": ["errorCode": 5, "errorMessage": "nothing here is named other.Service"]])])
  }

  @Test func `The echo answers one to one, many to one, one to many, and in a stream.`() {
    let say = steps("/demo.Echo/Say", ["text": "a", "number": 7])
    #expect(say == [.say(["text": "a", "number": 7]), .end(.ok)])
    let twice = steps("/demo.Echo/Repeat", ["text": "a", "times": 2, "intervalMs": 5])
    #expect(twice == [.say(["text": "a", "number": 1]), .wait(5), .say(["text": "a", "number": 2]), .end(.ok)])
    let joined = steps("/demo.Echo/Join", ["text": "a"], ["text": "b"])
    #expect(joined == [.say(["text": "a b", "number": 2]), .end(.ok)])
    let talk = steps("/demo.Echo/Talk", ["text": "a"], ["text": "b"])
    #expect(talk == [.say(["text": "a", "number": 1]), .say(["text": "b", "number": 2]), .end(.ok)])
  }

  @Test func `An unknown product ends the call with details.`() throws {
    guard case .end(let status) = steps("/demo.Shop/GetItem", ["id": 9]).first else {
      Issue.record("no end")
      return
    }
    let received = try RPCStatus(parsing: service.bytes(status))
    #expect(received.code == 5 && received.message == "There is no item 9.")
    #expect(received.details(service.schema).first?["resourceName"] == "9")
    guard case .end(let many) = steps("/demo.Shop/PlaceOrders", ["itemId": 1, "count": 1001]).first else {
      Issue.record("no end")
      return
    }
    #expect(many.code == 3 && service.bytes(many).count > 20)
  }

  @Test func `A call without a message, and an unknown method, are rejected.`() {
    #expect(steps("/demo.Echo/Say") == [.end(CallStatus(code: 3, message: "The call has no message."))])
    #expect(service.talk("/demo.Echo/None") == nil && service.talk("/") == nil)
    let numbers: JSONValue = ["allExtensionNumbersOfType": "demo.Item"]
    #expect(service.reflect(numbers)["errorResponse"]?["errorCode"] == 5)
    #expect(service.reflect([:])["listServicesResponse"] != nil)
    #expect(service.message([0xFF], of: service.schema.services[0].methods[0]) == nil)
  }

  @Test func `A series has limits.`() {
    let steps = steps("/demo.Shop/Watch", ["itemId": 1, "times": 5000, "intervalMs": 1_000_000])
    #expect(steps.count == 2000 && steps.contains(.wait(60_000)))
  }
}
