import ArgumentParser
import Documents

/// `apus json fmt|min|check`: formats or checks JSON in constant memory; strings and numbers stay byte for byte.
struct JSONCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "json", abstract: "Format, shorten or check JSON.",
    subcommands: [Format.self, Minify.self, Check.self])

  /// The file that each subcommand reads.
  struct Source: ParsableArguments {
    @Argument(help: "The file; - is standard input.", completion: .file())
    var file = "-"

    @Flag(help: "Accept several documents in sequence (NDJSON).")
    var lines = false
  }

  struct Format: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "fmt", abstract: "Write it with one element per line.")
    @OptionGroup var source: Source
    @Option(help: "Spaces per level.") var indent = 2

    func validate() throws {
      guard (0...16).contains(indent) else { throw ValidationError("--indent takes 0 to 16.") }
    }
    func run() throws { try JSONPipe.run(.pretty(indent: indent), source: source) }
  }

  struct Minify: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "min", abstract: "Write it without white space.")
    @OptionGroup var source: Source
    func run() throws { try JSONPipe.run(.minified, source: source) }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Check whether it is JSON, and report the first error; status 1 if it is not.")
    @OptionGroup var source: Source
    func run() throws { try JSONPipe.run(.check, source: source) }
  }
}

/// Formats a file to standard output.
enum JSONPipe {
  static func run(_ style: JSONFormatter.Style, source: JSONCommand.Source) throws(Failure) {
    var file = try InputFile(source.file)
    var formatter = JSONFormatter(style, isSequence: source.lines)
    var trouble: Failure?
    var last: UInt8?
    var writer = PieceWriter(.standard, as: .json)
    let write = { (bytes: UnsafeRawBufferPointer) in
      guard trouble == nil, !bytes.isEmpty, style != .check else { return }
      last = bytes[bytes.count - 1]
      do throws(Failure) { try writer.write(bytes) } catch { trouble = error }
    }
    let name = source.file == "-" ? "standard input" : source.file
    do throws(JSONFault) {
      while trouble == nil {
        let piece = try Self.read(&file, &trouble)
        if piece.isEmpty { break }
        let result: Result<Void, JSONFault> = piece.withUnsafeBytes { raw in
          Result { () throws(JSONFault) in try formatter.consume(raw, write: write) }
        }
        try result.get()
      }
      if trouble == nil { try formatter.finish(write: write) }
    } catch {
      throw Failure(.unexpected, "\(name): \(error)")
    }
    if let trouble { throw trouble }
    try writer.finish()
    if let last, last != 0x0a { try Output.standard.write("\n") }
  }

  private static func read(_ file: inout InputFile, _ trouble: inout Failure?) throws(JSONFault) -> ArraySlice<UInt8> {
    do throws(Failure) { return try file.next() } catch {
      trouble = error
      return []
    }
  }
}
