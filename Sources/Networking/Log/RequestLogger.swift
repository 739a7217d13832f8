#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Logs what a client sends and receives, line by line, to a closure; never to standard output on its own.
///
/// ```
/// → 3f2a91c0 POST https://api.test/orders (Shop/Orders.swift add(_:))
/// ← 3f2a91c0 201 Created · 83 ms · 51 bytes · POST https://api.test/orders
/// ```
public struct RequestLogger: Sendable {
  /// How much is logged; each level includes those before it.
  public enum Level: Int, Comparable, Sendable, CaseIterable {
    /// Only requests without a response, or with a status of 400 and above.
    case failures
    /// One line per request and one per response.
    case lines
    /// Also the headers.
    case headers
    /// Also text bodies.
    case bodies

    /// Orders levels by how much they log.
    public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  /// What the sink receives.
  public struct Entry: Sendable, Hashable {
    /// The kind of an entry; the raw value is its mark in the line.
    public enum Direction: String, Sendable {
      /// A request is sent.
      case out = "→"
      /// A response was received.
      case `in` = "←"
      /// A retry or a redirect.
      case note = "·"
      /// The call failed.
      case failure = "✗"
    }

    /// What the entry is about.
    public var direction: Direction
    /// The same for all entries of one call.
    public var id: String
    /// Several lines if headers or bodies are logged.
    public var text: String

    /// The entry in its usual format.
    public var line: String { "\(direction.rawValue) \(id) \(text)" }
  }

  /// How much to log. Default `.lines`.
  public var level: Level
  /// What to mask. Default `.standard`.
  public var redaction: Redaction
  /// The maximum number of body bytes to log.
  public var bodyLimit: Int
  /// Receives every entry, on a thread chosen by the client.
  public var sink: @Sendable (Entry) -> Void

  /// A logger; pass it to `ExecutionConfig.log`.
  public init(
    level: Level = .lines, redaction: Redaction = .standard, bodyLimit: Int = 8 << 10,
    sink: @escaping @Sendable (Entry) -> Void
  ) {
    self.level = level
    self.redaction = redaction
    self.bodyLimit = bodyLimit
    self.sink = sink
  }

  /// An observer for a client that names this place in the source.
  public func observer(file: String = #fileID, function: String = #function) -> ClientObserver {
    ClientObserver(isLog: true) { notice in
      guard let entry = entry(notice, site: "\(file) \(function)") else { return }
      sink(entry)
    }
  }
}

extension ExecutionConfig {
  /// Logs this call, or with a client's configuration every call, along with the place in the source.
  public mutating func log(_ logger: RequestLogger, file: String = #fileID, function: String = #function) {
    observers.append(logger.observer(file: file, function: function))
  }

  /// Disables logging for this call, whatever the client's configuration says.
  public mutating func mute() {
    observers.removeAll(where: \.isLog)
  }
}
