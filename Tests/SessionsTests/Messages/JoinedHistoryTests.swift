import Basics
import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing
import Workspaces

@testable import Sessions

@Suite("Streamed answers in the history") struct JoinedHistoryTests {
  private let secret = "Zq7x-Kt9pm4secret"

  /// One piece of a text per message, in the formats of three services.
  private static let services: [@Sendable (String) -> String] = [
    { #"{"choices":[{"index":1,"delta":{"content":"-"}},{"index":0,"delta":{"content":"\#($0)"}}]}"# },
    { #"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"\#($0)"}}"# },
    { #"{"type":"response.output_text.delta","item_id":"a","delta":"\#($0)"}"# },
  ]

  @Test(arguments: services.indices)
  func `A secret within one message is in no recorded message and not in the joined text.`(
    service: Int
  ) throws {
    let folder = try TemporaryDirectory("joined")
    try folder.write("opencollection.yml", "info: {name: C}\n")
    let history = History(workspace: try Workspace.open(folder.path, stateFolder: folder.path("state")))
    let pieces = ["You ", "said \(secret), ", "I think"]
    let body = ByteStore(pieces.map { "data: \(Self.services[service]($0))\n\n" }.joined().utf8)
    let head = ResponseHead(status: .ok, headers: ["Content-Type": "text/event-stream"])
    let hop = Hop(request: SentRequest(method: "GET", url: "http://h/"), response: head)
    let record = HistoryRecord(exchange: Exchange(startedAt: Date(), hops: [hop], body: body))
    try history.append(record, redaction: Redaction(secrets: [secret]))
    let exchange = try #require(try history.record(record.id)?.exchange)
    let messages = try #require(StreamedMessages(exchange))
    let joined = JoinedText()
    while joined.advance(with: messages) {}
    let choices = String(decoding: joined.store.allBytes, as: UTF8.self).split(separator: "\n\n[choice 2]")
    #expect(choices.first == "You said ••••, I think")
    withExtendedLifetime(folder) {}
  }
}
