package import Basics
package import Documents
package import Networking
package import Sessions

/// Document work that the state requests, off the main thread.
package enum DocumentEffect: Equatable, Sendable {
  /// Indexes everything that has arrived.
  case index(RequestKey, Document)
  /// Searches everything that has arrived.
  case search(RequestKey, DocumentSearch)
  /// Selects by JSONPath (RFC 9535) from the indexed part.
  case filter(RequestKey, Document, JSONPath, serial: Int)
  /// Joins the parts of a text that the messages are, and indexes the text.
  case join(RequestKey, JoinedText, StreamedMessages, Document)
  /// Goes on finding messages.
  case sift(RequestKey, MessageFilter, MessageList)
  /// Makes a table from the first array of objects at the offsets, or from the whole document.
  case table(RequestKey, Document, arraysAt: [Int], serial: Int)
  case sortTable(RequestKey, DocumentTable, TableLook.Sorting?, serial: Int)
  /// Decodes a picture to at most this many pixels per side.
  case picture(RequestKey, Document, longestSide: Int, serial: Int)
  /// Compares two exchanges, the older one first.
  case compare(RequestKey, Exchange, Exchange, serial: Int)
  /// Writes the bytes to a new file; overwrites an existing one only if `replacing` is set.
  case save(ByteStore, path: String, replacing: Bool)
}
