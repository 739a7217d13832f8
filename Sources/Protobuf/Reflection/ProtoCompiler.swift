internal import Basics

/// Builds the `protoc` command that compiles `.proto` files, and explains its errors. The caller runs the command.
package struct ProtoCompiler: Hashable, Sendable {
  package var files: [String]
  /// The folders to search for imports. If empty, the folder of each file is searched.
  package var importPaths: [String]

  package init(files: [String], importPaths: [String] = []) {
    (self.files, self.importPaths) = (files, importPaths)
  }

  package static let program = "protoc"

  /// The arguments that make `protoc` write a `FileDescriptorSet` with all imports.
  ///
  /// - Parameter output: the file to write.
  /// - Throws: if protoc would parse a path as something else.
  package func arguments(output: String) throws(Failure) -> [String] {
    let paths = allImportPaths
    for path in paths {
      if let mark = path.first(where: Self.separates) { throw .unusable(path: path, mark: mark) }
    }
    return ["--include_imports", "--include_source_info", "--descriptor_set_out=\(output)"]
      + paths.map { "--proto_path=\($0)" }
      // protoc reads a leading dash as an option and a leading at sign as a file of arguments.
      + files.map { $0.hasPrefix("-") || $0.hasPrefix("@") ? "./\($0)" : $0 }
  }

  /// Indicates whether protoc splits a path at this mark: it accepts lists of paths and `name=folder` pairs.
  private static func separates(_ mark: Character) -> Bool {
    // Compares scalars, because a combining scalar could merge with the mark into one character.
    mark.unicodeScalars.contains { $0 == ":" || $0 == ";" || $0 == "=" }
  }

  /// The import paths, completed so that each file is below one of them, as protoc requires.
  private var allImportPaths: [String] {
    var paths = importPaths
    for file in files where !paths.contains(where: { Self.isBelow(file, $0) }) {
      let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
      paths.append(folder.isEmpty ? "/" : folder)
    }
    return paths
  }

  private static func isBelow(_ file: String, _ folder: String) -> Bool {
    if folder == "." { return !file.hasPrefix("/") && !file.hasPrefix("../") }
    return file.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }

  /// The reason why a `.proto` file could not be compiled, and the remedy.
  package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// `protoc` is not installed. The package name differs between macOS and Linux.
    case missing(isMac: Bool)
    /// The text that `protoc` printed on standard error.
    case refused(String)
    /// protoc would misread this path because it contains the mark.
    case unusable(path: String, mark: Character)

    package var description: String {
      switch self {
      case .missing(let isMac):
        "protoc, which reads .proto files, is not installed: "
          + (isMac ? "brew install protobuf" : "sudo apt install protobuf-compiler")
      case .refused(let text): Self.words(text)
      case .unusable(let path, let mark):
        "protoc cannot be given the folder \(path): it reads \"\(mark)\" as the end of a path; "
          + "rename the folder, or move the .proto files to one without it"
      }
    }

    /// True if an imported file was not found.
    package var missesFile: Bool {
      guard case .refused(let text) = self else { return false }
      return text.contains("File not found")
    }

    /// The first error of the text, with a hint about import paths if a file is missing.
    private static func words(_ text: String) -> String {
      let lines = text.split(separator: "\n").map(\.trimmed).filter { !$0.isEmpty }
      // Warnings may come first. They are reported only if there is no error.
      guard let line = lines.first(where: { !isWarning($0) }) ?? lines.first else {
        return "protoc failed without a message; run it on the file by hand"
      }
      guard text.contains("File not found") else { return "protoc: \(line)" }
      return "protoc: \(line) An import path for it is missing."
    }

    private static func isWarning(_ line: String) -> Bool {
      line.hasPrefix("[libprotobuf WARNING") || line.hasPrefix("warning:") || line.hasPrefix("WARNING:")
        || line.contains(": warning: ") || isLoggedWarning(line)
    }

    /// True if this is a log line of newer versions: `W0000 00:00:1700000000.000000 …`.
    private static func isLoggedWarning(_ line: String) -> Bool {
      let start = Array(line.utf8.prefix(6))
      return start.count == 6 && start[0] == UInt8(ascii: "W") && start[5] == UInt8(ascii: " ")
        && start[1..<5].allSatisfy(\.isASCIIDigit)
    }
  }
}
