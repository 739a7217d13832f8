import Basics
import Synchronization

/// Cached responses of a client, in memory and, if a folder is given, on disk. Copies of the client share it.
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
  ///   - folder: where responses are stored permanently; created if missing.
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
  public func remove(_ url: String) {
    let key = Self.key(url)
    entries.withLock { Self.drop(key, from: &$0) }
    disk?.remove(key)
  }

  /// The size of the bodies in memory, in bytes.
  public var memoryUse: Int { entries.withLock { $0.bytes } }

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
