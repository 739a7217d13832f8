import Basics
import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing

@testable import Workspaces

@Suite("Large bodies in the history and in JSON") struct LargeBodyTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory("bodies") }

  private func record(_ body: [UInt8], type: String) -> HistoryRecord {
    var hop = Hop(request: SentRequest(method: "GET", url: "http://h/"))
    hop.response = ResponseHead(
      httpVersion: "1.1", status: .ok, headers: Headers([Header("Content-Type", type)]))
    return HistoryRecord(
      exchange: Exchange(startedAt: Date(timeIntervalSince1970: 1_700_000_000), hops: [hop], body: ByteStore(body)))
  }

  @Test("A body beyond the limit is not stored, and the entry has its size and hash")
  func omitted() throws {
    var history = History(folder: folder.path(".apus"), files: .live)
    history.largestBody = 20_000
    let body = [UInt8](repeating: UInt8(ascii: "x"), count: 20_001)
    let made = record(body, type: "text/plain")
    try history.append(made, redaction: .standard)
    #expect(!folder.files().contains { $0.contains("/bodies/") })
    let read = try #require(try history.record(made.id))
    let omitted = try #require(read.omittedBody)
    #expect(omitted.size == body.count && omitted.sha256 == Digest.hexadecimal(body))
    #expect(omitted.description.hasPrefix("the body of 20 KB was too large to store; its SHA-256 is "))
    #expect(read.exchange.body == nil && read.exchange.response?.status == .ok)
    #expect(try history.list().entries.first?.size == body.count)
  }

  @Test("A body exactly at the limit is stored, and nothing is reported")
  func kept() throws {
    var history = History(folder: folder.path(".apus"), files: .live)
    history.largestBody = 20_000
    let made = record([UInt8](repeating: UInt8(ascii: "x"), count: 20_000), type: "text/plain")
    try history.append(made, redaction: .standard)
    let read = try #require(try history.record(made.id))
    #expect(read.omittedBody == nil && read.exchange.body?.count == 20_000)
  }

  static let bodies: [(type: String, unit: String)] = [
    ("application/json", #"{"token":"abcdefgh","note":"s3cret & \n ü"},"#),
    ("application/x-www-form-urlencoded", "password=hunter2&note=s3cret&"),
    ("text/plain", "a \"quoted\" s3cret\u{1}\n"),
  ]

  @Test("JSON written in pieces is identical to the byte, with secrets masked", arguments: 0..<3)
  func pieces(number: Int) {
    let (type, unit) = Self.bodies[number]
    let text = (type.hasSuffix("json") ? "[" : "") + String(repeating: unit, count: (9 << 20) / unit.utf8.count)
    var redaction = Redaction.standard
    redaction.secrets = ["s3cret"]
    let record = record(Array(text.utf8), type: type)
    var written: [UInt8] = []
    var largest = 0
    HARDocument(record, redaction: redaction).write { piece in
      largest = max(largest, piece.count)
      written += piece
    }
    #expect(written == Array(HARDocument.entry(record, redaction: redaction).pretty.utf8))
    #expect(!String(decoding: written, as: UTF8.self).contains("s3cret"))
    #expect(largest < 6 << 20)
  }

  @Test("Bytes that are not text are encoded as one Base64 text")
  func binary() {
    let body = (0..<(8 << 20) + 1).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let record = record(body, type: "application/octet-stream")
    var written: [UInt8] = []
    HARDocument(record, redaction: .standard).write { written += $0 }
    #expect(written == Array(HARDocument.entry(record, redaction: .standard).pretty.utf8))
  }

  @Test("A secret that spans two pieces is masked")
  func acrossPieces() throws {
    let secret = "a very long secret value"
    for shift in [1, 7, 23] {
      let text = String(repeating: "x", count: (4 << 20) - shift) + secret + String(repeating: "y", count: 100)
      let body = ByteStore(text.utf8)
      let masked = try #require(try Redaction(secrets: [secret]).masked(body: body, ContentLabel("text/plain")))
      #expect(masked.allBytes == Array(text.replacing(secret, with: "••••").utf8))
    }
  }
}
