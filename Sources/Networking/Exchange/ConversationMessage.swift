public import Basics

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One message of a conversation: its direction, time and bytes.
public struct ConversationMessage: Equatable, Sendable {
  /// The direction of a message.
  public enum Direction: Hashable, Sendable {
    /// To the server.
    case outgoing
    /// From the server.
    case incoming
  }

  /// The protocol's type for a message. Custom protocols may define more.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    /// The protocol's name for it.
    public let rawValue: String

    /// A kind with this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// UTF-8 text.
    public static let text = Kind(rawValue: "text")
    /// Uninterpreted bytes.
    public static let binary = Kind(rawValue: "binary")
    /// Checks that the peer is alive (RFC 6455, section 5.5.2).
    public static let ping = Kind(rawValue: "ping")
    /// Answers a ping.
    public static let pong = Kind(rawValue: "pong")
    /// A message of the protocol itself, such as that a subscription begins.
    public static let control = Kind(rawValue: "control")
    /// The body of an HTTP message, described by its head.
    public static let content = Kind(rawValue: "content")

    /// Whether somebody says it, and not the protocol, as with pings.
    package var isContent: Bool { self != .ping && self != .pong && self != .control }
  }

  /// Which way it went.
  public var direction: Direction
  /// The protocol's type for it.
  public var kind: Kind
  /// When the complete message was sent or received.
  public var date: Date
  /// Its bytes, stored like any other body.
  public var body: ByteStore

  /// A message with these bytes.
  public init(_ direction: Direction, _ kind: Kind, _ body: ByteStore, at date: Date = Date()) {
    self.direction = direction
    self.kind = kind
    self.body = body
    self.date = date
  }

  /// A text message.
  public init(_ direction: Direction, _ text: String, at date: Date = Date()) {
    self.init(direction, .text, ByteStore(text.utf8), at: date)
  }

  /// In bytes.
  public var size: Int { body.count }
}
