import Basics
import Foundation
import Networking
import TestSupport
import Testing
import Workspaces

@testable import Interchange

/// Puts texts that another grammar would interpret into archives, which contain requests as sent.
@Suite struct HostileArchiveTests {
  /// The sent bytes of the request: its head, and its body or parts.
  private static func sent(_ request: Request) -> [String] {
    let headers = request.headers.fields.map { "\($0.name): \($0.value)" }
      .filter { !$0.hasPrefix("Content-Type: multipart/form-data; boundary=") }
    let parts = request.parts?.parts.map {
      "\($0.name) \($0.content) \($0.sentFileName ?? "-") \($0.sentContentType ?? "-")"
    }
    let login = request.options.authentication.map { "\($0.scheme) \($0.user) \($0.password)" }
    // A fragment is not sent.
    let url = request.url.prefix { $0 != "#" }
    return ["\(request.method.rawValue) \(url)", login ?? ""] + headers.sorted() + (parts ?? ["\(request.body)"])
  }

  /// Each text in each position of a request, if such a request can be sent.
  private static func requests(in folder: TemporaryDirectory) throws -> [(place: String, prepared: PreparedRequest)] {
    try folder.write("f.txt", "file")
    var made: [(place: String, prepared: PreparedRequest)] = []
    for text in HostileExportTests.texts {
      for place in HostileExportTests.places {
        var request = RequestDefinition(name: "one", method: "POST", url: "http://h/", authentication: .none)
        place.put(text, &request)
        if case .graphql = request.body { request.kind = .graphql }
        // A request that cannot be prepared cannot be exported.
        guard let prepared = try? PreparedRequest(request, in: SendContext(folder: folder.path)) else { continue }
        made.append((place: "\(place.name) \(text.debugDescription)", prepared: prepared))
      }
    }
    return made
  }

  private static func prepared(_ request: RequestDefinition, in folder: TemporaryDirectory) -> [String] {
    // A request that can no longer be sent counts as different.
    guard let prepared = try? PreparedRequest(request, in: SendContext(folder: folder.path)) else { return [] }
    return sent(prepared.request)
  }

  @Test func `An archive is imported as the request that it was made from, or names its losses`() throws {
    let folder = try TemporaryDirectory("hostile")
    let requests = try Self.requests(in: folder)
    #expect(requests.count > 300)
    for (place, prepared) in requests {
      let log = HARExport.log(of: [prepared], creator: ("apus", "1"), time: "", revealsSecrets: true)
      let back = try HARImport.read(log.compact, name: "x")
      guard HARExport.losses(of: [prepared]).isEmpty else { continue }
      let request = try #require(back.requests.first)
      let before = Self.sent(prepared.request)
      let after = Self.prepared(request, in: folder)
      #expect(back.requests.count == 1 && after == before, "\(place): \(String(decoding: log.compact, as: UTF8.self))")
    }
  }
}
