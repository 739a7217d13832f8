import Bytes
import Documents
import Workspaces

/// Writes what a JSONPath expression selects in a document, each value as it stands there.
struct QueryPrinter {
  enum Style: Hashable, Sendable {
    case values
    /// Texts without quotes and escapes.
    case raw
    /// A JSON list of path and value.
    case list
  }

  let path: JSONPath
  let style: Style
  /// What the document is called in messages.
  let name: String

  init(_ expression: String, style: Style, name: String) throws(Failure) {
    self.style = style
    self.name = name
    do throws(JSONPathFault) { path = try JSONPath(parsing: expression) } catch {
      throw Failure(.usage, TerminalText.shown("\(expression): \(error)"))
    }
  }

  /// - Throws: a failure with status 1 for a text that is not JSON.
  func write(_ store: ByteStore, to output: Output) throws(Failure) {
    let document = Document(store: store, kind: .json)
    document.advanceToEnd()
    if let fault = document.status.fault { throw Failure(.unexpected, "\(name): \(fault)") }
    let nodes = path.evaluate(over: document)
    if style == .list {
      try writeList(nodes, of: document, to: output)
    } else {
      for node in nodes { try writeValue(document.store.bytes(in: node.range), to: output) }
    }
  }

  private func writeValue(_ bytes: [UInt8], to output: Output) throws(Failure) {
    let shown = (style == .raw ? unquoted(bytes) : nil) ?? bytes
    var filter = TerminalText()
    try output.write((output.isTerminal ? filter.shown(shown) + filter.rest() : shown) + [0x0a])
  }

  private func writeList(_ nodes: [JSONPathNode], of document: Document, to output: Output) throws(Failure) {
    try output.write(nodes.isEmpty ? "[]\n" : "[")
    for (index, node) in nodes.enumerated() {
      let path = JSONNode.string(node.path.normalized)
      try output.write(index == 0 ? "\n  {\"path\": " : ",\n  {\"path\": ")
      try output.write(path.compact + Array(", \"value\": ".utf8))
      try output.write(document.store.bytes(in: node.range) + [UInt8(ascii: "}")])
    }
    if !nodes.isEmpty { try output.write("\n]\n") }
  }

  /// What a JSON text says; `nil` for any other value.
  private func unquoted(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.first == UInt8(ascii: "\"") else { return nil }
    do throws(JSONNodeError) { return try JSONNode(parsing: bytes).string.map { Array($0.utf8) } } catch { return nil }
  }
}
