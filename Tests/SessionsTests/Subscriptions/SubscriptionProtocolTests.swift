import Networking
import Testing

@testable import Sessions

@Suite struct SubscriptionProtocolTests {
  private typealias Step = SubscriptionProtocol.Step

  private func control(_ text: String) -> Step { .report(.control, Array(text.utf8)) }

  /// A subscription whose connection is acknowledged.
  private func begun() -> SubscriptionProtocol {
    var machine = SubscriptionProtocol(Array(#"{"query":"q"}"#.utf8))
    _ = machine.take(.text, Array(#"{"type":"connection_ack"}"#.utf8))
    return machine
  }

  @Test func `A subscription starts, subscribes when acknowledged, and passes results on unchanged.`() {
    var machine = SubscriptionProtocol(Array(#"{"query":"q"}"#.utf8), connectionInit: Array(#"{"k":1}"#.utf8))
    #expect(machine.greeting == #"{"type":"connection_init","payload":{"k":1}}"#)
    let acknowledged = #"{ "type" : "connection_ack" , "payload": {} }"#
    #expect(
      machine.take(.text, Array(acknowledged.utf8)) == [
        control(acknowledged), .send(#"{"id":"1","type":"subscribe","payload":{"query":"q"}}"#),
      ])
    let payload = #"{"data": {"n": 1.0, "t": "\u00e9 } ] \" ,"}, "x": [1, {}] }"#
    #expect(
      machine.take(.text, Array(#"{"payload": \#(payload) ,"id":"1","type":"next"}"#.utf8)) == [
        .report(.text, Array(payload.utf8))
      ])
    let done = #"{"id":"1","type":"complete"}"#
    #expect(machine.take(.text, Array(done.utf8)) == [control(done), .end])
    #expect(machine.stage == .over && machine.farewell() == nil)
    #expect(machine.take(.text, [1]) == [.report(.control, [1])])
  }

  @Test func `The older protocol is used if the server chose it.`() {
    var machine = SubscriptionProtocol(Array(#"{"query":"q"}"#.utf8))
    machine.isLegacy = true
    let alive = #"{"type":"ka"}"#
    #expect(machine.take(.text, Array(alive.utf8)) == [control(alive)])
    let start = #"{"id":"1","type":"start","payload":{"query":"q"}}"#
    #expect(machine.take(.text, Array(#"{"type":"connection_ack"}"#.utf8)).last == .send(start))
    let data = #"{"id":"1","type":"data","payload":{"data":1}}"#
    #expect(machine.take(.text, Array(data.utf8)) == [.report(.text, Array(#"{"data":1}"#.utf8))])
    let fault = #"{"id":"1","type":"error","payload":{"message":"no"}}"#
    var other = machine
    #expect(
      other.take(.text, Array(fault.utf8)) == [.report(.text, Array(#"{"errors":[{"message":"no"}]}"#.utf8)), .end])
    #expect(machine.farewell() == #"{"id":"1","type":"stop"}"#)
  }

  @Test func `Errors have the form of an answer, and end the subscription.`() {
    var machine = begun()
    let faults = #"[{"message":"no"}]"#
    #expect(
      machine.take(.text, Array(#"{"id":"1","type":"error","payload":\#(faults)}"#.utf8)) == [
        .report(.text, Array(#"{"errors":[{"message":"no"}]}"#.utf8)), .end,
      ])
  }

  @Test func `A ping is answered with its payload, at any time.`() {
    var machine = SubscriptionProtocol([])
    let ping = #"{"type":"ping","payload":{"n":7}}"#
    #expect(machine.take(.text, Array(ping.utf8)) == [control(ping), .send(#"{"type":"pong","payload":{"n":7}}"#)])
    #expect(machine.take(.text, Array(#"{"type":"ping"}"#.utf8)).last == .send(#"{"type":"pong"}"#))
    #expect(machine.take(.ping, [1]) == [.report(.ping, [1])])
  }

  @Test func `A message for another subscription is shown, and ignored otherwise.`() {
    var machine = begun()
    let other = #"{"id":"9","type":"next","payload":{"data":1}}"#
    #expect(machine.take(.text, Array(other.utf8)) == [control(other)] && machine.stage == .subscribed)
  }

  @Test(
    "An invalid message ends the conversation with 4400",
    arguments: [
      (#"{"type":"connection_ack"}"#, "acknowledged the connection twice"), ("not json", "not a JSON object"),
      ("[1]", "not a JSON object"), (#"{"type":"#, "not a JSON object"), (#"{"type":"next"} x"#, "not a JSON object"),
      (#"{"id":"1"}"#, "without a type"), (#"{"type":7}"#, "without a type"),
      (#"{"type":"data"}"#, "unknown type data"), (#"{"type":"next","id":"1"}"#, "next without a payload"),
      ("", "JSON"),
    ])
  func violations(text: String, words: String) {
    var machine = begun()
    guard case .refuse(let close, let why)? = machine.take(.text, Array(text.utf8)).last else {
      Issue.record("\(text) was taken")
      return
    }
    #expect(close.code == 4400 && why.contains(words) && machine.stage == .over, "\(why)")
  }

  @Test func `Bytes, and results before the acknowledgement, are invalid.`() {
    for (kind, text) in [(ConversationMessage.Kind.binary, "{}"), (.text, #"{"type":"complete","id":"1"}"#)] {
      var machine = SubscriptionProtocol([])
      guard case .refuse? = machine.take(kind, Array(text.utf8)).last else {
        Issue.record("\(text) was taken")
        return
      }
    }
  }
}
