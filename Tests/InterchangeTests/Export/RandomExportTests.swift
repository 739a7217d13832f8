import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing
import Workspaces

@testable import Interchange

/// Imports an export again: it must send the same bytes, or the export must have reported the difference.
@Suite("Random requests through every format and back")
struct RandomExportTests {
  private static let count = 400

  @Test("Our own format gives back exactly the same model", .corpora("naughty-strings"))
  func neutral() throws {
    var source = try RandomDefinition(seed: 20_261_121)
    for number in 0..<Self.count {
      let collection = source.collection()
      let text = ExportFormat.json.write(collection, revealsSecrets: true)
      #expect(text.notices.isEmpty)
      let bytes = Array(text.text.utf8)
      #expect(ImportFormat.detect(bytes) == .json, "\(number)")
      let back = try NeutralImport.read(bytes, name: "x")
      #expect(back == collection, "\(number): \(text.text)")
      if back != collection { return }
    }
  }

  /// The sent bytes, computed by the sending code without the exports.
  private func sent(_ request: RequestDefinition, _ layers: [SharedSettings], _ folder: TemporaryDirectory) throws
    -> [String]
  {
    var context = SendContext(
      layers: layers.map { SendContext.Layer(path: "", name: "", settings: $0) }, folder: folder.path)
    // Dynamic values differ each time, so here they are ordinary names.
    context.variables = VariableTable(
      ["base", "x", "$uuid"].map { .init($0, "http://v/\($0.count)", origin: .collection) })
    let ready = try PreparedRequest(request, in: context).request
    var lines = ["\(ready.method.rawValue) \(ready.url)"]
    let headers = ready.headers.fields.filter { !$0.value.hasPrefix("multipart/form-data; boundary=") }
    lines += headers.map { "\($0.name): \($0.value)" }.sorted()
    if let parts = ready.parts {
      lines += parts.parts.map { "\($0.name) \($0.content) \($0.fileName ?? "-") \($0.sentContentType ?? "-")" }
    } else {
      lines.append("\(ready.body)")
    }
    lines.append("\(ready.options.redirects?.follows ?? true) \(String(describing: ready.options.authentication))")
    return lines
  }

  @Test(
    "An imported export sends the same, or a notice reports the difference", .corpora("naughty-strings"),
    arguments: [ExportFormat.http, .hurl, .postman])
  func foreign(format: ExportFormat) throws {
    var source = try RandomDefinition(seed: 7)
    let folder = try TemporaryDirectory("random")
    try folder.write("f.txt", "file")
    let importer = try #require(ImportFormat(rawValue: format.rawValue))
    let shared = SharedSettings(
      headers: [Row("X-Root", "out")], authentication: Authentication(.bearer, [.init("token", "shared")]))
    // Notices that do not affect the sent bytes.
    let unsent = Set(ExportLosses.Kind.allCases.filter { $0 != .redirects }.map(\.rawValue))
    var (same, reported, refused) = (0, 0, 0)
    for number in 0..<Self.count {
      let request = source.request(number, isWhole: false)
      guard let before = try? sent(request, [shared], folder) else {
        refused += 1
        continue
      }
      let root = ImportedCollection.Folder(
        name: "c", settings: shared, items: [.request(request, options: TransferOptions())])
      let written = format.write(ImportedCollection(format: "apus", root: root), revealsSecrets: true)
      let isReported = written.notices.contains { notice in
        notice.location == request.name && !unsent.contains(notice.message)
      }
      if isReported {
        reported += 1
        continue
      }
      let back = try importer.read(Array(written.text.utf8), name: "c")
      let first = try #require(back.places.first, "\(written.text)")
      // A request that can no longer be sent also counts as different.
      let after = (try? sent(first.definition, first.layers, folder)) ?? []
      let gone = before.filter { !after.contains($0) } + ["but"] + after.filter { !before.contains($0) }
      #expect(back.requests.count == 1 && after == before, "\(number): \(gone)\n\(written.text)")
      #expect(first.definition.name == request.name)
      same += 1
    }
    Notice.show("\(format) and back: \(same) the same, \(reported) reported, \(refused) cannot be sent at all")
    #expect(same > Self.count / 3)
  }
}
