import ArgumentParser
import Bytes
import Documents
import Workspaces

/// `apus query EXPR FILE`: what a JSONPath expression (RFC 9535) selects, as the document has it.
struct QueryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "query", abstract: "Select values of a JSON document with JSONPath (RFC 9535).",
    discussion: "Each value is written as it stands in the document. Example: apus query '$..price' books.json")

  @Argument(help: "The expression, such as '$.users[?@.age > 40].name'.")
  var expression: String

  @Argument(help: "The file; - is standard input.", completion: .file())
  var file = "-"

  @Flag(help: "Write a list of path and value for each.")
  var json = false

  @Flag(name: [.customShort("r"), .customLong("raw")], help: "Write texts without quotes and escapes.")
  var raw = false

  func run() throws {
    Interruption.ignoreBrokenPipes()
    let path: JSONPath
    do throws(JSONPathFault) { path = try JSONPath(parsing: expression) } catch {
      throw Failure(.usage, TerminalText.shown("\(expression): \(error)"))
    }
    let document = try read()
    let nodes = path.evaluate(over: document)
    try json ? writeList(nodes, of: document) : writeValues(nodes, of: document)
  }

  private func read() throws(Failure) -> Document {
    var input = try InputFile(file)
    let store = ByteStore()
    while true {
      let piece = try input.next()
      if piece.isEmpty { break }
      do throws(ByteStoreError) { try store.append(Array(piece)) } catch {
        throw Failure(.file, error.description)
      }
    }
    store.finish()
    let document = Document(store: store, kind: .json)
    document.advanceToEnd()
    if let fault = document.status.fault {
      throw Failure(.unexpected, "\(file == "-" ? "standard input" : file): \(fault)")
    }
    return document
  }

  private func writeValues(_ nodes: [JSONPathNode], of document: Document) throws(Failure) {
    for node in nodes {
      let bytes = document.store.bytes(in: node.range)
      try Output.standard.write((raw ? unquoted(bytes) : nil) ?? bytes)
      try Output.standard.write("\n")
    }
  }

  private func writeList(_ nodes: [JSONPathNode], of document: Document) throws(Failure) {
    try Output.standard.write(nodes.isEmpty ? "[]\n" : "[")
    for (index, node) in nodes.enumerated() {
      let path = JSONNode.string(node.path.normalized)
      try Output.standard.write(index == 0 ? "\n  {\"path\": " : ",\n  {\"path\": ")
      try Output.standard.write(path.compact + Array(", \"value\": ".utf8))
      try Output.standard.write(document.store.bytes(in: node.range) + [UInt8(ascii: "}")])
    }
    if !nodes.isEmpty { try Output.standard.write("\n]\n") }
  }

  /// What a JSON text says; `nil` for any other value.
  private func unquoted(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.first == UInt8(ascii: "\"") else { return nil }
    do throws(JSONNodeError) { return try JSONNode(parsing: bytes).string.map { Array($0.utf8) } } catch { return nil }
  }
}
