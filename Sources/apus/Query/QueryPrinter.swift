import Basics
import Documents
import Workspaces

/// Writes the values that a JSONPath expression selects, each as in the document.
struct QueryPrinter {
  enum Style: Hashable, Sendable {
    case values
    /// Write strings without quotes and escapes.
    case raw
    /// Write a JSON list of paths and values.
    case list
  }

  let path: JSONPath
  let style: Style
  /// The document's name in messages.
  var name: String
  private let display: DisplayChoice
  private let colors: OutputColors?

  /// - Parameter workspace: the one whose theme colours the values.
  init(
    _ expression: String, style: Style, name: String, _ display: DisplayChoice = DisplayChoice(),
    in workspace: Workspace? = nil
  ) throws(Failure) {
    self.style = style
    self.name = name
    self.display = display
    colors = style == .raw ? nil : OutputColors(for: .standard, display, in: workspace)
    do throws(JSONPathFault) { path = try JSONPath(parsing: expression) } catch {
      throw Failure(.usage, "\(expression): \(error)")
    }
  }

  /// - Throws: a failure with status 1 if the text is not JSON.
  func write(_ store: ByteStore, contentType: String? = nil, to output: Output) throws(Failure) {
    let document = Document(store: store, contentType: contentType, kind: .json)
    document.advanceToEnd()
    if let fault = document.fault { throw Failure(.unexpected, "\(name): \(fault)") }
    if style == .list { try writeList(of: document, to: output) } else { try writeValues(of: document, to: output) }
  }

  /// Writes values one at a time, without collecting them.
  private func writeValues(of document: Document, to output: Output) throws(Failure) {
    let isFormatted = style == .values && display.formats(output)
    try collect(document, keepsPaths: false, output) { text, _, write in
      if style == .raw, let content = JSONString.decoded(text) {
        Array(content.utf8).withUnsafeBytes(write)
      } else if !isFormatted || !Self.format(text, write) {
        write(text)
      }
      "\n".utf8.withContiguousStorageIfAvailable { write(UnsafeRawBufferPointer($0)) }
    }
  }

  private func writeList(of document: Document, to output: Output) throws(Failure) {
    var isEmpty = true
    try collect(document, keepsPaths: true, output) { text, path, write in
      var start = Array((isEmpty ? "[\n  {\"path\": " : ",\n  {\"path\": ").utf8)
      start += JSONValue.string(path.normalized).compact
      start += ", \"value\": ".utf8
      start.withUnsafeBytes(write)
      write(text)
      [UInt8(ascii: "}")].withUnsafeBytes(write)
      isEmpty = false
    }
    try output.write(isEmpty ? "[]\n" : "\n]\n")
  }

  /// Writes a value with one element per line, in constant memory.
  private static func format(_ text: UnsafeRawBufferPointer, _ write: (UnsafeRawBufferPointer) -> Void) -> Bool {
    // Scalars stay as they are.
    guard let first = text.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return false }
    var formatter = JSONFormatter(.pretty(indent: 2))
    // The value is part of valid JSON.
    return (try? formatter.consume(text, write: write)) != nil
  }

  /// Passes the nodes one by one, and writes the results in large pieces.
  private func collect(
    _ document: Document, keepsPaths: Bool, _ output: Output,
    _ body: (UnsafeRawBufferPointer, DocumentPath, (UnsafeRawBufferPointer) -> Void) -> Void
  ) throws(Failure) {
    var failure: Failure?
    var buffer: [UInt8] = []
    let colors = output.isTerminal || display.color == .always ? colors : nil
    var writer = PieceWriter(output, as: style == .raw ? .text : .json, .json, in: colors)
    let isCancelled = { Task.isCancelled }
    let write = { (bytes: UnsafeRawBufferPointer) in
      buffer += bytes
      guard buffer.count >= Self.piece, failure == nil else { return }
      do throws(Failure) { try writer.write(buffer) } catch { failure = error }
      buffer.removeAll(keepingCapacity: true)
    }
    let end = path.forEachNode(of: document, keepsPaths: keepsPaths, isCancelled: isCancelled) { _, text, path in
      body(text, keepsPaths ? path() : DocumentPath(), write)
      return failure == nil
    }
    if let failure { throw failure }
    if end == .tooLong { throw Failure(.unexpected, "\(name): \(JSONPathEnd.tooLongReason)") }
    try writer.write(buffer)
    try writer.finish()
  }

  private static let piece = 64 << 10
}

/// Writes the values that a JSONPath expression selects in each received message. A message that is not JSON is
/// reported and skipped, so that it does not end the conversation.
struct MessageQuery {
  let printer: QueryPrinter
  private var passedBy = 0

  init(_ printer: QueryPrinter) { self.printer = printer }

  /// - Parameter number: the message number, counted from 1.
  mutating func write(_ message: ByteStore, _ number: Int, to output: Output) throws(Failure) {
    var printer = printer
    printer.name = "message \(Quantity.count(number))"
    do throws(Failure) { try printer.write(message, to: output) } catch {
      guard error.status == .unexpected else { throw error }
      passedBy += 1
      Output.error.say("apus: \(error.message)")
    }
  }

  /// - Throws: status 1 if messages were skipped.
  func check() throws(Failure) {
    guard passedBy > 0 else { return }
    throw Failure(.unexpected, "\(Quantity.count(passedBy)) of the messages could not be queried")
  }
}
