import Basics
import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing
import Workspaces

@testable import Sessions

@Suite("Resending and editing recorded exchanges") struct SentCopyTests {
  private static let defaults = RequestConfig.identified(as: "apus/1")

  private let folder: TemporaryDirectory
  private let workspace: Workspace

  init() throws {
    folder = try TemporaryDirectory("copy")
    try folder.write("opencollection.yml", "info: {name: C}\n")
    workspace = try Workspace.open(folder.path, stateFolder: folder.path("state"))
  }

  /// The exchange of a request with these headers, as loaded from the history.
  private func kept(
    _ headers: [Header], body: [UInt8]? = nil, to url: String = "http://h:81/a?b=c", largest: Int? = nil
  ) throws -> HistoryRecord {
    var sent = SentRequest(method: "POST", url: url, headers: Headers(headers))
    sent.body = body.map { ByteStore($0) }
    let hop = Hop(
      request: sent, response: ResponseHead(status: .init(code: 200)),
      sizes: Hop.Sizes(requestBody: body?.count ?? 0))
    let record = HistoryRecord(exchange: Exchange(startedAt: Date(timeIntervalSince1970: 1_700_000_000), hops: [hop]))
    var history = History(workspace: workspace)
    if let largest { history.largestBody = largest }
    try history.append(record, redaction: .standard)
    return try #require(try history.record(record.id))
  }

  private static let usual = [
    Header("Host", "h:81"), Header("User-Agent", "apus/1"), Header("Accept", "*/*"),
    Header("Accept-Encoding", "deflate, gzip, br, zstd"), Header("Content-Length", "3"),
  ]

  @Test func `Default headers are added again, and are not part of the request.`() throws {
    let record = try kept(Self.usual + [Header("X-A", "1", omitsBlank: true)])
    #expect(
      record.definition(in: workspace, defaults: Self.defaults).headers
        == [Row("X-A", "1", omitsBlank: true)])
  }

  @Test(arguments: [
    Header("User-Agent", "mine/2"), Header("Host", "other"), Header("Accept-Encoding", "identity"),
    Header("Connection", "close"), Header("Expect", "100-continue"), Header("Accept", "text/plain"),
  ])
  func `A user's header is kept, even if Apus would add another.`(_ own: Header) throws {
    let record = try kept(Self.usual.filter { $0.name != own.name } + [own])
    #expect(record.definition(in: workspace, defaults: Self.defaults).headers == [Row(own)])
  }

  @Test func `Omitted headers are omitted again.`() async throws {
    let record = try kept([Header("Host", "h:81")], body: Array("x".utf8))
    let definition = record.definition(in: workspace, defaults: Self.defaults)
    let built = try await request(definition)
    let whole = try built.layered(over: Self.defaults)
    #expect(whole.headers.fields.isEmpty)
    let copy = try #require(SentCopy(record, defaults: Self.defaults, usesOwnProxy: false))
    let again = try copy.plan(in: SendContext(), of: workspace).prepared().request.layered(over: Self.defaults)
    #expect(again.headers.fields.isEmpty)
  }

  @Test(
    arguments: [
      ([0x00, 0xFF, 0xFE, 0x80], 1), (Array("a\u{0}b".utf8), 1), (Array("{\"a\": 1}\r\n".utf8), 1),
      (Array("é".utf8), 1),
      ([0xC3], 100_000),
    ] as [([UInt8], Int)])
  func `The body is sent byte for byte, from the editor and the command line.`(
    _ piece: [UInt8], times: Int
  ) async throws {
    let bytes = Array(repeatElement(piece, count: times).joined())
    let record = try kept(Self.usual + [Header("Content-Type", "application/json")], body: bytes)
    let built = try await request(record.definition(in: workspace, defaults: Self.defaults))
    #expect(try content(built.body) == bytes)
    let copy = try #require(SentCopy(record, defaults: Self.defaults, usesOwnProxy: false))
    let again = try copy.plan(in: SendContext(), of: workspace).prepared().request
    #expect(try content(again.body) == bytes)
    #expect(built.headers["Content-Type"] == "application/json" && again.headers["Content-Type"] == "application/json")
  }

  @Test func `A body missing from the history prevents the send.`() async throws {
    let record = try kept(Self.usual, body: [0, 1, 2, 3], largest: 3)
    let copy = try #require(SentCopy(record, defaults: Self.defaults, usesOwnProxy: false))
    #expect(copy.missingBody?.contains("too large to store") == true)
    await #expect(throws: SendFault.self) { try await request(copy.definition) }
  }

  @Test func `The proxy's headers are added by the proxy settings, and kept without them.`() throws {
    let fields = Self.usual + [Header("Proxy-Connection", "Keep-Alive")]
    let record = try kept(fields)
    for uses in [true, false] {
      let copy = try #require(SentCopy(record, defaults: Self.defaults, usesOwnProxy: uses))
      #expect(copy.definition.headers.isEmpty == uses)
    }
  }

  @Test func `Masked secrets are detected in headers and bodies.`() throws {
    let secrets: [(headers: [Header], body: [UInt8]?)] = [
      ([Header("Authorization", "Bearer abc")], nil), ([], Array(#"{"password": "hush-hush"}"#.utf8)),
    ]
    for (headers, body) in secrets {
      let copy = try #require(
        SentCopy(try kept(Self.usual + headers, body: body), defaults: Self.defaults, usesOwnProxy: false))
      #expect(copy.isMasked)
    }
  }

  /// The request that the screen sends for this draft.
  private func request(_ definition: RequestDefinition) async throws -> Request {
    var open = OpenRequest(definition, path: nil, file: nil, environment: nil, inputs: VariableInputs())
    open.inherits = .nothing
    return try await open.plan(in: workspace).prepared().request
  }

  private func content(_ body: Request.Body) throws -> [UInt8] {
    switch body {
    case .bytes(let bytes): return bytes
    case .file(let path, _): return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    case .none: return []
    default:
      Issue.record("\(body)")
      return []
    }
  }
}
