import Basics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One message of a conversation: which way it went, when, and its bytes.
public struct ConversationMessage: Equatable, Sendable {
  /// Which way a message goes.
  public enum Direction: Hashable, Sendable {
    /// To the server.
    case outgoing
    /// From the server.
    case incoming
  }

  /// What a protocol takes a message for. A protocol of your own may name more kinds than these.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    /// The name that the protocol gives it.
    public let rawValue: String

    /// A kind by its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// UTF-8 text.
    public static let text = Kind(rawValue: "text")
    /// Bytes without a meaning of their own.
    public static let binary = Kind(rawValue: "binary")
    /// Asks whether the other side is there (RFC 6455, section 5.5.2).
    public static let ping = Kind(rawValue: "ping")
    /// Answers a ping.
    public static let pong = Kind(rawValue: "pong")
    /// The body of an HTTP message: the head beside it says what it is.
    public static let content = Kind(rawValue: "content")
  }

  /// Which way it went.
  public var direction: Direction
  /// What the protocol takes it for.
  public var kind: Kind
  /// When the whole of it was there, by the calendar.
  public var date: Date
  /// Its bytes, kept as those of any other body.
  public var body: ByteStore

  /// A message with these bytes.
  public init(_ direction: Direction, _ kind: Kind, _ body: ByteStore, at date: Date = Date()) {
    self.direction = direction
    self.kind = kind
    self.body = body
    self.date = date
  }

  /// A message of text.
  public init(_ direction: Direction, _ text: String, at date: Date = Date()) {
    self.init(direction, .text, ByteStore(text.utf8), at: date)
  }

  /// In bytes.
  public var size: Int { body.count }
}
