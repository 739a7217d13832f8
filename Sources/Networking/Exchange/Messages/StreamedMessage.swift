import Basics

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One message of a body that holds many: a server-sent event, or one JSON text.
public struct StreamedMessage: Equatable, Sendable {
  /// Its bytes in the body, with all its lines.
  public var range: Range<Int>
  /// When it was complete; `nil` if nobody knows any more.
  public var date: Date?
  /// The type of an event, `message` if the server sends none; `nil` for JSON lines.
  public var event: String?
  /// The event's own id; `nil` if it has none.
  public var id: String?
  /// What it says: the `data` lines joined by line feeds, or the JSON text.
  public var data: [UInt8]
  /// Whether `data` is only its start.
  public var isCut = false

  /// The size of what it says in bytes; of a message that is cut, with the names of its fields.
  public var size: Int { isCut ? range.count : data.count }

  /// As one of the messages of a conversation.
  public var asMessage: ConversationMessage {
    ConversationMessage(.incoming, .text, ByteStore(data), at: date ?? Date(timeIntervalSince1970: 0))
  }

  /// Reads a message, or the start of one, from its bytes in the body.
  init(_ bytes: UnsafeRawBufferPointer, at range: Range<Int>, _ date: Date?, as format: MessageFormat) {
    self.range = range
    self.date = date
    isCut = bytes.count < range.count
    switch format {
    case .lines:
      let start = bytes.starts(with: EventFields.mark) ? EventFields.mark.count : 0
      let text = bytes[start...].drop(while: MessageScanner.isBlank)
      let end = text.lastIndex { !MessageScanner.isBlank($0) }.map { $0 + 1 } ?? text.startIndex
      data = Array(text[..<end])
    case .events:
      var fields = EventFields()
      Self.eachLine(of: bytes) { line in
        let isOver = fields.take(line)
        // An event without data before this one: the standard discards it.
        if line.isEmpty, !isOver { fields.next() }
        return !isOver
      }
      event = fields.type
      id = fields.id
      data = Array(fields.data.dropLast())
    }
  }

  /// Goes through the lines, the last one also without its end, until `body` returns `false`.
  private static func eachLine(of bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Bool) {
    var place = bytes.starts(with: EventFields.mark) ? EventFields.mark.count : 0
    var lines = LineFinder(bytes, endsAtCarriage: true)
    while place < bytes.count {
      let found = lines.line(at: place)
      guard body(UnsafeRawBufferPointer(rebasing: bytes[place..<(found?.end ?? bytes.count)])) else { return }
      place = found?.next ?? bytes.count
    }
  }
}
