#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes what a client sends and receives, line by line, to a closure of yours; never to standard output by itself.
///
/// ```
/// → 3f2a91c0 POST https://api.test/orders (Shop/Orders.swift add(_:))
/// ← 3f2a91c0 201 Created · 83 ms · 51 bytes · POST https://api.test/orders
/// ```
public struct RequestLogger: Sendable {
  /// How much is written; each level has what those before it have.
  public enum Level: Int, Comparable, Sendable, CaseIterable {
    /// Only requests that got no answer, or one of 400 and above.
    case failures
    /// A line out and a line in.
    case lines
    /// And the headers.
    case headers
    /// And the bodies, where they are text.
    case bodies

    public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  /// What the sink gets at a time.
  public struct Entry: Sendable, Hashable {
    /// Which way an entry looks; the raw value is its mark in the line.
    public enum Direction: String, Sendable {
      /// A request goes out.
      case out = "→"
      /// An answer has come.
      case `in` = "←"
      /// A retry or a redirect.
      case note = "·"
      /// The call failed.
      case failure = "✗"
    }

    /// What the entry is about.
    public var direction: Direction
    /// The same for everything that one call does.
    public var id: String
    /// Several lines where headers or bodies were asked for.
    public var text: String

    /// As it is usually written.
    public var line: String { "\(direction.rawValue) \(id) \(text)" }
  }

  /// How much to write. Default `.lines`.
  public var level: Level
  /// What to mask. Default `.standard`.
  public var redaction: Redaction
  /// Bytes of a body that are written at most.
  public var bodyLimit: Int
  /// Gets every entry, on a thread of the client's choice.
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

  /// What a client is to be observed by, on behalf of the place in the source that asks for it.
  public func observer(file: String = #fileID, function: String = #function) -> ClientObserver {
    ClientObserver(isLog: true) { notice in
      guard let entry = entry(notice, site: "\(file) \(function)") else { return }
      sink(entry)
    }
  }
}

extension ExecutionConfig {
  /// Logs this call, or with a client's configuration every call, naming the place that asked for it.
  public mutating func log(_ logger: RequestLogger, file: String = #fileID, function: String = #function) {
    observers.append(logger.observer(file: file, function: function))
  }

  /// No log of this call, whatever the client's configuration says.
  public mutating func mute() {
    observers.removeAll(where: \.isLog)
  }
}
