import ArgumentParser
import Basics

/// `apus query EXPR FILE`: prints what a JSONPath expression (RFC 9535) selects, as written in the document.
struct QueryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "query", abstract: "Select values of a JSON document with JSONPath (RFC 9535).",
    discussion: """
      Each value is written as in the document; on a terminal, with one element per line and in colors. Example: \
      apus query '$..price' books.json
      """)

  @Argument(help: "The expression, such as '$.users[?@.age > 40].name'.")
  var expression: String

  @Argument(help: "The file; - is standard input.", completion: .file())
  var file = "-"

  @Flag(help: "Write a list of paths and values.")
  var json = false

  @Flag(name: [.customShort("r"), .customLong("raw")], help: "Write strings without quotes and escapes.")
  var raw = false

  @OptionGroup var display: DisplayOptions

  func validate() throws {
    if json, raw { throw ValidationError("--json and --raw exclude each other") }
  }

  func run() throws {
    let name = file == "-" ? "standard input" : file
    let printer = try QueryPrinter(expression, style: json ? .list : raw ? .raw : .values, name: name, display.chosen)
    try printer.write(try read(), to: .standard)
  }

  private func read() throws(Failure) -> ByteStore {
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
    return store
  }
}
