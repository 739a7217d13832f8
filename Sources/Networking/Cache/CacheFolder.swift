import Basics
import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The cache on disk: for each URL a file that describes its responses, and a file for each body. Anything that cannot
/// be read or written counts as not cached: a cache may always forget.
struct CacheFolder: Sendable {
  private let path: String

  init(_ path: String) {
    self.path = path
  }

  /// A response as stored in the file.
  private struct Record: Codable {
    var version: String
    var status: Int
    var reason: String
    var headers: [[String]]
    var varying: [[String]]
    var sentAt: Date
    var receivedAt: Date
    var body: String
  }

  func read(_ key: String) -> [CachedResponse] {
    // A missing file has no responses.
    guard let data = try? Data(contentsOf: url(name(key) + ".json")),
      // Nor has a damaged file or one of another version.
      let records = try? JSONDecoder().decode([Record].self, from: data)
    else { return [] }
    return records.compactMap { record in
      guard (100...599).contains(record.status), !record.body.contains("/"),
        // A response without its body is dropped.
        let body = try? Data(contentsOf: url(record.body))
      else { return nil }
      let head = ResponseHead(
        httpVersion: record.version, status: .init(code: record.status, reasonPhrase: record.reason),
        headers: Headers(record.headers.compactMap(Self.header)))
      return CachedResponse(
        head: head, body: ByteStore(body), sentAt: record.sentAt, receivedAt: record.receivedAt,
        varying: record.varying.compactMap(Self.header))
    }
  }

  func write(_ responses: [CachedResponse], _ key: String) {
    let name = name(key)
    var records: [Record] = []
    for (index, response) in responses.enumerated() {
      let body = "\(name)-\(index).body"
      guard store(Data(response.body.allBytes), body) else { return }
      records.append(
        Record(
          version: response.head.httpVersion, status: response.head.status.code,
          reason: response.head.status.reasonPhrase, headers: response.head.headers.fields.map { [$0.name, $0.value] },
          varying: response.varying.map { [$0.name, $0.value] }, sentAt: response.sentAt,
          receivedAt: response.receivedAt, body: body))
    }
    // Plain values always encode.
    if let data = try? JSONEncoder().encode(records) { _ = store(data, name + ".json") }
  }

  func remove(_ key: String) {
    // Bodies without a description are never read; the next write replaces them.
    try? FileManager.default.removeItem(at: url(name(key) + ".json"))
  }

  func removeAll() {
    // A missing folder need not be removed.
    try? FileManager.default.removeItem(atPath: path)
  }

  private func store(_ data: Data, _ name: String) -> Bool {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try PrivateFile.write(data, to: "\(path)/\(name)")
      return true
    } catch {
      return false
    }
  }

  private static func header(_ pair: [String]) -> Header? {
    pair.count == 2 ? Header(pair[0], pair[1]) : nil
  }

  private func name(_ key: String) -> String { Digest.hexadecimal(key.utf8) }
  private func url(_ name: String) -> URL { URL(filePath: "\(path)/\(name)") }
}
