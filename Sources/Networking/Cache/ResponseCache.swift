import Basics
import Essentials
import HTTPModel
import HTTPTypes
import Locks

/// Cached responses of a client, in memory and, if a folder is given, on disk. Copies of the client share it.
///
/// A response is reused only for requests with the same credentials (RFC 9111, section 3.5): `Authorization`, also of a
/// token provider, other headers that are credentials, a login, and a client certificate. The server must be reached and
/// verified in the same way, too. Cookies count only if the server names them in `Vary`. Credentials are kept as digests.
/// Call `removeAll` when a user logs out. Streams and downloads do not use the cache.
public final class ResponseCache: Sendable {
  private struct Entries {
    /// By URL; several if the response varies with the request.
    var byURL: [String: [CachedResponse]] = [:]
    /// Least recently used first.
    var order: [String] = []
    var bytes = 0
  }

  private let entries = Mutex(Entries())
  private let limit: Int
  private let disk: CacheFolder?

  /// - Parameters:
  ///   - limit: bytes of bodies in memory; the least recently used are dropped first.
  ///   - folder: the folder for permanent storage; created if missing.
  public init(limit: Int = 64 << 20, folder: String? = nil) {
    self.limit = limit
    disk = folder.map { CacheFolder($0) }
  }

  /// Removes every response, in memory and in the folder.
  public func removeAll() {
    entries.withLock { $0 = Entries() }
    disk?.removeAll()
  }

  /// Removes every response for `url`.
  package func remove(_ url: String) {
    let key = Self.key(url)
    entries.withLock { Self.drop(key, from: &$0) }
    disk?.remove(key)
  }

  /// The size of the bodies in memory, in bytes.
  package var memoryUse: Int { entries.withLock { $0.bytes } }

  func response(for request: Request) -> CachedResponse? {
    let key = Self.key(request.url)
    let found = entries.withLock { entries -> CachedResponse? in
      guard let match = entries.byURL[key]?.last(where: { $0.matches(request) }) else { return nil }
      Self.touch(key, in: &entries)
      return match
    }
    if let found { return found }
    guard let kept = disk?.read(key), !kept.isEmpty else { return nil }
    entries.withLock { entries in
      for response in kept { Self.add(response, key, to: &entries) }
    }
    return kept.last { $0.matches(request) }
  }

  func keep(_ response: CachedResponse, for request: Request) {
    let key = Self.key(request.url)
    let all = entries.withLock { entries in
      var variants = entries.byURL[key] ?? []
      variants.removeAll { $0.matches(request) }
      Self.drop(key, from: &entries)
      for variant in variants.suffix(7) + [response] { Self.add(variant, key, to: &entries) }
      while entries.bytes > limit, let oldest = entries.order.first { Self.drop(oldest, from: &entries) }
      return variants.suffix(7) + [response]
    }
    disk?.write(Array(all), key)
  }

  /// A fragment is never sent, so it does not distinguish responses.
  private static func key(_ url: String) -> String {
    url.utf8.firstIndex(of: UInt8(ascii: "#")).map { String(url[..<$0]) } ?? url
  }

  private static func add(_ response: CachedResponse, _ key: String, to entries: inout Entries) {
    entries.byURL[key, default: []].append(response)
    entries.bytes += response.body.count
    touch(key, in: &entries)
  }

  private static func touch(_ key: String, in entries: inout Entries) {
    entries.order.removeAll { $0 == key }
    entries.order.append(key)
  }

  private static func drop(_ key: String, from entries: inout Entries) {
    let gone = entries.byURL.removeValue(forKey: key) ?? []
    entries.bytes -= gone.reduce(0) { $0 + $1.body.count }
    entries.order.removeAll { $0 == key }
  }
}

/// The cache on disk: one file per URL that describes its responses, and one file per body. A file that cannot be read
/// or written counts as not cached.
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
    var owner: String
    var varying: [[String]]
    var sentAt: Date
    var receivedAt: Date
    var body: String
  }

  func read(_ key: String) -> [CachedResponse] {
    // A missing file has no responses.
    guard let data = try? Data(contentsOf: url(name(key) + ".json")),
      // A damaged file, or one of another version, has none either.
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
        owner: record.owner, varying: record.varying.compactMap(Self.header))
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
          owner: response.owner, varying: response.varying.map { [$0.name, $0.value] }, sentAt: response.sentAt,
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
